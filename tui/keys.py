"""How a key is written for people: the character that it types, or its name as it stands on the keyboard.

Textual writes Enter as a sign that some fonts lack and ASCII has no twin of; here it is a word.
"""

from textual.binding import Binding
from textual.keys import format_key

NAMES = {"enter": "enter", "backspace": "backspace"}


def shown_keys(binding: Binding) -> str:
    """All keys of a binding, as "left h" or "<"; key_display where the binding has one."""
    return binding.key_display or " ".join(shown_key(key.strip()) for key in binding.key.split(","))


def shown_key(key: str) -> str:
    """One key."""
    return NAMES.get(key) or format_key(key)
