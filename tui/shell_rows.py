"""A command in rows that a shell reads back as one, so that it can be copied from a screen by hand.

A row goes on in the next one by a backslash at its end, as bash, zsh and other shells have it.
"""

from collections.abc import Iterable

from rich.cells import cell_len

from tui.plain import shell_word


def shell_rows(words: Iterable[str], width: int) -> list[str]:
    """The words in rows of at most `width` cells (8 at least), cut between words, and within one that fills a row."""
    room = max(width, 8) - 2  # for what leads on: a space and a backslash between words, a backslash within one
    rows = [""]
    for word in words:
        pieces = list(_pieces(word, room))
        if cell_len(rows[-1]) + 1 + cell_len(pieces[0]) <= room and rows[-1]:
            rows[-1] += f" {pieces[0]}"
        elif rows[-1]:
            rows[-1] += " "
            rows.append(pieces[0])
        else:
            rows[-1] = pieces[0]
        rows += pieces[1:]
    return [f"{row}\\" for row in rows[:-1]] + rows[-1:]


def _pieces(word: str, room: int) -> Iterable[str]:
    """A word as it is, or in pieces each of which is quoted for itself: quotes cannot be led on by a backslash."""
    if cell_len(shell_word(word)) <= room:
        yield shell_word(word)
        return
    piece = ""
    for character in word:
        if cell_len(shell_word(piece + character)) > room:
            yield shell_word(piece)
            piece = ""
        piece += character
    yield shell_word(piece)
