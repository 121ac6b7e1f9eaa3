"""Lists of rulings, and the rules behind them, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.core.games import game_of_rule
from twingkit.core.language import language
from twingkit.core.rulebook import Rule, Rulebook, Ruling
from twingkit.core.variants.house_rules import (
    all_house_difference_sentences,
    box_difference_sentences,
    house_difference_sentences,
)
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.panel.house_rules_words import house_rules_heading, variant_name
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el, esc, join
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.wording import say

_NOTED = {"printed": "noted", "reference": "reference_noted"}
"""The statuses of rules that are partly our ruling, by their original statuses."""


def status_key(rule: Rule) -> str:
    """Return the text key for the status of a rule; if the rule has a note, some statuses become "noted" or
    "reference_noted".
    """
    return _NOTED.get(rule.status, rule.status) if rule.note() else rule.status


def rule_status_name(key: str) -> str:
    """Return the displayed name of a rule's status, given the key from `status_key`."""
    return say(f"rule.{key}")


def rule_note_text(rule: Rule) -> str:
    """Return the note of a rule for visitors, with the titles of variant switches instead of their keys."""
    variants = game_of_rule(rule.id).load("variants")
    return variants.switches.replace_keys_by_titles(rule.note()) if variants else rule.note()


def house_rule_notes_html(rule_ids: Iterable[str]) -> Markup | None:
    """Render the house rules that change any of the given rules, each once; None if there are none."""
    rule_ids = list(rule_ids)
    sentences = list(
        dict.fromkeys(sentence for rule in rule_ids for sentence in house_difference_sentences(rule))
    )
    return _house_rules_list(sentences, game_of_rule(rule_ids[0]).id) if sentences else None


_MAX_UNFOLDED_HOUSE_RULES = 3
"""The largest number of house rules that are shown in full beside the rules of the box."""


def printed_rules_apply_note_html(
    lead: str, game: str, rule_ids: Iterable[str] = (), unfolded: bool = False
) -> Markup | None:
    """Return a note, starting with `lead`, that the printed rules of the box apply, with the house rules that
    change `rule_ids`; None without house rules.
    """
    every = all_house_difference_sentences(game)
    if not every:
        return None
    here = dict.fromkeys(sentence for rule in rule_ids for sentence in house_difference_sentences(rule))
    said = list(every) if len(every) <= _MAX_UNFOLDED_HOUSE_RULES else list(here)
    rest = [sentence for sentence in every if sentence not in said]
    more = el(
        "details",
        el("summary", house_rules_heading(game, "more" if said else "some")),
        _house_rules_list(rest, game),
        data_key="otherwise",
        open=unfolded,
    )
    at_once = _house_rules_list(said, game) if said else None
    note = (el("p", lead), at_once, more if rest else None)
    return el("div", note, cls="tk-note tk-small", data_key="by-the-box")


def all_house_rules_html(game: str) -> Markup | None:
    """Render all house rules that the site has for a game; None if there are none."""
    every = all_house_difference_sentences(game)
    return _house_rules_list(every, game) if every else None


def variant_note_html(variant: BaseVariant) -> Markup | None:
    """Return the name of the current variant with a collapsed list of its differences from the rules of the
    box; None if it has no differences.
    """
    if variant == variant.box():
        return None
    named = say("rule.in_use", name=variant_name(variant))
    listed = _lines(box_difference_sentences(variant))
    return el("details", el("summary", named), listed, cls="tk-note tk-small", data_key="rules-in-use")


def current_rules_list_html(label: str, sentences: Iterable[str]) -> Markup:
    """Return sentences about the current rules below the label `label`, one per line."""
    return el("div", el("b", label), _lines(sentences), cls="tk-with-us")


def _lines(sentences: Iterable[str]) -> Markup:
    return el("ul", [el("li", sentence) for sentence in sentences], cls="tk-list tk-lines")


def _house_rules_list(sentences: Iterable[str], game: str) -> Markup:
    return current_rules_list_html(house_rules_heading(game), sentences)


