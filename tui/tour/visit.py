"""Where a person is in a tour, and what of the stop is shown: one value, from which the bar is written."""

from dataclasses import dataclass, replace
from typing import Literal, Self

from tui.tour.model import Stop, Tour

Shown = Literal["question", "answer", "free"]
NEXT: dict[Shown, Shown] = {"question": "answer", "answer": "free", "free": "question"}
LEADS_TO: dict[Shown, str] = {"question": "answer", "answer": "free play", "free": "question"}
COMPUTING = "being computed ..."


@dataclass(frozen=True)
class Visit:
    """A tour under way: the number of the stop from 0, what of it is shown, its answer once that is computed."""

    tour: Tour
    number: int = 0
    shown: Shown = "question"
    answer: str = ""

    @property
    def stop(self) -> Stop:
        """The stop on screen."""
        return self.tour.stops[self.number]

    @property
    def place(self) -> str:
        """Which stop of how many."""
        return f"TOUR {self.number + 1}/{len(self.tour.stops)}"

    def reaches(self, by: int) -> bool:
        """Whether there is a stop so many further on."""
        return 0 <= self.number + by < len(self.tour.stops)

    def moved(self, by: int) -> Self:
        """At another stop, its question shown."""
        return replace(self, number=self.number + by, shown="question", answer="")

    def turned(self) -> Self:
        """Question, answer, free play, question."""
        return replace(self, shown=NEXT[self.shown])

    def lines(self, roomy: bool, where: str = "") -> dict[str, str]:
        """The labelled paragraphs of the bar; all of them where there is room. `where` says of which settings the
        answer speaks, if the pane has others by now."""
        said = f"(where {where}) " if where else ""
        answer = {"Answer": f"{said}{self.answer or COMPUTING}"} if self.shown == "answer" else {}
        look = {"Look": self.stop.text} if roomy or not answer else {}
        return {**look, "Predict": self.stop.question, **answer}

    def keys(self, kept: int) -> tuple[tuple[str, str], ...]:
        """The tour's keys that work now, and what each does; `kept` is a stop that G goes to, or 0."""
        keys = [("A", LEADS_TO[self.shown])]
        if kept:
            keys.append(("G", f"to {kept + 1}"))
        keys.append(("F", "forward" if self.reaches(1) else "finish"))
        if self.reaches(-1):
            keys.append(("P", "back"))
        return (*keys, ("L", "leave"))
