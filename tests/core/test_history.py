"""Undo and redo: whatever is done and undone, the present is where the arrows lead."""

from hypothesis import given
from hypothesis import strategies as st

from core.history import History


@given(st.lists(st.integers()))
def test_undoing_everything_leads_to_the_start_and_redoing_back(states: list[int]) -> None:
    history = History(0)
    for state in states:
        history = history.push(state)
    end = history
    while history.past:
        history = history.undo()
    assert history.present == 0 and history.undo() == history
    while history.future:
        history = history.redo()
    assert history == end and history.redo() == history


def test_a_new_state_forgets_what_was_undone_and_the_same_state_is_no_change() -> None:
    history = History(1).push(2).undo().push(3)
    assert history == History(3, (1,))
    assert history.push(3) == history