def rulings_html(rulings: Sequence[Ruling], open_rule_id: str = "") -> Markup:
    """Render a list of rulings as buttons that call `rule` with the id of the ruling's rule, with the open
    rule beside it.

    `open_rule_id` is the id of the rule that is open beside the list ("" for none); closing it sends "".
    """
    if not rulings:
        return el("p", say("rulings.none"), cls="tk-soft")
    items = [el("li", _ruling(ruling, index, open_rule_id)) for index, ruling in enumerate(rulings)]
    book = rulings[0].book
    return el(
        "div",
        el("ol", items, cls="tk-list tk-rulings"),
        rule_html(book[open_rule_id], book) if open_rule_id in book else None,
        cls="tk-split" if open_rule_id in book else "tk-stack",
    )


def _ruling(ruling: Ruling, index: int, chosen: str) -> Markup:
    return button(
        [el("span", ruling.text()), el("span", ruling.rule, cls="tk-rule")],
        "rule",
        ruling.rule,
        cls="tk-ruling",
        key=f"ruling:{index}",
        aria_pressed="true" if ruling.rule == chosen else "false",
    )


def source_html(source: str, book: Rulebook) -> Markup:
    """Return a source of a rule, the place where it is printed; an English heading is marked as English for
    readers of other languages.
    """
    if source in book.words:
        return esc(book.words.name(source))
    if language() == "en" or "“" in source:
        return esc(source)
    return el("span", f"EN “{source}”", lang="en")


def rule_html(rule: Rule, book: Rulebook, act: str = "rule") -> Markup:
    """Render one opened rule with its title, text, house rules, status, note, sources and related rules.

    Related rules are buttons that call `act` with their id; the close button calls it with "".
    """
    note = rule_note_text(rule)
    close = button(
        "×", act, "", cls="tk-icon-button", key="rule:close", shortcut=CLOSE, aria_label=say("rulings.close")
    )
    title_part = el("h3", rule.title(), tabindex="-1", data_focus=True, data_arrives=rule.id)
    head = el("header", el("div", el("p", rule.id, cls="tk-rule"), title_part), close)
    parts: list[Child] = [
        head,
        el("p", TermMarker(game_of_rule(rule.id).id, f"opened:{rule.id}").mark_new_terms(rule.text())),
        house_rule_notes_html([rule.id]),
    ]
    more: list[Child] = [
        el("summary", say("rule.more")),
        el("p", el("span", rule_status_name(status_key(rule)), cls="tk-chip")),
        el("p", note, cls="tk-note tk-small") if note else None,
    ]
    if rule.sources:
        where = join(*(source_html(source, book) for source in rule.sources), between=" · ")
        more.append(_fact(say("rule.sources"), el("p", where, cls="tk-small")))
    if rule.related_rules:
        related = [el("li", _related(book[other], act)) for other in rule.related_rules if other in book]
        more.append(_fact(say("rule.see"), el("ul", related, cls="tk-list tk-see")))
    key = f"opened:{rule.id}"
    parts.append(el("details", more, cls="tk-stack", data_fold=True, open=True, data_key=f"{key}:more"))
    return el(
        "article", parts, cls="tk-box tk-opened", data_key=key, data_sight=True, aria_label=rule.title()
    )


def _fact(label: str, content: Child) -> Markup:
    return el("div", el("h4", label, cls="tk-label"), content)


def _related(rule: Rule, act: str) -> Markup:
    return button(
        [el("span", rule.id, cls="tk-rule"), " ", rule.title()],
        act,
        rule.id,
        cls="tk-link",
        key=f"see:{rule.id}",
    )


class RulingsPanel(Panel):
    """A panel with the rulings of a game or a part of it, and the rule of the chosen ruling beside them."""

    def __init__(self, rulings: Sequence[Ruling], lang: str | None = None, open_rule_id: str = "") -> None:
        """Show `rulings`; `open_rule_id` is the id of the rule to open first."""
        self.rulings = tuple(rulings)
        self.open_rule_id = open_rule_id
        super().__init__(lang=lang)

    def render(self) -> Markup:
        """Return the list and the opened rule."""
        return rulings_html(self.rulings, self.open_rule_id)

    def act_rule(self, value: object) -> None:
        """Open the rule with this id, or close it."""
        book = self.rulings[0].book if self.rulings else None
        self.open_rule_id = ""
        if book is not None and value in book:
            self.open_rule_id = str(value)
            self.status = f"{self.open_rule_id}: {book[self.open_rule_id].title()}"
