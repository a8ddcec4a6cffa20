"""The lesson and a person's own text are asked the same four things; this says which module answers for which.
The kind of the settings decides, and with it the kind of the result.
"""

from core.corpus import CorpusError, located, prepare, read_corpus, refusal
from core.language_model import report as lesson_report
from core.language_model import text_report, text_training
from core.language_model.lesson import LanguageModelResult, compute
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainSnapshot
from core.numbers import quoted
from core.report import Report

AnySettings = LanguageModelSettings | TextSettings
AnyResult = LanguageModelResult | TrainSnapshot
SOON_READ = 200_000
"""Bytes that are read and counted before a blink is over."""


def final(settings: AnySettings) -> AnyResult:
    """The step in full, or the end of training on the text. Raises CorpusError for a text that cannot be used."""
    return text_training.final(settings) if isinstance(settings, TextSettings) else compute(settings)


def report(result: AnyResult) -> Report:
    """The result as tables, series and sentences."""
    return text_report.report(result) if isinstance(result, TrainSnapshot) else lesson_report.report(result)


def data(result: AnyResult) -> LanguageModelResult | text_report.TextResult:
    """What JSON holds of a result: all of it, but not the weights of a model trained on a text."""
    return text_report.result(result) if isinstance(result, TrainSnapshot) else result


def check(settings: AnySettings) -> None:
    """Whether the text, if there is one, can be trained on, found out at once. Raises CorpusError, one line.

    Of a large file the kind and the size are looked at, no more: reading it is the work of the training.
    """
    if not isinstance(settings, TextSettings):
        return
    wrong = refusal(settings.corpus, settings.limits)
    if wrong:
        raise CorpusError(f"{quoted(settings.corpus, 60)}: {wrong}" if settings.corpus.strip() else wrong)
    if located(settings.corpus).stat().st_size <= SOON_READ:
        prepare(read_corpus(settings.corpus, settings.limits), settings.options)
