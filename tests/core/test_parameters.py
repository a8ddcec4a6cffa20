"""The parameter lesson: counts against the lesson, against real weights and against what frameworks print."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import initialise
from core.cells.spec import GATES, CellKind, Params
from core.parameters import ParametersSettings, compute, report
from core.parameters.counting import COUNTINGS, Counting, Shape, countings, formula, per_gate, total
from core.parameters.reconcile import reconcile
from core.report import Table, Text, plain_data
from core.settings import SettingsError, parse
from tests.core.reference import index, lesson_values, load

SHAPES = st.builds(
    Shape,
    inputs=st.integers(1, 60),
    hidden=st.integers(2, 60),
    layers=st.integers(1, 5),
    directions=st.integers(1, 2),
    projection=st.just(0) | st.just(1),
)


def named(cell: CellKind, name: str) -> Counting:
    return next(c for c in COUNTINGS if c.cell == cell and c.name == name)


def evaluated(text: str) -> int:
    """The value of a sum as it is shown."""
    return int(eval(text.replace(" x ", " * "), {"__builtins__": {}}))


def test_the_lessons_numbers() -> None:
    result, expected = compute(ParametersSettings()), lesson_values()["params"]
    assert result.per_gate == expected["per_gate"]
    assert {cell.cell: cell.total for cell in result.cells} == {k: expected[k] for k in ("rnn", "gru", "lstm")}
    assert [cell.ratio for cell in result.cells] == [1, 3, 4]
    assert sum(gate.total for gate in result.gates if gate.cell == "lstm") == expected["lstm"]
    assert "300,500, 901,500 and 1,202,000" in result.sentence


def test_the_language_models_numbers() -> None:
    result, expected = compute(ParametersSettings()), lesson_values()["lm_params"]
    assert plain_data(result.lm) == pytest.approx(expected, rel=1e-12)
    assert sum(row.share for row in result.lm_rows) == pytest.approx(1)
    assert sum(row.size for row in result.lm_rows) == result.lm.total
    assert "9.999e+11 free cells" in result.lm_sentence and "65.6 % in W_o" in result.lm_sentence


@pytest.mark.parametrize("biases", [0, 1, 2])
@pytest.mark.parametrize("cell", list(GATES))
def test_counts_are_those_of_real_weights(cell: CellKind, biases: int) -> None:
    params = initialise.uniform(cell, 7, 5, np.random.default_rng(1), biases=biases)  # type: ignore[arg-type]
    counting = named(cell, ("no bias", "one bias vector", "two bias vectors")[biases])
    assert total(counting, Shape(7, 5)) == params.count()


@given(cell=st.sampled_from(list(GATES)), shape=SHAPES)
def test_a_stack_counts_the_cells_it_is_made_of(cell: CellKind, shape: Shape) -> None:
    widths = [shape.inputs] + [shape.directions * shape.hidden] * (shape.layers - 1)
    gates, H = len(GATES[cell]), shape.hidden
    cells = [
        Params(cell, np.zeros((gates, H, width)), np.zeros((gates, H, H)), np.zeros((gates, H)))
        for width in widths
        for _ in range(shape.directions)
    ]
    assert total(named(cell, "one bias vector"), shape) == sum(params.count() for params in cells)


PRINTED = [
    ("rnn", "two bias vectors", Shape(16, 32, 1, 2), 3200, "PyTorch"),
    ("gru", "two bias vectors", Shape(16, 32, 1, 2), 9600, "PyTorch"),
    ("lstm", "two bias vectors", Shape(16, 32, 1, 2), 12800, "PyTorch"),
    ("gru", "two bias vectors", Shape(5, 7, 3, 2), 2520, "PyTorch"),
    ("lstm", "two bias vectors", Shape(5, 7, 3, 2), 3360, "PyTorch"),
    ("lstm", "no bias", Shape(5, 7, 3, 2), 3024, "PyTorch"),
    ("lstm", "two bias vectors, projection", Shape(5, 7, 1, 1, 3), 301, "PyTorch"),
    ("lstm", "two bias vectors, projection", Shape(5, 7, 3, 2, 3), 1918, "PyTorch"),
    ("lstm", "two bias vectors, projection", Shape(5, 7, 2, 1, 2), 448, "PyTorch"),
    ("rnn", "one bias vector", Shape(16, 32), 1568, "Keras"),
    ("gru", "two bias vectors", Shape(16, 32), 4800, "Keras reset_after=True"),
    ("gru", "one bias vector", Shape(16, 32, 1, 2), 9408, "Keras reset_after=False"),
    ("lstm", "one bias vector", Shape(16, 32, 1, 2), 12544, "Keras"),
    ("rnn", "one bias vector", Shape(16, 32), 1568, "Flax SimpleCell"),
    ("gru", "one bias vector, two for the candidate", Shape(16, 32), 4736, "Flax linen GRUCell"),
    ("gru", "one bias vector", Shape(16, 32), 4704, "Flax NNX"),
    ("lstm", "one bias vector", Shape(16, 32), 6272, "Flax"),
]
"""Totals printed by PyTorch 2.13, Keras 3 and Flax 0.12.8 for these shapes."""


@pytest.mark.parametrize(("cell", "name", "shape", "printed", "user"), PRINTED)
def test_what_frameworks_print_is_found_under_their_name(
    cell: CellKind, name: str, shape: Shape, printed: int, user: str
) -> None:
    assert total(named(cell, name), shape) == printed
    exact = reconcile(printed, (cell,), shape).exact
    assert name in [match.convention for match in exact]
    assert any(user in match.users for match in exact)


@pytest.mark.parametrize("name", ["gru_3x4_reset_after", "gru_3x4_reset_before", "lstm_3x4", "gru_3x4_bidir"])
def test_keras_reference_weights_have_the_predicted_size(name: str) -> None:
    assert name in index("keras")
    weights = {key: array for key, array in load("keras", name).values.items() if key.startswith("w:")}
    cell: CellKind = "lstm" if name.startswith("lstm") else "gru"
    convention = "two bias vectors" if cell == "gru" and "before" not in name else "one bias vector"
    shape = Shape(3, 4, directions=2 if "bidir" in name else 1)
    assert sum(array.size for array in weights.values()) == total(named(cell, convention), shape)


def test_the_number_that_people_ask_about() -> None:
    shape = Shape(16, 32, directions=2)
    found = reconcile(9600, ("gru",), shape)
    assert "9,600 is a GRU with two bias vectors" in found.sentence
    assert "2 x (3 x 32 x (32 + 16) + 6 x 32) = 9,600" in found.sentence
    assert "With one bias vector it would be 9,408, 192 fewer." in found.sentence
    assert "With two bias vectors it would be 9,600, 192 more." in reconcile(9408, ("gru",), shape).sentence


def test_a_slip_in_the_shape_is_named() -> None:
    found = reconcile(9600, ("gru",), Shape(16, 32))
    assert not found.exact and [match.slip for match in found.elsewhere] == ["in both directions"]
    assert found.sentence.startswith("9,600 is a GRU in both directions with two bias vectors (PyTorch, ONNX, Keras")
    assert "2 x (3 x 32 x (32 + 16) + 6 x 32) = 9,600. No convention gives it at the shape above." in found.sentence
    swapped = total(named("lstm", "one bias vector"), Shape(7, 32))
    assert [m.slip for m in reconcile(swapped, ("lstm",), Shape(32, 7)).elsewhere] == ["with d and H swapped"]
    two_layers = total(named("lstm", "two bias vectors"), Shape(16, 32, 2))
    assert reconcile(two_layers, ("lstm",), Shape(16, 32)).elsewhere[0].slip == "with 2 layers"


def test_a_number_of_no_convention_gets_the_nearest_with_its_difference() -> None:
    found = reconcile(4801, ("rnn", "gru", "lstm"), Shape(16, 32))
    assert [match.total for match in found.nearest] == [4800] and found.nearest[0].difference == 1
    assert "No convention gives 4,801" in found.sentence and "1 fewer" in found.sentence


@pytest.mark.parametrize(("printed", "more"), [(5, False), (4799, False), (4801, True), (50_000, True)])
def test_only_a_larger_number_may_have_something_else_in_it(printed: int, more: bool) -> None:
    found = reconcile(printed, ("rnn", "gru", "lstm"), Shape(16, 32))
    assert not found.elsewhere and ("An embedding or a head may be in it." in found.sentence) is more


def test_nothing_typed_asks_for_a_number() -> None:
    found = compute(ParametersSettings(printed=0)).reconciliation
    assert "Type the number" in found.sentence and not found.exact and not found.nearest


def test_a_projection_adds_its_conventions_only_where_there_is_one() -> None:
    assert not any(c.projected for c in countings(("lstm",), 0))
    assert sum(c.projected for c in countings(("lstm",), 3)) == 2
    settings = ParametersSettings(inputs=5, hidden=7, projection=3, printed=301, cell="lstm")
    assert "PyTorch proj_size" in compute(settings).reconciliation.sentence


@given(counting=st.sampled_from(COUNTINGS), shape=SHAPES)
def test_the_shown_sum_makes_the_shown_total(counting: Counting, shape: Shape) -> None:
    assert evaluated(formula(counting, shape)) == total(counting, shape)


@given(shape=SHAPES, printed=st.integers(1, 20_000))
def test_reconciling_is_exact_or_nearest(shape: Shape, printed: int) -> None:
    found = reconcile(printed, ("rnn", "gru", "lstm"), shape)
    totals = [match.total for match in found.candidates]
    assert (printed in totals) == bool(found.exact) == (not found.nearest)
    assert all(match.total == printed for match in (*found.exact, *found.elsewhere))
    if found.nearest:
        assert abs(found.nearest[0].difference) == min(abs(printed - made) for made in totals)


@given(d=st.integers(1, 500), H=st.integers(1, 500))
def test_a_gate_is_a_third_of_a_gru_and_a_quarter_of_an_lstm(d: int, H: int) -> None:
    assert 3 * per_gate(d, H) == total(named("gru", "one bias vector"), Shape(d, H))
    assert 4 * per_gate(d, H) == total(named("lstm", "one bias vector"), Shape(d, H))


def test_the_report_shows_the_lessons_digits() -> None:
    sections = report(compute(ParametersSettings()))
    tables = [section for section in sections if isinstance(section, Table)]
    assert [row[4] for row in tables[0].written()] == ["300,500", "901,500", "1,202,000"]
    assert tables[-1].written()[-1][:2] == ["trigram cells", "999,900,000,000"]
    assert any("1,204,000 is an LSTM" in line for s in sections if isinstance(s, Text) for line in s.lines)


@pytest.mark.parametrize(
    "words",
    [
        ["hidden=0"],
        ["projection=500"],
        ["directions=3"],
        ["printed=1,5"],
        ["printed=12,34"],
        ["hidden=9,600"],
        ["cell=lsmt"],
        ["layers=1.5"],
    ],
)
def test_impossible_settings_are_refused_in_one_line(words: list[str]) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(ParametersSettings, words)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["9600", "9,600", "9_600", "9 600"])
def test_a_total_is_typed_as_frameworks_print_it(text: str) -> None:
    assert parse(ParametersSettings, [f"printed={text}"]).printed == 9600


def test_two_slips_at_once_are_named_where_one_does_not_do() -> None:
    printed = total(named("lstm", "two bias vectors"), Shape(16, 32, 2, 2))
    found = reconcile(printed, ("lstm",), Shape(16, 32))
    assert [match.slip for match in found.elsewhere] == ["with 2 layers in both directions"]
    assert found.sentence.startswith(f"{printed:,} is an LSTM with 2 layers in both directions with two bias vectors")


def test_a_projection_has_a_row_of_its_own_in_the_first_table() -> None:
    result = compute(ParametersSettings(projection=250, layers=3, directions=2))
    table = next(section for section in report(result) if isinstance(section, Table))
    last, counting = table.rows[-1], named("lstm", "one bias vector, projection")
    assert last[0] == "LSTM P = 250"
    assert last[4] == total(counting, Shape(100, 500, 3, 2, 250)) == evaluated(last[6].split(" = ")[0])
    assert last[3] == total(counting, Shape(100, 500, 1, 1, 250)) == 4 * last[2] + 250 * 500
    assert "gates unprojected: " in result.sentence
    assert len(compute(ParametersSettings()).cells) == 3
