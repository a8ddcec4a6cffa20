"""The keys that a stop presses, written as a person would: one character, or the name of a key that prints nothing."""

import unicodedata

from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS

NAMED = ("enter", "tab", "escape", "space", "up", "down", "left", "right", "home", "end", "backspace")
TOUR_KEYS = {"A": "answer", "F": "forward", "P": "back", "L": "leave", "G": "resume"}
"""Capitals that no pane and no other part of the app uses."""


def key_trouble(key: str) -> str:
    """Why a stop cannot press this key, or nothing."""
    if key in TOUR_KEYS:
        return "belongs to the tour itself"
    if key == "q":
        return "leaves the app"
    if key in NAMED or (len(key) == 1 and key.isascii() and key.isprintable() and key != " "):
        return ""
    return f"is no key; one character is, or one of {', '.join(NAMED)}"


def pressed(key: str) -> Key:
    """The event of pressing it."""
    if len(key) > 1:
        return Key(key, " " if key == "space" else None)
    if key.isalnum():
        return Key(key, key)
    name = unicodedata.name(key).lower().replace("-", "_").replace(" ", "_")
    return Key(KEY_NAME_REPLACEMENTS.get(name, name), key)
