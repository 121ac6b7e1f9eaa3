"""What the teacher of the first game tells before a choice: the abilities that cards name."""

from __future__ import annotations

import re

import pytest
from imperium.galaxy.game.positions import chapter, sheet

from twingkit.imperium.first_game import FIRST_GAME, RULE_BY_ABILITY, rules_needed_to_read
from twingkit.imperium.galaxy.technology.research import research
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.first_game.briefing import choose_briefing, rule_title_and_text


def researching(**row: object):
    """The question which technology p1 researches."""
    return chapter(
        lambda table: research(table, 0, "IM-STRAT-technology"), lambda table: sheet(table, 0, **row)
    ).question


def test_IM_UNIT_6_abilities_that_technologies_name_are_told_where_these_are_first_offered() -> None:
    asked = researching(technologies=frozenset())
    assert {"ps", "st"} <= set(asked.choices), "Plasma Scoring and Sarween Tools"
    assert set(rules_needed_to_read(asked)) >= {"IM-PROD-1", "IM-UNIT-6", "IM-UNIT-5"}
    lesson = choose_briefing(FIRST_GAME, rulebook(), asked, ())
    later = choose_briefing(
        FIRST_GAME, rulebook(), asked, (), known=lesson.rule_ids, waited=lesson.postponed_rules
    )
    assert {"IM-PROD-1", "IM-UNIT-6"} <= {*lesson.rule_ids, *later.rule_ids}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "rule", sorted({*RULE_BY_ABILITY.values(), "IM-SPACE-2", "IM-SPACE-4", "IM-INV-1", "IM-INV-4"})
)
def test_the_teacher_says_what_an_ability_is_in_words_of_its_own(rule: str, lang: str) -> None:
    assert rule in FIRST_GAME.rule_texts
    _, text = rule_title_and_text(FIRST_GAME, rulebook()[rule])
    assert len(re.findall(r"[.!?](?:\s|$)", text)) <= 3
    assert text != rulebook()[rule].text()


@pytest.mark.parametrize(
    ("lang", "rest"),
    [("en", r"(others|[Oo]ther player|Secondary)"), ("de", r"(anderen|übrigen|Zweite Fähigkeit)")],
)
def test_IM_STRAT_1_of_each_strategy_card_both_abilities_are_told(lang: str, rest: str) -> None:
    cards = [rule for rule in rulebook() if re.fullmatch(r"IM-STRAT-[a-z]+", rule.id)]
    assert len(cards) == 8
    for rule in cards:
        assert re.search(rest, rule_title_and_text(FIRST_GAME, rule)[1]), rule.id
