"""The keys of a tour, and which keys a stop may press."""

from tui.key_words import NAMED, is_key

TOUR_KEYS = {"A": "answer", "F": "forward", "P": "back", "L": "leave", "G": "resume"}
"""Capitals that no pane and no other part of the app uses."""


def key_trouble(key: str) -> str:
    """Why a stop cannot press this key, or nothing."""
    if key in TOUR_KEYS:
        return "belongs to the tour itself"
    if key == "q":
        return "leaves the app"
    return "" if is_key(key) else f"is no key; one character is, or one of {', '.join(NAMED)}"
