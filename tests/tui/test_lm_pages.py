"""Every page of the step: each number is what its explanation gives, nothing is missing, nothing is too wide."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rich.cells import cell_len

from core.language_model.explain import explain, value_of
from core.language_model.lesson import compute
from core.language_model.settings import LanguageModelSettings
from core.language_model.stages import stages
from core.numbers import number
from tui.panes.lm_pages import bar, overview, refs_of
from tui.panes.lm_sheet import Sheet
from tui.panes.lm_stage_page import first_number, stage_page
from tui.panes.lm_terms import in_factors, in_letters, in_numbers


def words_of(sheet: Sheet) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in sheet)


@pytest.mark.parametrize(
    "settings",
    [
        LanguageModelSettings(),
        LanguageModelSettings().change("length", 6).change("d", 10).change("hidden", 32),
        LanguageModelSettings(
            vocabulary=" ".join(f"word{i}" for i in range(40)), context="word3 word3", target="word39"
        ),
        LanguageModelSettings(vocabulary="日本 語 [b] a", context="[b] 日本", target="語", eta=50, steps=3),
    ],
    ids=["default", "large", "many words", "wide words"],
)
@pytest.mark.parametrize("width", [76, 116])
def test_every_number_that_can_be_opened_is_shown_as_it_is_explained(
    settings: LanguageModelSettings, width: int
) -> None:
    result = compute(settings)
    pages = [overview(result, width), *(stage_page(result, stage, width) for stage in stages(result))]
    for page in pages:
        for line in page:
            assert sum(piece.width for piece in line) <= width
            for piece in line:
                if piece.ref is not None:
                    value = explain(result, *piece.ref).value
                    assert np.isclose(value, float(value_of(result, piece.ref[0])[piece.ref[1]]), rtol=1e-9, atol=1e-12)
                    assert piece.text.strip().lstrip("+") == number(float(value_of(result, piece.ref[0])[piece.ref[1]]))


def test_the_stages_hold_every_array_whole() -> None:
    result = compute(LanguageModelSettings())
    shown = {ref for stage in stages(result) for ref in refs_of(stage_page(result, stage, 76))}
    arrays = ("rows", "x", "pre", "h", "z", "e", "p", "loss_nats", "loss_bits", "perplexity", "y", "dz", "dW_o", "db_o",
              "dh", "dpre", "dW_h", "db_h", "dx", "drows", "dE", "updated.E", "updated.W_h", "updated.b_h",
              "updated.W_o", "updated.b_o", "after_old_x.p", "after_updated_E.p")  # fmt: skip
    for name in arrays:
        for index in np.ndindex(value_of(result, name).shape):
            assert (name, index) in shown


def test_every_formula_and_shape_is_on_its_page() -> None:
    result = compute(LanguageModelSettings())
    for stage in stages(result):
        page = " ".join(words_of(stage_page(result, stage, 76)).split())
        for formula in stage.formulas:
            assert formula.shape in page
            assert formula.text.split()[0] in page and formula.text.split()[-1] in page


def test_a_sum_is_written_in_letters_and_in_numbers() -> None:
    explanation = explain(compute(LanguageModelSettings()), "z", (3,))
    assert in_letters(explanation) == ("z[sat] = h[0] * W_o[0,sat] + h[1] * W_o[1,sat] + h[2] * W_o[2,sat] + b_o[sat]")
    assert in_numbers(explanation) == "= -0.1196 + -0.0187 + -0.0106 + 0 = -0.1489"
    assert in_factors(explanation) == ("= 0.3267 * -0.3661 + 0.2903 * -0.0643 + -0.2254 * 0.0470 + 0 = -0.1489")
    raised = explain(compute(LanguageModelSettings()), "e", (3,))
    assert in_letters(raised) == "e[sat] = exp(z[sat] - max(z))"
    assert in_numbers(raised) == "= exp(-0.1489 - 0.1932) = 0.7103"


@given(st.floats(-1, 2), st.integers(1, 40))
def test_a_bar_is_as_wide_as_its_room(share: float, width: int) -> None:
    assert cell_len(bar(share, width)) == width


@hypothesis_settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text(min_size=1, max_size=24).filter(lambda w: w.split() == [w]), min_size=2, max_size=12, unique=True)
)
def test_pages_fit_whatever_the_words_are(words: list[str]) -> None:
    try:
        settings = LanguageModelSettings(vocabulary=" ".join(words))
    except ValueError:
        return
    result = compute(settings)
    for page in (overview(result, 76), *(stage_page(result, stage, 76) for stage in stages(result))):
        assert all(cell_len("".join(piece.text for piece in line)) <= 76 for line in page)


@pytest.mark.parametrize(
    "name, index, numbers",
    [
        ("updated.E", (0, 1), "= -0.1000 - 0.5000 * "),
        ("dz", (0,), " - 0 = "),
        ("dz", (3,), " - 1.0000 = "),
    ],
)
def test_a_sign_in_the_numbers_is_that_of_the_formula(name: str, index: tuple[int, ...], numbers: str) -> None:
    explanation = explain(compute(LanguageModelSettings()), name, index)
    assert " - " in in_letters(explanation) and " + " not in in_letters(explanation)
    assert numbers in in_factors(explanation) and " + " not in in_factors(explanation)
    assert " + " not in in_numbers(explanation)


def test_a_walk_of_the_stages_begins_on_what_each_computes() -> None:
    result = compute(LanguageModelSettings())
    firsts = [first_number(result, stage) for stage in stages(result)]
    assert firsts[3:7] == [("z", (3,)), ("p", (3,)), ("loss_nats", ()), ("dz", (3,))]
    assert firsts[-1] == ("after_old_x.p", (3,)) and firsts[0] == ("rows", (0, 0))
    for first, stage in zip(firsts, stages(result), strict=True):
        assert first in refs_of(stage_page(result, stage, 76))
