"""The right answers of questions on Imajica, found in a second way: from the printed figures."""

from __future__ import annotations

import re

import pytest

from twingkit.core.language import in_language
from twingkit.imajica.box.cards import load_cards
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.testing.questions import cached_item

CARDS = load_cards()
SEEDS = range(25)


def dealt(name: str) -> list[QuizItem]:
    return [cached_item("imajica", f"{name}:{seed}") for seed in SEEDS]


def numbers(item: QuizItem, word: str) -> list[int]:
    """Return the figures of a kind that the question names."""
    return [int(number) for number in re.findall(rf"\({word} (\d+)\)", item.prompt("en"))]


def test_IJ_SEIZE_4_the_seizers_go_on_with_more_only() -> None:
    for item in dealt("seizing:contest"):
        mine, theirs = item.prompt("en").split("contests")
        sums = [sum(map(int, re.findall(r"Magic (\d+)", part))) for part in (mine, theirs)]
        assert item.right_option.key == ("yes" if sums[0] > sums[1] else "no"), item.name


def test_IJ_SEIZE_7_the_resistance_is_reached() -> None:
    for item in dealt("securing:who"):
        (needed,) = numbers(item, "Resistance")
        for choice in item.choices:
            enough = sum(CARDS[name].magic for name in choice.key.split()) >= needed
            assert enough is choice.is_right, item.name


def test_IJ_ALLY_2_a_question_on_the_prime_limit_says_the_limit() -> None:
    for item in dealt("alliances:prime"):
        (limit,) = map(int, re.findall(r"Prime limit is (\d+)", item.prompt("en")))
        for choice in item.choices:
            assert (sum(CARDS[name].prime for name in choice.key.split()) <= limit) is choice.is_right, (
                item.name
            )
    for item in [*dealt("alliances:alone"), *dealt("alliances:limit")]:
        assert re.search(r"Prime limit is \d+", item.prompt("en")), item.name
        assert re.search(r"Prime-Grenze (ist )?\d+", item.prompt("de")), item.name


def test_IJ_CHAL_7_the_difference_is_the_damage() -> None:
    for item in dealt("damage:damage"):
        strengths = numbers(item, "Strength")
        target, *rest = strengths
        helper = rest.pop() if ") defends" in item.prompt("en") else 0
        assert int(item.right_option.key) == abs(sum(rest) - target - helper), item.name


def test_IJ_CHAL_8_challengers_and_target_are_pivoted() -> None:
    for item in dealt("damage:turned"):
        challengers = int(re.search(r"with (\d+) character", item.prompt("en"))[1])  # type: ignore[index]
        assert int(item.right_option.key) == challengers + 1, item.name


def test_IJ_DMG_1_one_card_kills_by_more_than_the_strength() -> None:
    for item in dealt("damage:outside"):
        (strength,) = numbers(item, "Strength")
        assert item.right_option.key == ("yes" if strength < 3 else "no"), item.name


def test_IJ_AFF_2_none_below_five_but_oviates() -> None:
    for item in dealt("challenges:vassal"):
        for choice in item.choices:
            names = choice.key.split(" with ")[1].split()
            able = all(CARDS[name].prime >= 5 or "oviate" in CARDS[name].affiliations for name in names)
            assert able is choice.is_right, item.name


def test_IJ_ORDER_2_the_lead_as_a_game_has_it() -> None:
    for item in dealt("setting-up:leader"):
        players, starter, number = map(int, re.findall(r"\d+", item.prompt("en").replace("1 (you)", "1")))
        assert item.right_option.key == f"p{(starter - 1 + number) % players + 1}", item.name


def test_IJ_SET_1_the_sites_are_laid_in_order() -> None:
    for item in dealt("setting-up:first-sites"):
        players, starter, dominion = map(int, re.findall(r"\d+", item.prompt("en").replace("1 (you)", "1")))
        assert item.right_option.key == f"p{(starter + dominion - 2) % players + 1}", item.name


def test_IJ_HOLD_4_what_is_left_is_compared() -> None:
    for item in dealt("holding:warden"):
        first = re.search(r"with ([^.]*)\. With Bribed Warden you move (.*?) to", item.prompt("en"))
        assert first
        left = [
            int(number)
            for name, number in re.findall(
                r"([A-Z][\w ’]*?) \(Magic (\d+)\)", first[1].replace(" and ", ", ")
            )
            if name.strip() != first[2]
        ]
        (needed,) = numbers(item, "Resistance")
        assert item.right_option.key == ("yes" if sum(left) < needed else "no"), item.name


def test_IJ_REC_2_five_dominions_are_counted() -> None:
    for name in ("ending:victory", "ending:border"):
        for item in dealt(name):
            sites = re.findall(r"([a-z-]+)(:pivoted)?=", item.table)
            covered = {one for site, pivoted in sites if not pivoted for one in CARDS[site].home_dominions}
            assert item.right_option.key == ("yes" if len(covered) == 5 else "no"), item.name


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_learner_is_called_you_where_seats_are_named(lang: str) -> None:
    one = {"en": "layer 1", "de": "erson 1"}[lang]
    you = {"en": "layer 1 (you)", "de": "erson 1 (du)"}[lang]
    for item in (*dealt("setting-up:turns"), *dealt("timing:order")):
        texts = [item.prompt(), *(choice.text() for choice in item.choices)]
        assert not any(one in text.replace(you, "") for text in texts), item.name


def test_no_german_sentence_bends_the_name_of_a_card_that_is_no_character() -> None:
    """Within a sentence, such a card stands in quotes."""
    with in_language("de"):
        odd = [
            card.name() for card in CARDS.values() if card.kind in ("flash", "dictate", "action", "combat")
        ]
    for topic in quiz_of("imajica").topics:
        for kind in quiz_of("imajica").makers(topic):
            text = quiz_of("imajica").item(f"{topic}:{kind}:1").prompt("de")
            for name in odd:
                assert name not in re.sub("„[^“]*“", "", text), (topic, kind, name)


def test_IJ_SHORT_1_the_reason_counts_the_dominions() -> None:
    for item in dealt("ending:short"):
        counted = 3 if item.right_option.key == "yes" else 2
        assert f"count for {counted}:" in item.reasons[0].text("en"), item.name


def test_IJ_PATH_2_the_reason_is_that_of_the_case() -> None:
    for item in dealt("paths:unread"):
        said = "somebody is still seizing" if item.right_option.key == "yes" else "No seizer is left"
        assert said in item.reasons[0].text("en"), item.name


def test_IJ_CARD_6_the_reason_says_where_a_holder_is() -> None:
    for item in dealt("cards:anywhere"):
        assert ("holds one of player 2’s Sites" in item.prompt("en")) is (
            "is a Holder" in item.reasons[0].text("en")
        ), item.name
