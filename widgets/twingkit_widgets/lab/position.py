"""What every lab offers in Python: its position, the table and the figure of what it shows, and links."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

import traitlets

from twingkit.core.errors import ExplainedError, KitError
from twingkit.core.language import call_in_language
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.panel import Panel

ResultT = TypeVar("ResultT")


class LabValueError(KitError, traitlets.TraitError, ValueError):
    """The error for a position, a tab or a variant that a lab does not have; `__cause__` explains it."""

    def __init__(self, cause: ExplainedError) -> None:
        super().__init__(cause)
        self.cause = cause

    def text(self, lang: str | None = None) -> str:
        """Return the explanation of the cause."""
        return self.cause.text(lang)

    def __str__(self) -> str:
        return self.text()


class StrictTextTrait(traitlets.Unicode):  # type: ignore[type-arg]
    """The trait of a position or a tab: it accepts only a `str`, and converts no other value."""

    def validate(self, obj: Any, value: object) -> str:
        """Return the text. Raises `TraitError` for any other value."""
        if not isinstance(value, str):
            self.error(obj, value)
        return str(value)


class LabConnection:
    """A connection that keeps two labs at the same position until its method `unlink` is called."""

    def __init__(self, first: PositionPanel, second: PositionPanel) -> None:
        self._labs = first, second
        second.show_linked_position(first.position)
        for lab in self._labs:
            lab.observe(self._pass_on, "position")

    def _pass_on(self, change: Any) -> None:
        first, second = self._labs
        (second if change.owner is first else first).show_linked_position(change.new)

    def unlink(self) -> None:
        """End the link; both labs keep their positions."""
        for lab in self._labs:
            lab.unobserve(self._pass_on, "position")


class PositionPanel(Panel):
    """Base class of panels that show one position of a game, which Python code can read and set as
    `position`.

    A page cannot set `position` directly: it sends actions, which are validated.
    """

    position = StrictTextTrait(help="the shown position in the game's notation; setting it shows another one")
    refused = ""
    """The reason why the table or figure requested last is missing; "" if it is not."""

    # -- what a lab defines

    position_kind = ""
    """The kind of its positions; only panels of the same kind can be linked."""

    @abstractmethod
    def _position_line(self) -> str:
        """Return the shown position in notation."""

    @abstractmethod
    def _normal_position(self, text: str) -> str:
        """Return another position in normal notation.

        Raises an explained error if it cannot be read, or if the rules forbid it.
        """

    @abstractmethod
    def _show_position(self, text: str) -> None:
        """Show another position, given in normal notation."""

    @abstractmethod
    def _shown_frame(self) -> DataFrame:
        """Return the table of what is shown. Raises an explained error if there is none."""

    @abstractmethod
    def _shown_figure(self) -> Figure:
        """Return the figure of what is shown. Raises an explained error if there is none."""

    # -- the position

    @traitlets.validate("position")
    def _checked_position(self, proposal: Any) -> str:
        text: str = proposal["value"]
        if text == self._position_line():
            return text
        return self.canonical_position(text)

    def canonical_position(self, position: str) -> str:
        """Return a typed position in the standard spelling that the lab itself would write.

        Raises `LabValueError` if it cannot be read, or if the rules forbid it.
        """
        return _explained(lambda: call_in_language(self.lang, self._normal_position, position))

    @traitlets.observe("position")
    def _on_position(self, change: Any) -> None:
        self.show_linked_position(change.new)

    def show_linked_position(self, position: str) -> None:
        """Show a position of another lab of this kind, also one that the rules forbid.

        Raises `LabValueError` if it cannot be read here.
        """
        if position == self._position_line():
            return
        self.error = None
        _explained(lambda: self._show_position(position))
        self.refresh()

    def _tell_changes(self) -> None:
        if self.position != (line := self._position_line()):
            self.position = line

    def _attempt(self, action: Callable[[], object], name: str = "") -> None:
        def act() -> None:
            try:
                action()
            finally:
                self._tell_changes()

        super()._attempt(act, name)

    def refresh(self) -> None:
        """Render the panel again, and tell observers a changed position."""
        super().refresh()
        self._tell_changes()

    def link(self, other: PositionPanel) -> LabConnection:
        """Keep the positions of two labs equal; `other` shows the position of this lab at once.

        Parameters
        ----------
        other
            Another lab of the same kind.

        Returns
        -------
        LabConnection
            The link; its method `unlink()` ends it.

        Raises
        ------
        LabFault
            If `other` is this lab, or no lab for the same positions.
        """
        if other is self or getattr(other, "position_kind", "") != self.position_kind:
            raise LabFault("fault.link")
        return LabConnection(self, other)

    # -- what is shown

    @property
    def frame(self) -> DataFrame:
        """The data that the panel shows, as a table computed by the game's public analyses (needs pandas).

        Its `attrs` contain the `position`. Without numbers the table is empty, and `refused` and
        `attrs["refused"]` say why.
        """
        import pandas as pd  # on request only: panels start without it

        frame = self._requested(self._shown_frame)
        if frame is None:
            frame = pd.DataFrame()
        frame.attrs |= {"position": self.position, "refused": self.refused}
        return frame

    @property
    def figure(self) -> Figure | None:
        """The plotly figure of the data that the panel shows; None if there is none, with the reason in
        `refused`.
        """
        return self._requested(self._shown_figure)

    def _requested(self, make: Callable[[], ResultT]) -> ResultT | None:
        """Return the result of `make`; if it raises an explained error, return None and store the reason in
        `refused`.
        """
        self.refused = ""
        try:
            return call_in_language(self.lang, make)
        except Exception as why:
            if not isinstance(why, ExplainedError):
                raise
            self.refused = why.text(self.lang)
        return None


def _explained(make: Callable[[], ResultT]) -> ResultT:
    """Return the result of `make`. Raises a `LabValueError` in place of any error that has an explanation."""
    try:
        return make()
    except Exception as why:
        if isinstance(why, ExplainedError):
            raise LabValueError(why) from why
        raise
