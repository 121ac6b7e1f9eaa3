"""The texts of whole games: every ruling, question and refusal exists in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from twingkit.core.questions import BadAnswer, Question
from twingkit.core.rulebook import READER_KEY, Ruling
from twingkit.core.words import BUILTIN_LANGUAGES
from twingkit.imperium.galaxy.starts import ImperiumGame, new_game
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.texts.rulebook import rulebook

GAMES = [(players, seed) for players in ("short", 3, 4, 5, 6) for seed in (1, 2, 3)]
"""The games played: the number of players, and the seed."""

TRIED = (
    "pass", "activate 18", "activate 99", "strategy 1", "play lucky", "use orbital_drop", "move 18 9 carrier",
    "land 9 infantry mr", "build 9 flagship", "build 30 fighter", "pay mr", "pay 99 goods", "pools 0 0 0",
    "pools 9 9 9", "remove 1 carrier", "vote for mr", "vote nobody mr", "take 1", "none",
)  # fmt: skip
"""Answers that are tried at every question; most of them are forbidden."""


@cache
def played(players: int | str, seed: int) -> tuple[tuple[Ruling, ...], tuple[str, ...]]:
    """Play a game of random players; return its rulings and refusals, and its questions in all languages."""
    game: ImperiumGame = new_game(players, seed=seed)
    rng = random.Random(seed)
    refused: dict[tuple[str, str], Ruling] = {}
    asked: dict[str, None] = {}
    while game.question is not None:
        question = game.question
        asked.update(dict.fromkeys(question.text(lang) for lang in BUILTIN_LANGUAGES))
        if isinstance(question, GalaxyQuestion):
            for ruling in refusals(question, rng):
                refused.setdefault((ruling.rule, ruling.case), ruling)
        game.answer_randomly(rng)
    return (*game.rulings, *refused.values()), tuple(asked)


def refusals(question: Question[str], rng: random.Random) -> Iterator[Ruling]:
    """Return the refusals of answers tried at a question: answers to other questions, and garbled allowed
    ones."""
    own = [re.sub(r"[0-9]+ ", "30 ", text) for text in map(str, islice(question.options(), 3))]
    for text in (*rng.sample(TRIED, 3), *own):
        try:
            refusal = question.refusal(question.parse_answer(text))
        except BadAnswer as fault:
            for lang in BUILTIN_LANGUAGES:
                fault.text(lang)  # raises if a sentence is missing
            continue
        if refusal is not None:
            yield refusal.ruling


@pytest.mark.parametrize("lang", BUILTIN_LANGUAGES)
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_ruling_and_refusal_of_a_game_is_a_whole_sentence(
    players: int | str, seed: int, lang: str
) -> None:
    rulings, _ = played(players, seed)
    for ruling in rulings:
        names = {f"p{seat + 1}": READER_KEY for seat in range(1)}
        for said in (ruling, ruling.seen_by(0), ruling.for_reader(names)):
            text = said.text()
            place = (ruling.rule, ruling.case, text)
            assert text[0].isupper() or text[0].isdigit() or text[0] in "„“'", place
            assert text.endswith("."), place
            assert not re.search(r"[{}]|  | ,|\(\)|\bIM-|_", re.sub("['„][^'“]*['“]", "Q", text)), place


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_question_of_a_game_is_asked_in_words(players: int | str, seed: int) -> None:
    _, questions = played(players, seed)
    assert len(questions) > 100
    for text in questions:
        assert not re.search(r"[{}]|  | ,|\(\)|_", text), text
        assert text[-1] in "?.", text


OFFERED = ("note blah:p2", "note blah:p1", "note ceasefire:p6", "card blubb", "card mutiny", "vote:blubb")
"""Offers and requests of things that the box does not have, or that do not exist."""


def strange(question: Question[str], seats: int) -> Iterator[str]:
    """Return answers that name what the box does not have: allowed ones with a word changed, and offers."""
    for text in map(str, islice(question.options(), 3)):
        words = text.split(" ")
        for place in range(1, len(words)):
            changed = "blubb," if words[place].endswith(",") else "blubb"
            yield " ".join([*words[:place], changed, *words[place + 1 :]])
        yield f"{text} blubb"
        yield f"{text}, blubb"
    for seat in range(seats):
        for thing in OFFERED:
            yield f"offer p{seat + 1} nothing for {thing}"
            yield f"offer p{seat + 1} {thing} for nothing"


@pytest.mark.parametrize("seed", [1, 2])
def test_what_names_nothing_of_the_box_is_refused_in_words_or_leads_to_a_question_that_reads(
    seed: int,
) -> None:
    game: ImperiumGame = new_game(["sol", "hacan", "letnev"], seed=seed)
    rng, tried = random.Random(seed), 0
    while game.question is not None and len(game) < 300:
        question = game.question
        for text in (
            strange(question, 3) if isinstance(question, GalaxyQuestion) and rng.random() < 0.5 else ()
        ):
            tried += 1
            try:
                refusal = question.refusal(question.parse_answer(text))
            except BadAnswer as fault:
                said: list[str] = [fault.text(lang) for lang in BUILTIN_LANGUAGES]
            else:
                if refusal is None:
                    twin = game.copy()
                    twin.answer(text)
                    said = (
                        []
                        if twin.question is None
                        else [twin.question.text(lang) for lang in BUILTIN_LANGUAGES]
                    )
                else:
                    said = [refusal.text(lang) for lang in BUILTIN_LANGUAGES]
            assert all("{" not in one for one in said), (text, said)
        game.answer_randomly(rng)
    assert tried > 1000


# -- the sources: rulings that these games never reached


@pytest.mark.parametrize(
    ("searched", "lang"),
    [("Mecatol Rex landen", "de"), ("Mecatol", "de"), ("land Mecatol Rex", "en"), ("Mecatol", "en")],
)
def test_IM_INV_13_a_search_for_the_landing_on_Mecatol_Rex_finds_the_custodians_first(
    searched: str, lang: str
) -> None:
    assert rulebook().search(searched, lang)[0].id == "IM-INV-13"
