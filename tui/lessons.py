"""The registry: every lesson once; tabs, keys, palette, help, command line and tests are made from it.

Nothing of a lesson is imported before it is used.
"""

from core.numbers import quoted
from core.spelling import nearest
from tui.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        name="highway",
        key="1",
        title="Highway",
        short="Highway",
        question="How far back does the error reach?",
        about="A plain RNN multiplies the gradient at every step by a factor that nobody controls, an LSTM by its "
        "forget gate, which it learns. What each leaves over a distance, first idealised, then measured in real cells.",
        settings="core.highway:HighwaySettings",
        final="core.highway:compute",
        report="core.highway:report",
        pane="tui.panes.highway:HighwayPane",
        source=("core.highway.idealised:power", "core.highway.real:measure", "core.highway.difference:differences"),
    ),
    Lesson(
        name="bias",
        key="2",
        title="Forget bias",
        short="Bias",
        question="How much is left, for which forget bias?",
        about="An LSTM's forget gate starts at sigma(b_f), and what is left of the cell after N steps is its N-th "
        "power. The table both ways, the ways in which a bias is set and not got, and code that sets it.",
        settings="core.forget_bias:BiasSettings",
        final="core.forget_bias:compute",
        report="core.forget_bias:report",
        pane="tui.panes.bias:BiasPane",
        source=("core.forget_bias.rules:left", "core.forget_bias.rules:bias_for", "core.forget_bias.rules:chrono"),
    ),
    Lesson(
        name="step",
        key="3",
        title="Step",
        short="Step",
        question="What does one step of a cell do, number by number?",
        about="An LSTM, a GRU or a plain RNN with every input, weight and bias open to be edited: what moves, what the "
        "gradient said would move, how each framework reads the same weights, and the sequence over time. "
        "Paste a number, a row or a matrix (numpy, tensor or CSV text) at the cursor.",
        settings="core.step_inspector.settings:StepSettings",
        words="core.step_inspector.stacked:parsed",
        further=(("How weights are given", "core.step_inspector.stacked:Order"),),
        final="core.step_inspector.lesson:compute",
        report="core.step_inspector.report:report",
        pane="tui.panes.step:StepPane",
    ),
    Lesson(
        name="params",
        key="4",
        title="Parameters",
        short="Params",
        question="How many numbers does a cell learn?",
        about="One gate has H (H + d) + H parameters; a cell has one, three or four of them. Type the total that your "
        "framework printed, and the convention behind it is named. Beside it, a language model against trigrams.",
        settings="core.parameters:ParametersSettings",
        final="core.parameters:compute",
        report="core.parameters:report",
        pane="tui.panes.parameters:ParametersPane",
        source=(
            "core.parameters.counting:per_gate",
            "core.parameters.counting:total",
            "core.parameters.reconcile:reconcile",
        ),
    ),
    Lesson(
        name="lm",
        key="5",
        title="Language model",
        short="LM",
        question="What does one step of a neural language model do?",
        about="Look up, concatenate, tanh, softmax, cross-entropy, and back: every number of one step on one example, "
        "each with the sum it came from. Or the same model on a text of your own: open one, or start with corpus=FILE.",
        settings="core.language_model.settings:LanguageModelSettings",
        final="core.language_model.faces:final",
        report="core.language_model.faces:report",
        pane="tui.panes.lm:LmPane",
        words="core.language_model.text_settings:parse_language_model",
        further=(("Settings of a text of your own (corpus=FILE)", "core.language_model.text_settings:TextSettings"),),
        bare="core.language_model.faces:data",
        check="core.language_model.faces:check",
        source=(
            "core.language_model.step:forward_from_rows",
            "core.language_model.step:backward",
            "core.language_model.step:updated",
            "core.language_model.text_training:train",
        ),
    ),
    Lesson(
        name="generalise",
        key="6",
        title="Generalise",
        short="General",
        question="Who does better on sentences never shown?",
        about="Forty sentences, eight of them held out: a neural language model, whose words share what they learn, "
        "against a trigram counter, whose words do not. When to stop, what each has left, and which words are alike.",
        settings="core.generalise.settings:GeneraliseSettings",
        final="core.generalise.study:final",
        report="core.generalise.report:report",
        pane="tui.panes.generalise:GeneralisePane",
        live=True,
        source=("core.generalise.study:run", "core.generalise.data:split", "core.trigram:count_trigrams"),
    ),
    Lesson(
        name="race",
        key="7",
        title="Race",
        short="Race",
        question="Who still knows the first symbol?",
        about="A plain RNN and a GRU train side by side to recall the first of T symbols: watch how far each "
        "remembers, and how much of the error reaches step 1 before any training. The GRU is "
        "h = (1 - z) h_prev + z n, so a negative z-bias shuts the gate z and keeps h: 1 - z = 0.88 a step at -2. "
        "PyTorch and Keras write z for 1 - z; there the same net has the opposite sign, a bias of +2.",
        settings="core.race.settings:RaceSettings",
        final="core.race.run:final",
        report="core.race.report:report",
        asks="core.race.report:question",
        pane="tui.panes.race:RacePane",
        live=True,
        source=("core.race.teach:Teacher", "core.race.lane:signal", "core.tasks:first_symbol", "core.race.run:run"),
    ),
    Lesson(
        name="memory",
        key="8",
        title="Memory",
        short="Mem",
        question="How far back does each cell remember?",
        about="The lesson's own experiment: every cell at every length from five starts, looked at after 200 and 1000 "
        "steps of the same run, one configuration for all, and twelve statements about it judged by what was measured.",
        settings="core.memory:MemorySettings",
        final="core.memory:final",
        run="core.memory:run",
        report="core.memory:report",
        pane="tui.panes.memory:MemoryPane",
        live=True,
        source=("core.memory.run:run", "core.memory.statements:judge", "core.race.run:run"),
    ),
    Lesson(
        name="attention",
        key="9",
        title="Attention",
        short="Attn",
        question="Who looks at whom?",
        about="Six words, their queries, keys and values, and the weights that each word gives the others, with every "
        "product open; your own sentence, your own numbers. And the point of it: any word is one step away, "
        "where an RNN needs T - 1 steps.",
        settings="core.attention:AttentionSettings",
        final="core.attention:compute",
        report="core.attention:report",
        pane="tui.panes.attention:AttentionPane",
        source=("core.attention.formulas:attend", "core.activations:softmax", "core.attention.path:measure"),
    ),
    Lesson(
        name="embeddings",
        key="0",
        title="Embeddings",
        short="Embed",
        question="Which words are used alike?",
        about="Count which words stand near each other, weigh the counts, keep the main directions: a map of words, "
        "their nearest, and king - man + woman. The analogies that fail are shown as well, and why those that "
        "come out do: parallel sentences. Or a text of your own: open one, or start with corpus=FILE.",
        settings="core.embeddings:EmbeddingsSettings",
        final="core.embeddings:compute",
        report="core.embeddings:report",
        pane="tui.panes.embeddings:EmbeddingsPane",
        check="core.embeddings:check",
        source=(
            "core.embeddings.space:cooccurrences",
            "core.embeddings.space:ppmi",
            "core.embeddings.space:components",
            "core.embeddings.query:analogy",
        ),
    ),
)

FIRST = "race"


class UnknownLesson(ValueError):
    """No lesson has that name; the message is one line with the nearest one."""


def find(name: str) -> Lesson:
    """The lesson called `name`. Raises UnknownLesson."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    names = [lesson.name for lesson in LESSONS]
    raise UnknownLesson(f"unknown pane {quoted(name)} (there are: {', '.join(names)}{nearest(name, names)})")
