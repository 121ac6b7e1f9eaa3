"""The base of every panel: Python renders HTML, one small client shows it and sends back what a person does.

A panel in ten lines::

    class Counter(Panel):
        def __init__(self, lang: str | None = None) -> None:
            self.count = 0                       # the state first ...
            super().__init__(lang=lang)          # ... this shows it

        def render(self) -> Markup:
            return join(el("p", self.count), button("One more", "add", 1, shortcut="n"))

        def act_add(self, value: object) -> None:
            self.count += int(str(value))
            self.status = f"Now {self.count}."   # read out by a screen reader

`render` returns the whole panel; it is called again after every action and when `lang` changes. It must not
change anything. Build it with `markup.el` and `markup.button`: they escape. From a notebook or a test
`panel.do("add", 1)` does what the click does. While a public method of a panel runs, its `lang` is the
language in force (`twingkit.core.language`), also for what others say for it.

What the HTML can carry (panel.js does the rest):

=============================  ==========================================================================
`data-act="name"`              on a button: a click calls `act_name(value)` with `data-value` (str or None)
`data-act` on a field          `input`, `select`, `textarea`: sends its value when it changes; a checkbox
                               sends True or False; a field with a `name` sends `{name: value}`
`data-act` on a `form`         sends `{name: value, ...}` of its named fields when it is submitted
`data-live`                    on a text field with `data-act`: sends while someone types, too (throttled)
`data-key="..."`               the same element in the next rendering: keeps focus, caret and identity
`data-focus`                   gets the focus when the focused element near it has gone
`data-arrives="..."`           gets the focus when an action here changed it, or made it; when it goes,
                               what had the focus before has it again (with `tabindex="-1"`)
`data-bring="..."`             comes into sight when an action here changed it: the whole of it if it fits,
                               and in any case the first one in the page
`data-head`, `data-foot`       a sticky bar at the upper or lower edge of the window: what has the focus or
                               comes into sight stays clear of it
`data-asked`                   is asked now: it is to be on one screen
`data-grows`                   with a `max-height`: grows by what `data-asked` leaves of the window
`data-stay`                    on what surrounds controls: what is pressed in there stays under the finger,
                               whatever comes or goes above it
`data-roving`                  on a group of buttons (links, folds, `data-item`s): one tab stop; arrows, Home,
                               End move
`data-shortcut="n"`            this key (see `keys.py`) clicks it while the focus is in the panel and nobody
                               types (Escape also then; it means the last one); with
                               `<html data-tk-keys="page">` also while nothing (or the place where the
                               frame leaves the focus, `#tk-content`) has it
`data-once`                    on a button: the second click of a double one is not sent; it was meant for
                               what stood there before
`data-drag`, `data-drop`       what can be dragged (by mouse, pen, or a finger that rests first), and where
                               to: calls `act_drag("what>where")`; `data-never` names where it may not
`data-delete="name"`           on a button: Delete or Backspace calls `act_name(value)` with its `data-value`
`role="tree"`                  on a group with `data-roving`: left and right close and open its `treeitem`s
`aria-disabled="true"`         is not clicked; prefer it to `disabled`, which loses the focus
`data-figure`                  the place of a chart: see `chart.py`
`data-print`                   on a button: prints the page
`data-copy="..."`              on a button: copies this text; then it says `data-copied`
`data-picture="name"`          on a button: saves the panel's chart as the picture `name.png`
`data-term="..."`              on a button: hovering, tapping or focusing it shows this meaning, under its
                               `data-name`; nothing is sent (see `terms.py`)
`data-controls`                left out of the still picture (`_repr_html_`)
=============================  ==========================================================================

A handler gives the person a file with `panel.send({"file": name, "type": mime}, [content])`. It may raise.
What can explain itself (a `text(lang)` method, as the core's refusals have, or a `problems` list of such) is
shown as it says; anything else is shown as an internal error and logged. The panel keeps its state and stays
usable. If the kernel is gone the page gets the event `twingkit:dead`; each new `status` is told to it by the
event `twingkit:said`, so that it can keep a log.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, wraps
from inspect import isgeneratorfunction, signature
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar, TypeVar, cast

import anywidget
import traitlets

from twingkit.core.errors import is_explained
from twingkit.core.language import call_in_language, in_language, language, localized
from twingkit.core.record import RecordError
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel import page_messages
from twingkit_widgets.panel.chart import file_message
from twingkit_widgets.panel.client import ClientScript
from twingkit_widgets.panel.keys import assign_shortcuts
from twingkit_widgets.panel.long_work import LongWork, UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el, join, raw
from twingkit_widgets.panel.static_html import html_without_controls
from twingkit_widgets.panel.static_output import StaticCopy, outputs_may_be_saved, show_with_static
from twingkit_widgets.panel.static_text import text_of_html
from twingkit_widgets.panel.wording import say

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
CSS = (HERE / "panel.css").read_text(encoding="utf-8")
"""The style of all panels; a game's pictures bring their own."""


