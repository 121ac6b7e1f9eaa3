"""The lab of any game: a battle to build or type, who wins it, and a row of questions about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from twingkit.core.cards.box_faults import BoxError
from twingkit.core.language import language
from twingkit.core.lazy_imports import load_object
from twingkit.core.links import to_unquoted_link_value
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.design import LAB_CSS, AnyDraft, Draft, LabDesign
from twingkit_widgets.lab.lab_view import LabView
from twingkit_widgets.lab.position import LabValueError, PositionPanel, StrictTextTrait
from twingkit_widgets.lab.rules_choice import VariantPart, split_variant_and_draft
from twingkit_widgets.lab.tab import AnyPart, LabBuilder, LabFault, LabPart, LabTab, PanelAboveBattle
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.controls import fresh_id
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.panel import CSS, Handler
from twingkit_widgets.panel.settings.start_rules import start_variant

_MAX_UNDO = 50


class LabPanel(LabView, PositionPanel):
    """A panel in which a person builds or types a battle and opens tabs with its odds and other analyses, as
    a game's `LabDesign` defines.

    `position` is the battle in notation: read it, set it, `observe` it, or `link` it to another lab; `view`
    is the open tab; `frame` and `figure` are its table and its figure.

    >>> from twingkit_widgets.lab.labs_of_game import labs_of
    >>> lab = LabPanel(labs_of("imperium")[0], "space: 2 cruiser vs 1 dreadnought")
    >>> lab.position = "space: 3 cruiser vs 1 dreadnought"
    >>> lab.frame["win"].round(3).tolist()
    [0.86]
    >>> lab.position = "space: 2 cruiser against 1 carrier"
    Traceback (most recent call last):
        ...
    twingkit_widgets.lab.position.LabValueError: ...
    >>> lab.position
    'space: 3 cruiser vs 1 dreadnought'
    >>> lab.view = "casualties"
    >>> lab.view
    'casualties'
    """

    view = StrictTextTrait(help="the name of the open tab; setting it opens another one")
    state = traitlets.Unicode(help="the position in the lab and the open tab, as text for `restore`")

    def __init__(
        self,
        design: LabDesign,
        position: object = None,
        lang: str | None = None,
        *,
        view: str = "",
        site: bool = False,
        query: Mapping[str, str] | None = None,
        variant: str = "",
        **given: Any,
    ) -> None:
        """Show `position` (notation or a battle), or the example; if it is not valid, the panel shows the
        example and explains the fault.

        `view` is the tab to open, `query` further settings of a link (`address`), and `variant` the rules
        that judge the battle; an invalid variant is explained, too. With `site`, the head of the page has the
        link to the battle; otherwise the panel shows it. Further arguments are passed to the builder.
        """
        self._css = CSS + LAB_CSS + design.css
        self.design, self.is_site_page = design, site
        self.position_kind = design.page_name
        self.fault: NotationError | BoxError | Fault | None = None
        self.id_prefix = fresh_id()
        self._tabs: dict[str, LabTab] = {}
        self.open_tab_name = view if view in design.tab_paths else next(iter(design.tab_paths))
        example: AnyDraft = design.parse_draft(design.example_line)
        self.variant_part = VariantPart(self) if design.interpretations_page else None
        if self.variant_part and variant:
            example = example.with_variant(
                self.variant_part.parse_variant_or_box(type(example.variant), variant)
            )
        self.draft = example
        laid = example if position is None else None
        if position is not None:
            laid = self._read(position) if isinstance(position, str) else example.with_subject(position)
        self.has_broken_link = self.fault is not None
        self.draft = laid or example
        self.start_odds()
        if position is None and isinstance(self.odds_error, Fault) and not self.is_slow:
            self.draft = design.parse_draft("")  # an example without odds is no place to begin
        self.builder: LabBuilder = load_object(design.builder_path)(self, **given)
        self.aside: PanelAboveBattle | None = (
            load_object(design.aside_path)(self) if design.aside_path else None
        )
        self.lang = language()
        if query:
            self.open_tab.show_query(query)
            self.status = ""  # nothing to announce yet
        super().__init__(lang=lang)
        self._tell_changes()

    @property
    def saves_settings_from_address(self) -> bool:
        """True if the browser saves settings from the page's address like settings that were made
        in the lab.
        """
        return self.fault is None and f"{self._rules_kept()}{self.draft.line()}" != self.design.example_line

    # -- changes of the draft

    def set_draft(self, draft: Draft) -> None:
        """Show another draft, in a way that can be undone."""
        self.last_refusal = None
        if draft == self.draft:
            self.fault, self.invalid_text = None, ""
            self.status = f"{self.builder.side_effects_note()} {self._news()}".strip()
            return
        self.earlier_drafts = (*self.earlier_drafts, self.draft)[-_MAX_UNDO:]
        self._lay(draft)

    def set_subject(self, subject: object) -> None:
        """Show another subject, such as a battle, as if it had been built here; the change can be undone.

        Raises `LabFault` for a value that is not a subject of this lab.
        """
        if type(subject).__module__ == "builtins" and not isinstance(subject, type(self.draft.subject())):
            raise LabFault("fault.no_battle", found=one_line_excerpt(repr(subject), 40))
        self.set_draft(self.draft.with_subject(subject))

    def _lay(self, draft: Draft) -> None:
        self.draft = draft
        self.fault, self.invalid_text = None, ""
        self.start_odds()
        for part in self._parts():
            part.on_draft_changed()
        news = [
            self.builder.side_effects_note(),
            self._news(),
            *(part.change_announcement() for part in self._parts()),
        ]
        self.status = " ".join(text for text in news if text)

    def act_undo(self, value: object) -> None:
        """Undo the last change of the battle and announce it; nothing happens if there is none."""
        if self.earlier_drafts:
            *self.earlier_drafts, last = self.earlier_drafts
            self.last_refusal = None
            self._lay(last)
            self.status = f"{self.say('lab.undone')} {self.status}"

    def act_restore_allowed(self, value: object) -> None:
        """Return to the last battle that the rules allow."""
        if self.last_allowed_odds:
            self.set_subject(self.last_allowed_odds[0])

    def on_work_finished(self) -> None:
        """Show the odds once their long computation in the background has finished."""
        if isinstance(self.odds_error, UnfinishedError):
            self.start_odds()
            if not isinstance(self.odds_error, UnfinishedError):
                self.status = self._news()
                for part in self._parts():
                    part.on_odds_finished()

    # -- notation

    def act_line(self, value: object) -> None:
        """Read the notation field while the person is typing: show the battle as soon as the notation is
        valid, otherwise the fault.
        """
        laid = self._read(str(value.get("line", "")) if isinstance(value, dict) else str(value or ""))
        if laid is not None:
            self.set_draft(laid)

    def act_read(self, value: object) -> None:
        """Read the notation field; if the notation is not valid, announce why and keep the last
        valid draft.
        """
        self.act_line(value)
        if self.fault:
            self.status = f"{self.say('lab.no_line')} {self.fault.text()}"

    def _read(self, text: str) -> Draft | None:
        """Parse a text; if it is not valid, keep it with its fault and return None."""
        self.has_broken_link = False
        try:
            draft = self._parse(text.strip())
        except (NotationError, BoxError, Fault) as fault:
            self.fault, self.invalid_text = fault, text.strip()
            return None
        self.fault, self.invalid_text = None, ""
        return draft

    def _parse(self, text: str) -> Draft:
        """Parse notation as a draft that the current rules judge. Raises `NotationError` or `Fault`."""
        beside = self.design.parse_changed_draft
        draft: AnyDraft = beside(self.draft, text) if beside else self.design.parse_draft(text)
        judged: Draft = draft.with_variant(self.draft.variant) if self.variant_part else draft
        return judged

    # -- for use from Python

    def _position_line(self) -> str:
        return str(self.draft.line())

    def _normal_position(self, text: str) -> str:
        draft = self._parse(text.strip())
        if problems := self.design.refusals_from_python(draft):
            raise IllegalBattleError(list(problems))
        return draft.line()

    def _show_position(self, text: str) -> None:
        self.has_broken_link = False
        self.set_draft(self._parse(text))

    @traitlets.validate("view")
    def _checked_view(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name not in self.design.tab_paths:
            known = ", ".join(self.design.tab_paths)
            fault = LabFault("fault.no_tab", found=one_line_excerpt(repr(name), 40), known=known)
            raise LabValueError(fault) from fault
        return name

    @traitlets.observe("view")
    def _on_view(self, change: Any) -> None:
        if change.new != self.open_tab_name:
            self.error = None
            self.act_tab(change.new)
            self.refresh()

    def _tell_changes(self) -> None:
        super()._tell_changes()
        self.view, self.state = self.open_tab_name, self._saved_state()

    def _shown_frame(self) -> DataFrame:
        return self._tab_with_numbers().frame()

    def _shown_figure(self) -> Figure:
        return self._tab_with_numbers().figure()

    def _tab_with_numbers(self) -> LabTab:
        """Return the open tab. Raises an explained error if it has no numbers about the current draft."""
        tab = self.open_tab
        if not tab.accepts_any_draft and self.problems:
            raise IllegalBattleError(list(self.problems))
        if not (tab.accepts_any_draft or tab.has_frame_without_battle or self.draft.is_complete):
            raise LabFault("fault.incomplete")
        return tab

    # -- parts

    @property
    def open_tab(self) -> LabTab:
        """The open tab, created when it is first opened."""
        return self._made(self.open_tab_name)

    def get_part(self, name: str) -> AnyPart:
        """Return the tab of this name, created on first use; or the "builder" or the "aside"."""
        return {"aside": self.aside, "builder": self.builder}.get(name) or self._made(name)

    def _made(self, name: str) -> LabTab:
        if name not in self._tabs:
            self._tabs[name] = load_object(self.design.tab_paths[name])(self)
        return self._tabs[name]

    def _parts(self) -> list[LabPart]:
        beside: list[LabPart | None] = [self.variant_part, self.aside]
        return [self.builder, *(part for part in beside if part), *self._tabs.values()]

    def act_tab(self, value: object) -> None:
        """Open another tab by its name. Raises `LabFault` if there is none."""
        name = parse_offered_value(value, self.design.tab_paths)
        self._made(name)
        self.open_tab_name = name
        self.status = self.say(f"tabs.{self.open_tab_name}")

    def act_drag(self, value: object) -> None:
        """Move a dragged item to where it was dropped (`item>target`), in the builder or the open tab."""
        tab = self.open_tab
        own = tab.drag_name_prefix and str(value).startswith(tab.drag_name_prefix)
        (tab if own else self.builder).act_drag(value)

    def _handler(self, act: str) -> Handler:
        name = f"act_{act}"
        for part in (self.variant_part, self.builder, self.aside, self.open_tab):
            handler: Handler | None = None if hasattr(self, name) else getattr(part, name, None)
            if handler is not None:
                return handler
        return super()._handler(act)

    # -- state and address

    def _saved_state(self) -> str:
        beside = self.aside.saved_state() if self.aside else ""
        return beside or self._rules_kept() + self.builder.saved_state() + self._kept_tabs()

    def _rules_kept(self) -> str:
        return self.variant_part.saved_state() if self.variant_part else ""

    def _kept_tabs(self) -> str:
        """Return the saved state of the open tab, and of `always_saved_tab`."""
        design = self.design
        kept = self.open_tab.saved_state()
        first = self.open_tab_name == next(iter(design.tab_paths))
        tab = f"\n{self.open_tab_name}" if design.saves_open_tab and (kept or not first) else ""
        lasting = (
            self._tabs.get(design.always_saved_tab) if self.open_tab_name != design.always_saved_tab else None
        )
        other = lasting.saved_state() if lasting else ""
        return tab + (f"\n{kept}" if kept else "") + (f"\n\n{other}" if other else "")

    def restore(self, text: str) -> None:
        """Restore a saved state. If it is not valid, raises an error with an explanation and
        changes nothing.
        """
        beside = self.aside.draft_from_state(text) if self.aside else None
        rules, line = split_variant_and_draft(text) if self.variant_part else ("", text)
        tab = kept = lasting = ""
        if self.design.saves_open_tab:
            line, _, lasting = line.partition("\n\n")
            line, _, settings = line.partition("\n")
            tab, _, kept = settings.partition("\n")
        self.long_work.start_action()
        draft: AnyDraft = beside or self.design.parse_draft(line)
        if self.variant_part and not beside:
            draft = draft.with_variant(type(draft.variant).resolve(rules or "box"))
        self.open_tab_name = tab if tab in self.design.tab_paths else self.open_tab_name
        self._lay(draft)
        self.earlier_drafts, self.odds_before_change, self.last_refusal = (), None, None
        if self.aside:
            self.aside.load_state(text if beside else "")
        if kept:
            self.open_tab.load_state(kept)
        if lasting and self.open_tab_name != self.design.always_saved_tab:
            self._made(self.design.always_saved_tab).load_state(lasting)
        self.refresh()

    def address(self) -> dict[str, str]:
        """Return the query of a link to the current state, with values as in links but not yet
        percent-encoded.
        """
        address = {self.builder.line_parameter_name(): to_unquoted_link_value(self.draft.line())}
        if self.open_tab_name != next(iter(self.design.tab_paths)):
            address["view"] = self.open_tab_name
        rules = self.variant_part.address() if self.variant_part else {}
        return {**address, **rules, **self.builder.address(), **self.open_tab.address()}

    # -- the lower edge

    def act_lab_rule(self, value: object) -> None:
        """Open a rule at the lower edge of the lab; close it if that rule is already open or the value
        is "".
        """
        book = self.design.rulebook()
        wanted = str(value or "")
        self.open_rule_id = wanted if wanted in book and wanted != self.open_rule_id else ""
        self.act_understood(None)
        if self.open_rule_id:
            self.status = f"{self.open_rule_id}: {book[self.open_rule_id].title()}"

    def act_understood(self, value: object) -> None:
        """Close the notice at the lower edge."""
        self.last_refusal = None
        self.builder.close_notice()

    # -- texts

    def _news(self) -> str:
        why = " ".join(f"{problem.text()} {problem.rule}" for problem in self.problems)
        if why:
            return self.say("lab.news_forbidden", why=why)
        if not self.draft.is_complete:
            return self.say("lab.news_open")
        return self.stale_odds_text() if self.odds is None else self.builder.odds_announcement()


def open_lab_page(
    query: Query, design: LabDesign, position_key: str = "battle", line_prefix: str = ""
) -> OpenedPanel:
    """Return the page of a lab, opened with the position and settings from the address `query`.

    `position_key` is the name of the parameter with the notation to start with, `line_prefix` what is read
    before it; `?view=` is the open tab, `&variant=` the rules of a lab that has interpretations, and the
    settings of the open tab can follow.
    """
    rules = {"variant": start_variant(design.game)} if design.interpretations_page else {}
    line, parameters = query.valid_position_string(position_key), query.values("view", *rules)
    if line_prefix:
        line = f"{line_prefix}{line or design.example_line}"
    settings = query.values(design.state_parameter_of(parameters.get("view", "")))
    panel = LabPanel(design, line, query.lang, site=True, query=settings, **{**rules, **parameters})
    is_damaged = line is None and query.value(position_key) is not None
    return OpenedPanel(panel, bool(line or parameters), is_example=is_damaged)
