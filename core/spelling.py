"""What a person may have meant: the closest of the names that there are, however large or small it was written."""

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str:
    """ "; did you mean X?" for the closest of `names`, or "" where none is close, or the word is one of them."""
    import difflib  # only a mistake needs it

    known = {name: name.casefold() for name in names}
    if word in known:
        return ""
    found = difflib.get_close_matches(word.casefold(), known.values(), n=1, cutoff=0.5)
    return next((f"; did you mean {name}?" for name, small in known.items() if [small] == found), "")
