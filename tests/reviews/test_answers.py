"""The sentences of answers in reviews: every answer of every game has one, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace

import pytest
from golden.scenes import written_of

from twingkit import ember, imperium, policies, twing
from twingkit.core.example_lines import example_lines
from twingkit.core.games import game_by_id
from twingkit.core.language import call_in_language, in_language
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion, Question
from twingkit.core.starts import parse_start
from twingkit.core.words import LANGUAGES, MINUS
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.learn.reviews.answers import answer_sentence, answer_sentences_of, chance_result_text
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.sentences import given_and_best_sentences, seat_name
from twingkit.players.policies import RandomPolicy, computer_player
from twingkit_widgets.imperium.pictures.names import answer_label

GAMES = ("twing", "imperium", "ember", "imajica")
ACTING = (
    "players F W\nbox assumed\np1 hand F5 cat; ornicles 0\np2 hand W4; ornicles 0\n"
    "table turn 5; to-move p1; phase action; display puppet,panties"
)
ANSWERS = 150
"""The number of answers of a random game to check."""


def answers_in(game: str) -> Iterator[tuple[Game, Question, str]]:
    """Return the answers of snapshot scenes, and of the beginning of a random game of each example."""
    for record in written_of(game).values():
        played = Game.replay(record)
        yield from ((played, entry.question, entry.answer) for entry in played.transcript)
    for line in example_lines(game_by_id(game)):
        played, player = Game(parse_start(line, game), seed=5), RandomPolicy(5)
        for _ in range(ANSWERS):
            if played.question is None:
                break
            played.answer(player(played))
        yield from ((played, entry.question, entry.answer) for entry in played.transcript)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_of_every_game_is_a_sentence_about_who_gave_it(game: str) -> None:
    kinds = set()
    for played, asked, answer in answers_in(game):
        if isinstance(asked, ChanceQuestion):
            continue
        kinds.add((asked.kind, answer.partition(" ")[0]))
        for lang in LANGUAGES:
            words = played.start.rulebook().words
            said = call_in_language(lang, answer_sentence, played, asked, answer)
            side = call_in_language(
                lang, words.format_fact, answer_sentences_of(played).seat_name(played, asked.player)
            )
            name, verb = said[: len(side)], said[len(side) :]
            assert name.casefold() == side.casefold(), said
            assert re.match(r" [a-zäöü]+", verb), f"a verb follows the name: {said}"
    assert len(kinds) > 20, "the scenes show what can be answered"


@pytest.mark.parametrize("game", GAMES)
def test_who_gave_the_answer_can_be_addressed_as_you(game: str) -> None:
    for played, asked, answer in answers_in(game):
        if isinstance(asked, ChanceQuestion):
            continue
        english, german = (
            call_in_language(lang, answer_sentence, played, asked, answer, asked.player) for lang in LANGUAGES
        )
        you, verb, *_ = english.split()
        assert you == "You"
        assert verb == "pass" or not verb.endswith("s"), english
        du, verb, *_ = german.split()
        assert du == "Du"
        assert verb.rstrip(":").endswith(("st", "zt", "sst", "ässt")), german


@pytest.mark.parametrize("lang", LANGUAGES)
def test_IM_PICK_1_a_strategy_card_goes_by_its_name_and_no_choice_by_its_command(lang: str) -> None:
    cards = 0
    for played, asked, answer in answers_in("imperium"):
        word, _, rest = answer.partition(" ")
        said = "" if isinstance(asked, ChanceQuestion) else answer_sentence(played, asked, answer)
        if word in ("take", "strategy") and rest.isdecimal():
            cards += 1
            assert said.endswith(played.start.rulebook().words.name(f"strategy_{rest}"))
        assert "_" not in said
    assert cards > 10


@pytest.mark.parametrize("game", ["twing", "ember", "imajica"])
def test_the_game_has_words_of_its_own_for_each_of_its_answers(game: str) -> None:
    for played, asked, answer in answers_in(game):
        if not isinstance(asked, ChanceQuestion):
            assert answer_sentences_of(played).sentence(played, asked, answer), (asked.kind, answer)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_different_answers_to_a_question_are_told_differently(game: str, lang: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for played, asked, _ in answers_in(game):
        if isinstance(asked, ChanceQuestion) or len(seen) > 60:
            continue
        options = [asked.format_answer(option) for option in islice(asked.options(), 12)]
        if len(options) > 1 and tuple(options) not in seen:
            seen.add(tuple(options))
            told = {answer_sentence(played, asked, option) for option in options}
            assert len(told) == len(set(options)), (options, told)


SHIELD = """players F W L
p1 hand F5 trap; objects bra,cup,hat
p2 hand W4; entourage W4M W2; objects boots
p3 hand L2; objects socks
table turn 5; to-move p1; phase action; display puppet"""
LAYS = {
    "lay shield W2": ("lays a shield of Water 2", "legt einen Schild aus Wasser 2"),
    "lay shield W4M W2": (
        "lays a shield of Water 4 (mount) and Water 2",
        "legt einen Schild aus Wasser 4 (Reittier) und Wasser 2",
    ),
    "lay nothing": ("lays nothing", "legt nichts"),
    "lay W4 + W2": ("lays Water 4 and Water 2", "legt Wasser 4 und Wasser 2"),
}


@pytest.mark.parametrize("answer", LAYS)
def test_TW_BAT_4_a_shield_and_nothing_are_told_in_words(answer: str) -> None:
    game = twing.position_game(SHIELD, seed=1)
    game.give_answers("attack p2", "lay F5")
    question = game.question
    en, de = (call_in_language(lang, answer_sentence, game, question, answer) for lang in LANGUAGES)
    assert (en, de) == (f"The Witch {LAYS[answer][0]}", f"Die Hexe {LAYS[answer][1]}")


@pytest.mark.parametrize(("lang", "mage"), [("en", "the Mage"), ("de", "der Magier")])
def test_reviews_call_a_player_as_the_table_does(lang: str, mage: str) -> None:
    game = twing.position_game(SHIELD, seed=1)
    assert seat_name(game, 0) == mage
    battle = twing.battle_game("F: F5 vs W: W6")
    assert seat_name(battle, 0) == {"en": "the attacker", "de": "der Angreifer"}[lang]


def test_TW_VAR_16_who_announces_the_end_game_alone_is_told_to_enter_it() -> None:
    game = twing.position_game(SHIELD, seed=1, variant="endgame_entry=free")
    said = [call_in_language(lang, answer_sentence, game, game.question, "announce") for lang in LANGUAGES]
    assert said == ["The Mage enters the end game", "Der Magier beginnt das Endspiel"]


def test_TW_LEAVE_1_what_a_leaver_hands_out_is_reported() -> None:
    game = twing.position_game(SHIELD, seed=1, variant="leaver_chooses=true")
    game.give_answers("retire")
    question = game.question
    said = [call_in_language(lang, answer_sentence, game, question, "give bra p2") for lang in LANGUAGES]
    assert said == [
        "The Mage gives Bra of Destiny to the Witch",
        "Der Magier gibt der Hexe BH des Schicksals",
    ]
    back = [call_in_language(lang, answer_sentence, game, question, "give bra back") for lang in LANGUAGES]
    assert back == ["The Mage puts Bra of Destiny back", "Der Magier legt BH des Schicksals zurück"]


def test_TW_BAT_13_a_trap_names_whose_card_it_takes_and_the_rider() -> None:
    game = twing.position_game(
        SHIELD.replace("bra,cup", "bra,socks").replace("objects socks", "objects teddy"), seed=1
    )
    game.give_answers("attack p2", "lay F5", "lay W4 + W4M>W2")
    question = game.question
    said = [call_in_language(lang, answer_sentence, game, question, "trap >W2") for lang in LANGUAGES]
    assert said == [
        "The Mage plays a trap on the rider Water 2",
        "Der Magier spielt eine Falle auf den Reiter Wasser 2",
    ]
    assert answer_sentence(game, question, "trap p2 W2") == "The Mage plays a trap on Water 2 of the Witch"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_that_says_nothing_of_its_answers_has_the_question_beside_them(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ember.position_game("ember: p1 hand A5 E5 F5; p2 hand 3; to move p1 conjure", seed=1)
    own = answer_sentence(game, game.question, "done")
    monkeypatch.setattr(type(game_by_id("ember")), "load", lambda entry, part: None)
    said = answer_sentence(game, game.question, "done")
    assert said != own
    assert game.question.text().partition(": ")[2] in said


@pytest.mark.parametrize("text", ["", "  "])
def test_an_answer_without_a_word_is_refused_with_its_question(text: str) -> None:
    game = ember.position_game("ember: p1 hand A5 E5 F5; p2 hand 3; to move p1 conjure", seed=1)
    with pytest.raises(BadAnswer, match="not an answer") as caught:
        answer_sentence(game, game.question, text)
    assert game.question.text("de") in caught.value.text("de")


def test_TW_TURN_4_giving_up_an_element_is_told_of_all_its_spells() -> None:
    game = twing.position_game(
        "players F W\np1 hand F5 F3 W2 L4\np2 hand W4\ntable turn 5; to-move p1; phase turn; display hat,cup"
    )
    game.give_answers("draw spell A6")
    question = game.question
    assert answer_sentence(game, question, "discard F") == "The Mage discards all spells of the element Fire"
    with in_language("de"):
        assert (
            answer_sentence(game, question, "discard F")
            == "Der Magier wirft alle Zauber des Elements Feuer ab"
        )
    game.give_answers("discard F")
    assert [spell.token for spell in game.table.players[0].hand] == ["W2", "L4", "A6"]


END_GAME = """players F W L
p1 hand F5; objects bra,cup,hat{entered}
p2 hand W4; objects boots
p3 hand L2; objects socks
table turn 5; to-move p1; phase action; display teddy,puppet"""


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "The Mage retires from the game"), ("de", "Der Magier gibt auf und verlässt das Spiel")],
)
def test_TW_LEAVE_1_who_retires_is_told_to_leave_the_game(lang: str, said: str) -> None:
    game = twing.position_game(END_GAME.format(entered=""), seed=1)
    assert answer_sentence(game, game.question, "retire") == said
    game.give_answers("retire")
    assert game.table.players[0].has_left


@pytest.mark.parametrize("entered", ["", "; endgame"], ids=["first", "again"])
@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "The Mage makes an end-game attack"), ("de", "Der Magier macht einen Endspiel-Angriff")],
)
def test_TW_END_1_every_attack_of_the_end_game_is_told_as_an_attack(
    lang: str, said: str, entered: str
) -> None:
    game = twing.position_game(END_GAME.format(entered=entered), seed=1)
    assert answer_sentence(game, game.question, "endgame") == said


@pytest.mark.parametrize(
    ("lang", "answer", "text"),
    [
        ("en", "roll -2", f"{MINUS}2"),
        ("de", "roll 2", "+2"),
        ("en", "roll Sun", "a Sun"),
        ("de", "roll Spiral", "eine Spirale"),
        ("de", "event take_top_object", "das Ereignis „Nimm das oberste Objekt des Stapels“"),
    ],
)
def test_dice_and_events_of_twing_read_as_in_the_game(lang: str, answer: str, text: str) -> None:
    game = twing.battle_game("F: F5 vs W: W4").give_answers("lay F5", "lay W4")
    with in_language(lang):
        assert chance_result_text(game, answer) == text


@pytest.mark.parametrize(
    ("lang", "turn", "lays"),
    [
        ("en", "Turn 5", "The attacker lays Fire 5 and Fire 3"),
        ("de", "Zug 5", "Der Angreifer legt Feuer 5 und Feuer 3"),
    ],
)
def test_a_place_is_named_by_its_turn_and_a_lay_with_all_its_cards(lang: str, turn: str, lays: str) -> None:
    game = Game.begin(ACTING, game="twing")
    assert call_in_language(lang, answer_sentences_of(game).turn_text, game) == turn
    battle = twing.battle_game("F: F5 + F3 vs W: W6")
    assert call_in_language(lang, answer_sentences_of(battle).turn_text, battle) == ""
    worked = Review(battle.give_answers("lay F5", "lay W6", "roll 2", "roll 2").record)
    row = SimpleNamespace(place=1, answer="lay F5 + F3", best="lay F5")
    assert call_in_language(lang, given_and_best_sentences, worked, row)[0] == lays


def test_a_pass_says_what_is_left_undone() -> None:
    game = Game.begin(ACTING, game="twing")
    passes = {answer_sentence(game, game.question, "pass")}
    game.give_answers("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 2", "p2: roll 2")
    passes.add(answer_sentence(game, game.question, "pass"))
    assert passes == {"The Mage passes and draws two cards", "The Mage does not respond"}


def test_IM_TACT_1_an_activated_system_is_named_with_its_planets() -> None:
    activated = {
        answer: answer_sentence(played, asked, answer)
        for played, asked, answer in answers_in("imperium")
        if answer.startswith("activate ")
    }
    for answer, said in activated.items():
        planets = tiles_by_number()[answer.split()[1]].planets
        assert all(planet.name in said for planet in planets), said
    assert any(tiles_by_number()[answer.split()[1]].planets for answer in activated)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "You move 1 carrier and 4 infantry from 01 Jord to 34 Centauri/Gral"),
        ("de", "Du ziehst 1 Träger und 4 Infanterie von 01 Jord nach 34 Centauri/Gral"),
    ],
)
def test_IM_MOVE_1_a_move_says_what_moves_from_where_to_where(lang: str, said: str) -> None:
    game = imperium.new_game("short", seed=3)
    players = [computer_player(game.start, "greedy", seat) for seat in range(3)]
    while game.question.kind != "move" or game.question.player != 0:
        game.answer(players[game.question.player](game))
    with in_language(lang):
        assert answer_sentence(game, game.question, "move 01 1 carrier, 4 infantry jord", 0) == said


def test_TW_DUEL_1_a_moment_of_a_duel_names_its_fight() -> None:
    record = policies.play(twing.new_game(2, seed=3, explain=False), ["greedy", "greedy"], seed=1).record
    moments = Review(record).moments
    told = {answer_sentences_of(place.game).moment_text(place.game) for place in moments.curve_moments}
    assert any(re.fullmatch(r"Turn \d+ \(the \w+ to move\), fight 3 of the duel", moment) for moment in told)
    assert any(re.fullmatch(r"Turn \d+ \(the \w+ to move\)", moment) for moment in told)


def test_the_result_of_a_die_is_a_number_and_no_system() -> None:
    assert "10" in tiles_by_number()
    for answer in ("roll 10", "how_many 10", "buy 10"):
        assert re.search(r"(^| )10$", answer_label(answer))
    assert chance_result_text(imperium.new_game("short", seed=3), "roll 10") == "10"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            "You then have 0 command tokens in the tactic pool, 3 in the fleet pool and 3 in the strategy "
            "pool",
        ),
        ("de", "Du hast dann 0 Kommandomarker im Taktikvorrat, 3 im Flottenvorrat und 3 im Strategievorrat"),
    ],
)
def test_IM_PAY_3_a_division_of_tokens_names_each_pool_with_its_number(lang: str, said: str) -> None:
    line = "galaxy: short, action p1, p1 tactic 0 fleet 3 strategy 0 cards 1 5, p2 cards 2 6, p3 cards 3 7"
    game = imperium.position_game(line).give_answers("strategy 1")
    assert game.question.kind == "pools"
    assert call_in_language(lang, answer_sentence, game, game.question, "pools 0 3 3", 0) == said
