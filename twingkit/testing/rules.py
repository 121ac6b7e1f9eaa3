"""Tests of a rulebook and of a first game: everything they name exists, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain

from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.rulebook import STATUSES, Rulebook
from twingkit.core.words import LANGUAGES
from twingkit.learn.first_game.first_game import FirstGame, Texts

_RULE_ID = re.compile(r"[A-Z]+-")


def assert_rulebook(book: Rulebook) -> None:
    """Assert that every rule is complete.

    Every rule is in an existing chapter, has a status with a description, links to existing rules, and exists
    in every language; no chapter is empty. Every sentence exists in every language, and its table names a
    rule (or one of `ask` and `fault`). `Rulebook.load` itself refuses repeated ids.
    """
    chapters = [chapter.id for chapter in book.chapters]
    twice = sorted({home for home in chapters if chapters.count(home) > 1})
    assert not twice, f"the chapter {twice[0]!r} is given twice"
    for chapter in book.chapters:
        _assert_all_languages(f"the chapter {chapter.id!r}: its title", chapter.titles)
    for rule in book:
        assert rule.chapter in chapters, (
            f"{rule.id}: there is no chapter {rule.chapter!r}, expected {chapters}"
        )
        assert rule.status in STATUSES, (
            f"{rule.id}: its status is {rule.status!r}, expected one of {STATUSES}"
        )
        _assert_rules(f"{rule.id}: see", rule.see, book)
        assert rule.id not in rule.see, f"{rule.id}: see leads to the rule itself"
        _assert_all_languages(f"{rule.id}: its title", rule.titles)
        _assert_all_languages(f"{rule.id}: its text", rule.texts)
        if rule.notes:
            _assert_all_languages(f"{rule.id}: its note", rule.notes)
    for home in chapters:
        assert book.chapter(home), f"the chapter {home!r} has no rule"
    _assert_rules("rulings.toml", filter(_RULE_ID.match, book.sentences), book)
    for name, cases in book.sentences.items():
        for case, texts in cases.items():
            missing = [lang for lang in LANGUAGES if lang not in texts]  # empty texts are allowed
            assert not missing, f"rulings.toml: [{name}.{case}] is missing in {missing}"


def assert_first_game(game: str) -> None:
    """Assert that the first game of a game loads, with each part of its first screen, texts in every
    language, and existing rules.
    """
    entry = game_by_id(game)
    book: Rulebook = entry.load("rules")()
    try:
        first: FirstGame | None = entry.load("first_game")
    except Fault as lacks:
        raise AssertionError(f"{game}: {lacks}") from lacks
    assert first is not None, f"{game}: names no first game in its entry"
    for name, screen in first.screen.items():
        _assert_all_languages(f"{game}: the title of [screen.{name}]", screen.titles)
        _assert_all_languages(f"{game}: the text of [screen.{name}]", screen.texts)
    for name, texts in (*first.answers.items(), *first.taken.items()):
        _assert_all_languages(f"{game}: what is said of the answer {name!r}", texts)
    for rule, telling in first.tells.items():
        _assert_all_languages(f"{game}: [tell.{rule}]", telling.texts)
        if telling.titles is not None:
            _assert_all_languages(f"{game}: the title of [tell.{rule}]", telling.titles)
    named: Mapping[str, Iterable[str]] = {
        "[tell]": first.tells,
        "often": first.often,
        "shown": first.shown,
        "asked": chain(*first.asked.values()),
        "quiet": chain(*first.quiet.values()),
        "before": (*first.before, *first.before.values()),
        "brief": first.brief,
        "fewest": first.fewest,
        "arc": first.arc,
    }
    for part, rules in named.items():
        _assert_rules(f"{game}: {part} of its first game", rules, book)


def _assert_all_languages(what: str, texts: Texts) -> None:
    missing = [lang for lang in LANGUAGES if not texts.get(lang)]
    assert not missing, f"{what} is missing in {missing}"


def _assert_rules(what: str, rules: Iterable[str], book: Rulebook) -> None:
    unknown = [rule for rule in rules if rule not in book]
    assert not unknown, f"{what}: {unknown} are named, which are no rules"
