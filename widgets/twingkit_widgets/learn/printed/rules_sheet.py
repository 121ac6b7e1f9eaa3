"""All rules of a game on paper, chapter by chapter."""

from __future__ import annotations

from twingkit.core.games import GameEntry
from twingkit.core.rulebook import Rule
from twingkit_widgets.learn.printed.sheet import WORDS, Sheet
from twingkit_widgets.panel.address.addresses import book_of
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.read.rulebook.rulings import with_us_html


def rules_sheet(game: GameEntry, lang: str) -> Sheet:
    """Return the rules of a game as a sheet: a part for each chapter.

    >>> from twingkit.core.games import game_named
    >>> len(rules_sheet(game_named("twing"), "de").parts) > 5
    True
    """
    book = book_of(game)
    chapters = []
    for chapter in book.chapters:
        rules = [_rule(rule, lang) for rule in book if rule.chapter == chapter.id]
        if rules:
            chapters.append(el("section", el("h2", chapter.title(lang)), rules, cls="tk-stack"))
    return Sheet(WORDS.say(lang, "rules", game=game.title(lang)), "", tuple(chapters))


def _rule(rule: Rule, lang: str) -> Markup:
    """One rule: its title, its number, its text."""
    head = el("h3", rule.title(lang), " ", el("small", rule.id, cls="tk-soft"))
    return el("div", head, el("p", rule.text(lang)), with_us_html(rule.id, lang))
