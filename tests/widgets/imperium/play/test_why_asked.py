"""Every question of a whole game has more of an explanation on the page than the number of a rule."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest
from long_runs import runs

from twingkit import Game, Question
from twingkit.core.language import call_in_language, localized
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.starts import new_game, position_game
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass, abilities_by_id, has_script
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.technology.research import researchable_technologies
from twingkit.imperium.galaxy.trade.transactions import BargainBeforeFire
from twingkit_widgets.imperium.pictures.explained import explained_card_id
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.turn.headline import title_of, turn_question_help
from twingkit_widgets.imperium.play.turn.why_asked import EXPLANATION_WORDS
from twingkit_widgets.table.play.player_view import PlayerView

BY_THE_CARD = {
    "aim", "bribe", "brilliant", "card", "gain_technology", "give_card", "given", "how_many", "ignore", "law",
    "learn", "lift", "loot", "lose", "nudge", "planet", "player", "predict", "research_too", "settle",
    "tactic_tokens", "take_card", "unit", "wormhole",
}  # fmt: skip
"""The kinds of questions that only cards and abilities ask: their own text explains them."""

OF_THEIR_OWN = {"turn", "secondary", "vote"}
"""The kinds of questions whose sentence depends on the state of the game."""


@localized
def page_of(game: Game, begun: Game | None = None, lang: str | None = None) -> PlayerView:
    """Return the page of the first seat at a question of a game, which may have begun as another one."""
    panel = ImperiumPlayPanel(record=(begun or game).record, seat=0, seed=1)
    panel.match.game, panel.match.pause_reason = game, ""
    return PlayerView(panel.match, panel.ui_state)


def kinds() -> Iterator[str]:
    """Return the kinds of questions of whole games that players answer, by their sentences."""
    folder = files("twingkit.imperium.texts")
    for name in ("play_questions", "card_play_rulings", "agenda_play_rulings"):
        asked = tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))["ask"]
        yield from (kind for kind in asked if not kind.startswith(("draw_", "roll_")))


def test_every_kind_of_question_has_a_sentence_or_is_explained_by_its_card() -> None:
    own = {key.partition(".")[0] for key in EXPLANATION_WORDS}
    unexplained = [kind for kind in kinds() if kind not in own | BY_THE_CARD | OF_THEIR_OWN]
    assert unexplained == []


def test_every_moment_at_which_something_can_be_used_is_told() -> None:
    windows = {
        window
        for ability in abilities_by_id().values()
        if ability.is_optional and has_script(ability.id)
        for window in ability.windows
    }
    untold = [window for window in windows - {"action"} if f"moment.{window}" not in EXPLANATION_WORDS]
    assert untold == []


def of_a_kind(question: Question) -> tuple[str, str, str]:
    """Return everything that determines the sentence of a question."""
    moment = question.moment.window if isinstance(question, UseOrPass) else ""
    return question.kind, question.rule, moment


@pytest.mark.parametrize("seed", range(runs(3, 60)))
def test_no_question_of_a_whole_game_is_shown_without_a_sentence(seed: int) -> None:
    """Players who try anything meet all kinds of questions."""
    rng = random.Random(seed)
    game = new_game(rng.sample([*faction_ids()], 3 + seed % 4), seed=seed, rolls="ask")
    panel, seen = ImperiumPlayPanel(record=game.record, seat=0, seed=1), set()
    for _ in range(1200):
        question = game.question
        if question is None:
            break
        if not isinstance(question, ChanceQuestion) and of_a_kind(question) not in seen:
            seen.add(of_a_kind(question))
            panel.match.settings = panel.match.settings.changed(seat=question.player)
            panel.match.game, panel.match.pause_reason = game, ""
            for lang in LANGUAGES:
                player_view = call_in_language(lang, PlayerView, panel.match, panel.ui_state)
                said = turn_question_help(question, player_view)
                assert said.endswith((".", "!", "?")), (of_a_kind(question), lang, said)
                assert title_of(question, player_view)
        game.answer(question.random_answer(rng))
    assert len(seen) > 15


def test_IM_TIME_2_who_may_use_something_reads_what_has_happened() -> None:
    game = new_game(seed=1, rolls="ask")
    mecatol = game.table.mecatol_system
    asked = UseOrPass(game.table, 0, Moment("activated", 1, mecatol), [])
    assert turn_question_help(asked, page_of(game)).startswith(
        "Player 2 activated system 18 Mecatol Rex just now"
    )
    played = UseOrPass(game.table, 0, Moment("card_played", 1, card="spy"), [])
    assert "Die Karte „Spion“ wird gespielt" in call_in_language(
        "de", turn_question_help, played, page_of(game, lang="de")
    )


@pytest.mark.parametrize(("limit", "word"), [("IM-FLEET-1", "fleet pool"), ("IM-FLEET-2", "room")])
def test_IM_FLEET_2_what_has_to_go_is_explained_by_the_limit_that_is_exceeded(limit: str, word: str) -> None:
    game = new_game(seed=1, rolls="ask")
    asked = UnitRemovalOverLimit(game.table, 0, 0, ["fighter"], 1, limit)
    assert asked.rule == limit
    assert word in turn_question_help(asked, page_of(game))


def test_IM_TIME_7_the_hand_limit_is_named_and_what_a_card_asks_is_explained_by_the_card() -> None:
    game = new_game(seed=1, rolls="ask")
    hand = ItemChoice(game.table, 0, ["spy", "plague"], kind="discard", rule="IM-TIME-7", subject=3)
    assert "at most 3 action cards" in turn_question_help(hand, page_of(game))
    schemed = ItemChoice(game.table, 0, ["spy", "plague"], kind="discard", rule="IM-UNIT-scheming")
    assert "Yssaril" in turn_question_help(schemed, page_of(game))


def test_IM_AGENDA_3_a_vote_says_who_votes_later() -> None:
    game = new_game(seed=1, rolls="ask")
    asked = CastVotes(game.table, 0, agendas_by_id()["mutiny"], ["for", "against"])
    game.table.speaker = 1
    assert turn_question_help(asked, page_of(game)).endswith("After you vote: Player 2.")
    game.table.speaker = 0
    assert "You vote last" in turn_question_help(asked, page_of(game))


def test_IM_TRADE_5_a_bargain_is_asked_without_the_words_of_the_notation() -> None:
    game = new_game(seed=1, rolls="ask")
    asked = BargainBeforeFire(game.table, 0, 1)
    title = title_of(asked, page_of(game))
    assert title.startswith("Player 2 is about to fire")
    assert "offer p2" not in title
    assert answer_text(asked, "pass") == "Not now"


FOUGHT = "action p1, custodians gone, p1 fleet 6 {p1} cards 1 5, p2 cards 2 6, p3 cards 3 7"
BATTLES = (
    ("sol hacan letnev", "", "2 cruiser 1 dreadnought", ", law crown_of_thalnos:p1", "again", "again"),
    ("l1z1x hacan sol", "tech nm ps da", "1 dreadnought! 1 flagship!", "", "target", "target_repaired"),
    ("yin hacan letnev", "tech st ic", "1 destroyer 1 cruiser", "", "target", "target_given"),
    ("sol hacan letnev", "hand dh", "2 cruiser", "", "target", "target_shot"),
)


@pytest.mark.parametrize(("factions", "has", "own", "more", "asked", "case"), BATTLES)
def test_every_choice_of_dice_and_units_in_a_battle_has_its_words_and_buttons(
    factions: str, has: str, own: str, more: str, asked: str, case: str
) -> None:
    fleets = f"at 18 p1 {own}, at 19 p2 1 dreadnought 1 flagship{more}"
    line = f"galaxy: {factions}, {FOUGHT.format(p1=has)}, {fleets}"
    game = position_game(" ".join(line.split()), seed=7, rolls="ask", variant="losses=ask")
    words = own.replace("!", "").split()
    ships = [f"{n} {name}" for n, name in zip(words[::2], words[1::2], strict=True)]
    for answer in ("activate 19", f"move 18 {', '.join(ships)}"):
        game.answer(answer)
    while not (game.question.kind == asked and game.question.battle_question.case_and_facts()[0] == case):
        question = game.question
        if question.kind == "roll":
            face = " 10" if case == "target_shot" and not question.player else " 1"
            game.answer(f"roll{face * question.battle_question.volley.count}")
        elif question.kind == "assign" and case == "target_shot":
            game.answer("assign dreadnought damage, flagship damage")
        else:
            game.answer(question.battle_question.default_answer())
    for lang in LANGUAGES:
        player_view = call_in_language(lang, page_of, game, new_game(factions.split(), seed=1))
        assert title_of(game.question, player_view).endswith("?")
        assert turn_question_help(game.question, player_view).endswith((".", "!", "?"))
        (group,) = player_view.play_design.answer_groups(game.question, player_view)
        written = [game.question.format_answer(answer) for answer in game.question.options()]
        assert [offer.answer for offer in group.buttons] == written
        assert len({offer.label for offer in group.buttons}) == len(written) > 1
        for offer in group.buttons:
            assert "{" not in offer.label
            assert "_" not in offer.label


def test_IM_MOVE_1_nobody_is_asked_to_choose_ships_if_nothing_can_move() -> None:
    game = new_game(seed=1, rolls="ask")
    game.table.put_units(0, game.table.mecatol_system, "carrier", 1)
    page, seen = page_of(game), set()
    for system in range(len(game.table.space)):
        asked = Move(game.table, 0, system)
        is_stuck = title_of(asked, page).startswith("Nothing can move")
        assert ("Choose ships" in turn_question_help(asked, page)) != is_stuck
        seen.add(is_stuck)
    assert seen == {True, False}


def test_IM_STRAT_technology_the_technologies_on_offer_explain_themselves_before_the_payment() -> None:
    game = new_game(seed=1, rolls="ask")
    asked = ItemChoice(
        game.table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-1", subject="strategy_7"
    )
    page = page_of(game, lang="de")
    text = call_in_language("de", turn_question_help, asked, page)
    explained = {entry.id for entry in call_in_language("de", page.term_marker.glossary.entries_in, text)}
    cards = {explained_card_id(card) for card in researchable_technologies(game.table, 0)}
    assert cards
    assert cards <= explained
