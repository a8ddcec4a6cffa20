"""What a person may have meant: the closest of the names that there are."""

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str:
    """ "; did you mean X?" for the closest of `names`, or "" where none is close, or the word is one of them."""
    import difflib  # only a mistake needs it

    known = list(names)
    found = [] if word in known else difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; did you mean {found[0]}?" if found else ""