_classes: dict[object, type[Panel]] = {}
"""The panel classes extended by the traits that anywidget adds to them."""


MethodT = TypeVar("MethodT", bound=Callable[..., Any])  # any signature

Handler = Callable[[object], object]
"""A method that carries out an action with the value that a page sent."""


def _in_its_language(method: MethodT) -> MethodT:
    """Decorate a method of a panel so that the panel's language is current while it runs."""

    @wraps(method)
    def speaking(panel: Panel, *given: object, **named: object) -> object:
        if panel.lang == language():
            return method(panel, *given, **named)
        return call_in_language(panel.lang, method, panel, *given, **named)

    return cast("MethodT", speaking)


class Panel(anywidget.AnyWidget):
    """Base class of all panels: Jupyter widgets that render HTML in Python and handle the actions of its
    controls.

    A panel with its own style sets `_css = CSS + "..."`.
    """

    _esm = ClientScript(HERE / "panel.js")
    _css: Path | str = HERE / "panel.css"

    CLIENT_ACTIONS: ClassVar[Mapping[str, object]] = {}
    """The actions that no control in the HTML names, each with an example value: the client sends them with a
    value that only it knows.
    """

    html = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode(help="the latest message, for the live region").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    working = traitlets.Unicode(help="the running long work, `name:percent:rest`; empty if none runs").tag(
        sync=True
    )

    def __init_subclass__(cls, **named: object) -> None:
        """Run the public methods of the class in the language of its panel."""
        super().__init_subclass__(**named)
        for name, method in list(vars(cls).items()):
            if not isinstance(method, FunctionType) or isgeneratorfunction(method):
                continue
            if name == "__init__" and "lang" in signature(method).parameters:
                cls.__init__ = localized(method)  # type: ignore[method-assign]
            elif not name.startswith("_"):
                setattr(cls, name, _in_its_language(method))

    def notify_change(self, change: Any) -> None:
        """Notify observers of a change, in the language of the panel."""
        with in_language(self.lang):
            super().notify_change(change)

    @localized
    def __init__(self, lang: str | None = None, **traits: object) -> None:
        """Show the panel in the language `lang`, or in the current one (English by default).

        The state that `render` needs must be set before.
        """
        self.error: Exception | None = None
        self.lang = lang or language()
        self._body = self._rendered()
        super().__init__(html=str(self._body), **traits)
        self.on_msg(self._receive)
        self.observe(self._translate, "lang")

    def add_traits(self, **traits: Any) -> None:
        """Add traits, as anywidget does with the client and the style.

        Panels with the same ones share a class, since creating one takes as long as everything else that a
        widget needs.
        """
        key = type(self), tuple((name, trait.default_value) for name, trait in traits.items())
        if key in _classes:
            self.__class__ = _classes[key]
        else:
            super().add_traits(**traits)
            _classes[key] = type(self)

    @cached_property
    def long_work(self) -> LongWork:
        """The panel's long computations, which continue in the background while the page is used."""
        return LongWork(self)

    @_in_its_language
    def _rendered(self) -> Markup:
        return assign_shortcuts(self.long_work.render(self.render))

    def render(self) -> Markup:
        """Return the panel's HTML for its current state. Every panel overrides this."""
        raise NotImplementedError(f"{type(self).__name__} has no rendering")

    @_in_its_language
    def refresh(self) -> None:
        """Render the panel again, with an alert for the last error if there is one."""
        self.long_work.start_action()
        self._body = self._rendered()
        self._show()

    def on_work_finished(self) -> None:
        """Use the answer of finished long work. Override it if rendering the view again is not enough."""

    @_in_its_language
    def on_work_stopped(self, done: bool) -> None:
        """Show the answer of finished long work (`done`), or show that the work has stopped."""
        self.status = say("work.done" if done else "work.halted")
        self._attempt(self.on_work_finished)
        if self.error is not None and not is_explained(self.error):
            self.status = say("work.failed")

    def on_work_progress(self) -> None:
        """Show the intermediate findings of a running computation. Override it if there is more to show than
        the progress.
        """

    def close(self) -> None:
        """Cancel long work and close the panel."""
        if "long_work" in self.__dict__:
            self.long_work.close()
        super().close()

    def _translate(self, change: object) -> None:
        self.status = ""  # the last message was in the other language
        self.refresh()

    @_in_its_language
    def do(self, act: str, value: object = None) -> None:
        """Carry out an action like a click on `data-act=act`.

        An error is shown in the panel and kept in `error`.
        """
        self.busy = True
        self._attempt(lambda: self._handler(act)(value), act)
        self.busy = False

    def _attempt(self, action: Callable[[], object], name: str = "") -> None:
        self.error = None
        self.long_work.start_action()
        try:
            try:
                action()
            except UnfinishedError as unfinished:
                self.status = unfinished.text()
            try:
                self._body = self._rendered()
            except Exception:
                # drawn again with the work marked as failed; the first error is shown
                with suppress(Exception):
                    self._body = self._rendered()
                raise
        except Exception as error:  # the person who clicked must see any error
            self.error = error
            if isinstance(error, MemoryError):
                error.__traceback__ = None  # the traceback holds what filled the memory
            if not is_explained(error):
                log.exception("%s: action %s failed", type(self).__name__, name)
        self._show()

    def act_dismiss(self, value: object) -> None:
        """Close the alert (every action does; nothing else needs to be done)."""

    def act_start_work(self, value: object) -> None:
        """Start or continue the long computation with the name `value`."""
        if self.long_work.start(value):
            self.status = say("work.runs")
            self.on_work_finished()

    def act_stop_work(self, value: object) -> None:
        """Pause the long computation with the name `value`."""
        if self.long_work.pause(value):
            self.status = say("work.halted")

    def _handler(self, act: str) -> Handler:
        handler: Handler | None = (
            getattr(self, f"act_{act}", None) if re.fullmatch(r"[a-z][a-z_]*", act) else None
        )
        if handler is None:
            raise LookupError(f"{type(self).__name__} has no action {act!r}")
        return handler

    @_in_its_language
    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and isinstance(content.get("act"), str):
            act, value = content["act"], content.get("value")
            self.busy = True
            self._attempt(lambda: self._carry_out(act, value), act[:40])
            self.busy = False
        elif isinstance(content, dict) and isinstance(content.get("need"), str):
            self.send(*file_message(content["need"]))
        elif isinstance(content, dict) and content.get("here") is True:
            self.long_work.note_viewer()
        else:
            log.warning("%s: a message without an action: %.200s", type(self).__name__, ascii(content))

    def _carry_out(self, act: str, value: object) -> None:
        """Carry out a message of the page. Raises `UnexpectedMessageError` if no control on the page sends
        it.
        """
        sent = page_messages.check_message_value(value)
        try:
            self._handler(act)(sent)
        except Exception as error:
            if isinstance(error, UnfinishedError) or is_explained(error):
                raise
            if act in self.CLIENT_ACTIONS or page_messages.is_offered_in_html(self.html, act, sent):
                raise
            log.info("%s: nothing on the page sends %r", type(self).__name__, act[:40], exc_info=True)
            raise page_messages.UnexpectedMessageError from error

    @_in_its_language
    def _show(self) -> None:
        self.html = str(join(self._alert(), self._body))

    def _alert(self) -> Markup | None:
        if self.error is None:
            return None
        close = button("×", "dismiss", cls="tk-icon-button", aria_label=say("panel.dismiss"))
        texts = el("div", [el("p", text) for text in error_explanation(self.error)])
        return el("div", texts, close, cls="tk-alert", role="alert", data_key="alert")

    @_in_its_language
    def static_html(self) -> Markup:
        """Return the panel as static HTML for a page without a kernel: nothing to click, its CSS included."""
        return el(
            "div",
            el("style", raw(str(self._css))),
            el("div", html_without_controls(self.html), cls="tk-body"),
            cls="tk-panel tk-still",
            lang=self.lang,
        )

    def static_text(self) -> str:
        """Return what the panel shows as plain text, such as the position in words."""
        return text_of_html(self.html)

    def _static_copy(self) -> StaticCopy:
        return StaticCopy(self.static_html(), self.static_text())

    @_in_its_language
    def _repr_html_(self) -> str:
        return str(self.static_html())

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, object], dict[str, object]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/html": self._repr_html_()}, metadata

    def _ipython_display_(self) -> None:
        bundle = self._repr_mimebundle_() if outputs_may_be_saved() else None
        if bundle is None:
            raise NotImplementedError  # IPython takes the bundle
        self.observe(show_with_static(bundle[0], self._static_copy), "html")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(lang={self.lang!r})"


def error_explanation(error: Exception) -> list[Child]:
    """Return the explanation of `error` for a person: one text or marked-up sentence per problem."""
    if isinstance(error, MemoryError):
        return [say("panel.memory")]
    if isinstance(error, ConnectionError):
        return [say("panel.unreached")]
    if not is_explained(error):
        return [say("panel.error", kind=type(error).__name__, text=str(error))]
    problems = getattr(error, "problems", ()) or (error,)
    return [_sentence(problem) for problem in problems]


def load_up_to_fault_button(error: Exception | None) -> Markup | None:
    """Return a button that loads a faulty record up to its first fault (`act_up_to`); None if no part can be
    loaded.
    """
    if not isinstance(error, RecordError) or error.game is None:
        return None
    return button(say("panel.up_to"), "up_to", cls="tk-button", key="up_to")


def _sentence(problem: Any) -> Markup:  # any object with a `text` method
    rule, text = getattr(problem, "rule", None), problem.text()
    shown = rule and f"[{rule}]" not in text  # errors of records contain the rule in their text
    return join(text, el("span", rule, cls="tk-rule") if shown else None, between=" ")
