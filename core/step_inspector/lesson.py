"""From settings to every number on the screen: the step laid open, the sequence, the gradient and the reading.

The gradient check and what an edit moved are computed apart, since only they cost more than a repaint may.
"""

from dataclasses import replace

import numpy as np

from core.cells import step as cell_step
from core.cells.formulas import LETTERS
from core.cells.gate import Gate
from core.cells.lstm import LstmStep
from core.cells.saturate import dot, total
from core.cells.spec import GATES, Array, Convention, Params
from core.cells.stacking import stack
from core.cells.step import Step
from core.step_inspector import sentences
from core.step_inspector.over_time import over_time
from core.step_inspector.remarks import held, unread
from core.step_inspector.result import FormulaLine, GateView, Reading, StepResult, StepView
from core.step_inspector.sequence import Flow, Track, rewind, run
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import (
    added_bias,
    bias_names,
    convention_of,
    layout_of,
    lines,
    named,
    places,
    read,
    stored,
    values,
)


def compute(settings: StepSettings) -> StepResult:
    """Every number of these settings but the gradient check."""
    track = track_of(settings)
    step = _step(settings, track)
    last = output_seed(settings)
    flow = rewind(track, settings.t, *last)
    whole = flow if settings.t == settings.steps else rewind(track, settings.steps, *last)
    params = stored(settings)
    view, reading = _view(settings, params, step), reading_of(settings, params)
    gradients, time = gradients_of(settings, flow), over_time(settings, track, whole)
    return StepResult(
        settings=settings,
        step=view,
        formulas=_formula_lines(settings, step),
        reading=reading,
        time=time,
        values=values(settings),
        gradients=gradients,
        loss_name=sentences.loss_name(settings),
        loss=loss_at(settings, track, settings.t),
        sentence=sentences.what_to_see(settings, view, reading),
        brief=sentences.in_brief(settings, view, reading) + ".",
        gradient_sentence=sentences.largest_gradient(settings, gradients),
        unread=unread(settings),
        held=held(view, gradients, time),
    )


def track_of(settings: StepSettings) -> Track:
    """The sequence of these settings through their cell, as their convention reads it."""
    h, c = settings.start()
    memory = c if settings.cell == "lstm" else None
    params = read(settings, stored(settings))
    return run(params, settings.inputs_over_time(), h, memory, convention_of(settings))


def output_seed(settings: StepSettings) -> tuple[Array, Array | None]:
    """The derivatives of the chosen output by h and, for an LSTM, by c at its step, (H,) each."""
    size, chosen = settings.hidden, settings.output
    zero = np.zeros(size)
    unit = np.ones(size) if chosen == "sum" else np.eye(size)[int(chosen[1:]) - 1]
    if settings.cell != "lstm":
        return unit, None
    return (zero, unit) if chosen[0] == "c" else (unit, zero)


def loss_at(settings: StepSettings, track: Track, t: int) -> float:
    """The chosen output after step t."""
    dh, dc = output_seed(settings)
    on_hidden = _product(dh, track.h[t])
    return float(on_hidden if track.c is None or dc is None else total(on_hidden, _product(dc, track.c[t])))


def _product(a: Array, b: Array) -> Array:
    """The inner product of two vectors, which saturates."""
    return np.asarray(dot(a[np.newaxis], b[:, np.newaxis])[0, 0])


def gradients_of(settings: StepSettings, flow: Flow) -> dict[str, Array]:
    """A Flow as matrices by name; inputs after its step have gradient 0."""
    dx = np.zeros((settings.steps, settings.inputs))
    dx[: len(flow.dx)] = flow.dx
    return named(settings, flow.dparams, flow.dh[:1], None if flow.dc is None else flow.dc[:1], dx)


def _step(settings: StepSettings, track: Track) -> Step:
    before = settings.t - 1
    x = settings.inputs_over_time()[before]
    c_prev = None if track.c is None else track.c[before]
    return cell_step.forward(track.params, x, track.h[before], c_prev, convention_of(settings))


def _view(settings: StepSettings, params: Params, step: Step) -> StepView:
    kept_text, added_text = _shares(settings.cell, step.convention)
    return StepView(
        t=settings.t,
        x=np.asarray(step.x, dtype=np.float64),
        h_prev=np.asarray(step.h_prev, dtype=np.float64),
        c_prev=getattr(step, "c_prev", None),
        gates=tuple(_gate(settings, params, name, gate) for name, gate in step.gates.items()),
        kept_text=kept_text,
        added_text=added_text,
        kept=getattr(step, "kept", None),
        added=getattr(step, "added", None),
        cell=getattr(step, "cell", None),
        tanh_cell=getattr(step, "tanh_cell", None),
        hidden=np.asarray(step.hidden, dtype=np.float64),
    )


def _shares(cell: str, convention: Convention) -> tuple[str, str]:
    """The formulas of what is kept from the past and of what this step adds."""
    if cell == "lstm":
        return "f * c_prev", "i * c_tilde"
    if cell == "rnn":
        return "", ""
    return ("(1 - z) * h_prev", "z * n") if convention.update_scales == "candidate" else ("z * h_prev", "(1 - z) * n")


def _gate(settings: StepSettings, params: Params, name: str, gate: Gate) -> GateView:
    layout, kind = layout_of(settings), settings.kind
    theirs = dict(zip(layout.gates[kind], layout.letters[kind], strict=True))
    added = added_bias(settings) if name == "forget" else 0.0
    second = f"b_rec{'' if kind == 'rnn' else f'_{LETTERS[kind][name]}'}"
    return GateView(
        name=name,
        letter=LETTERS[kind][name],
        theirs=theirs[name],
        activation=settings.activation if kind == "rnn" else "tanh" if name == "candidate" else "sigmoid",
        input_term=gate.input_term,
        recurrent_term=gate.recurrent_term,
        bias=None if params.b is None else params.b[GATES[kind].index(name)],
        bias_rec=gate.bias_rec if second in places(settings) else None,
        added_bias=added,
        pre=gate.pre,
        value=gate.value,
    )


def _formula_lines(settings: StepSettings, step: Step) -> tuple[FormulaLine, ...]:
    found = {name: gate.value for name, gate in step.gates.items()} | {"hidden": step.hidden}
    if isinstance(step, LstmStep):
        found["cell"] = step.cell
    return tuple(FormulaLine(line.name, line.text, line.quantity, found[line.quantity]) for line in lines(settings))


def reading_of(settings: StepSettings, params: Params) -> Reading:
    """How the convention in force reads and stacks the stored weights."""
    layout, kind = layout_of(settings), settings.kind
    return Reading(
        name=layout.name,
        title=layout.title,
        note=layout.note,
        convention=convention_of(settings),
        biases=layout.biases[kind],
        bias_names=bias_names(settings),
        forget_bias=added_bias(settings),
        gates=layout.gates[kind],
        letters=layout.letters[kind],
        transposed=layout.transposed,
        stacked=stack(replace(layout, forget_bias=0.0), params),
        sentence=sentences.reading(layout, kind, convention_of(settings)),
        brief=sentences.reading_in_brief(layout, kind, convention_of(settings)),
    )
