"""All rules of a game on paper, chapter by chapter."""

from __future__ import annotations

from twingkit.core.games import GameEntry
from twingkit.core.rulebook import Rule
from twingkit_widgets.learn.printed.sheet import WORDS, PrintedSheet
from twingkit_widgets.panel.address.addresses import book_of
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html


def rules_sheet(game: GameEntry) -> PrintedSheet:
    """Return the rules of a game as a printable sheet with one part for each chapter of the rulebook.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.core.games import game_by_id
    >>> len(call_in_language("de", rules_sheet, game_by_id("twing")).parts) > 5
    True
    """
    book = book_of(game)
    chapters = []
    for chapter in book.chapters:
        rules = [_rule(rule) for rule in book if rule.chapter == chapter.id]
        if rules:
            chapters.append(el("section", el("h2", chapter.title()), rules, cls="tk-stack"))
    return PrintedSheet(WORDS.say("rules", game=game.title()), "", tuple(chapters))


def _rule(rule: Rule) -> Markup:
    head = el("h3", rule.title(), " ", el("small", rule.id, cls="tk-soft"))
    return el("div", head, el("p", rule.text()), house_rule_notes_html([rule.id]))
