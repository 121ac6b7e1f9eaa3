"""Questions about whole games: the right option is found again by playing the game out."""

from __future__ import annotations

from collections import Counter

import pytest
from long_runs import runs
from twing.quiz_items import dealt

from twingkit import Game, Refusal
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.player import reader_names_as_you
from twingkit.twing.variants.disagreements import disagreements
from twingkit.twing.variants.variant import BOX, PRESETS

pytestmark = pytest.mark.slow

MANY = range(50)

MAY = [
    (topic, "may")
    for topic in ("the-turn", "ornicles-and-ritual", "duels", "supporting", "end-game", "whole-game")
]


def learner(game: Game) -> object:
    return game.table.players[0]


# -- the right option, found in another way


@pytest.mark.parametrize(
    "names",
    [("the-turn", "action"), ("ornicles-and-ritual", "action"), ("whole-game", "action")],
    ids=":".join,
)
def test_TW_TURN_3_the_right_action_is_allowed_and_the_others_are_refused(names):
    for asked in dealt(*names):
        game, rules = asked.game(), set()
        if game.question.kind == "switch":
            game.answer("keep")
        for choice in asked.choices:
            seat = choice.key.replace("-", " ")
            no = game.refusal(f"p1: {seat}")
            assert (no is None) is choice.is_right
            rules |= {no.rule} if no else set()
            assert choice.forgotten_rule in ("", no.rule if no else "")
            said = [reason.text() for reason in choice.reasons]
            assert choice.is_right or no.for_reader(reader_names_as_you(learner(game))).text() in said
        assert rules


@pytest.mark.parametrize("names", MAY, ids=":".join)
def test_TW_TURN_3_who_may_does_it_and_who_may_not_hears_why(names):
    for asked in dealt(*names):
        allowed = asked.right_option.key == "yes"
        assert isinstance(asked.reasons[0], Refusal) is not allowed
        if allowed:
            done = asked.game_after().transcript[len(asked.answers_before) :]
            cited = {(ruling.rule, ruling.case) for entry in done for ruling in entry.rulings}
            assert (asked.reasons[0].rule, asked.reasons[0].case) in cited, asked.name


def test_TW_SET_5_the_next_turn_is_that_of_who_is_asked_next():
    for asked in dealt("the-turn", "next"):
        game = asked.game_after()
        assert asked.right_option.key == f"p{game.question.player + 1}"
        assert not game.table.players[game.question.player].has_left


def test_TW_TURN_4_what_a_hand_may_hold():
    for asked in dealt("the-turn", "limit"):
        player = learner(asked.game_after())
        assert len({spell.element for spell in player.hand}) <= 3
        assert len(player.hand) <= 15
        answers = [line for line in asked.answers_after if "discard" in line]
        choice = asked.right_option.key
        assert (choice == "nothing") is (not answers)
        if answers:
            assert choice == ("choose_spell" if "spell" in answers[0] else "choose_element")


def test_TW_SET_3_only_the_spell_is_kept_of_what_is_drawn_on():
    for asked in dealt("the-turn", "refill"):
        player = learner(asked.game_after())
        drawn = [
            line.split("draw ")[1]
            for line in (*asked.answers_before, *asked.answers_after)
            if "p1: draw" in line
        ]
        held = Counter(f"spell {card.token}" for card in player.hand)
        held += Counter(f"creature {card.token}" for card in player.entourage)
        held += Counter({"cat": player.cats, "trap": player.traps})
        kept = asked.right_option.key.replace("spell-", "spell ").replace("creature-", "creature ").split("-")
        assert not Counter(kept) - held
        thrown = Counter(drawn) - Counter(kept)
        pile = Counter(
            f"{'spell' if isinstance(card, Spell) else 'creature'} {card.token}"
            if isinstance(card, Spell | Creature)
            else card
            for card in asked.game_after().table.discard_pile
        )
        assert not thrown - pile


@pytest.mark.parametrize(
    "names",
    [
        ("ornicles-and-ritual", "count"),
        ("duels", "count"),
        ("supporting", "settled"),
        ("events", "count"),
        ("whole-game", "count"),
    ],
    ids=":".join,
)
def test_TW_TURN_6_ornicles_are_counted_on_the_table(names):
    for asked in dealt(*names):
        game = asked.game_after()
        assert asked.right_option.key == str(learner(game).ornicles)
        owned = sum(player.ornicles for player in game.table.players)
        assert owned + game.table.bank + game.table.staked_ornicles == 30


def test_TW_OBJ_1_the_display_is_what_lies_open():
    for asked in dealt("ornicles-and-ritual", "display"):
        assert asked.right_option.key == "-".join(sorted(asked.game_after().table.object_display))


def test_TW_OBJ_2_three_objects_are_active():
    for asked in dealt("ornicles-and-ritual", "active"):
        assert asked.right_option.key.split("-") == list(learner(asked.game_after()).active_objects)
        for choice in asked.choices:
            no = asked.game().refusal(f"p1: active {choice.key.replace('-', ',')}")
            assert (no is None) is choice.is_right


def test_TW_DUEL_3_how_a_duel_ends():
    for asked in dealt("duels", "end"):
        before, after = asked.game().table, asked.game_after().table
        mine = asked.answers_before[0].startswith("p1")
        challenger, target = (0, 1) if mine else (1, 0)
        lost = len(before.players[target].owned_objects) - len(after.players[target].owned_objects)
        assert (asked.right_option.key == "won") is (lost == 1)
        assert after.staked_ornicles == 0
        [(*_, wins, stolen)] = [note for note in after.stats_entries() if note[0] == "duel"]
        assert (stolen is not None) is (lost == 1)
        expected = "won" if wins[0] > 1 else "lost" if wins[1] > 1 else "undecided"
        assert asked.right_option.key == expected
        assert (
            len(after.players[challenger].owned_objects) - len(before.players[challenger].owned_objects)
            == lost
        )


def test_TW_DUEL_2_what_comes_next_in_a_duel():
    asks = {"battle": "attack", "draw": "draw", "take": "take_object", "over": "draw"}
    for asked in dealt("duels", "next"):
        game = asked.game_after()
        assert game.question.kind == asks[asked.right_option.key]
        assert game.question.player == (1 if asked.right_option.key == "over" else 0) or game.table.turn > 0
        assert game.table.is_duel is (asked.right_option.key in ("battle", "draw"))


def test_TW_DUEL_3_only_what_the_other_owns_can_be_taken():
    for asked in dealt("duels", "take"):
        game = asked.game()
        for choice in asked.choices:
            assert (choice.key in game.table.players[1].owned_objects) is choice.is_right
        assert asked.right_option.key in learner(asked.game_after()).owned_objects


def test_TW_BAT_6_the_right_card_may_join_and_the_others_may_not():
    for asked in dealt("supporting", "which"):
        for choice in asked.choices:
            no = asked.game().refusal("p1: " + choice.key.replace("-", " "))
            assert (no is None) is choice.is_right


def test_TW_BAT_6_who_is_asked_first():
    for asked in dealt("supporting", "asked"):
        question = asked.game().question
        who = f"p{question.player + 1}" if question.kind == "support" else "nobody"
        assert asked.right_option.key == who
        if who == "nobody":
            poor = [player for player in asked.game().table.players if not player.ornicles]
            assert poor or asked.game().table.is_duel


def test_TW_BAT_20_where_a_supporters_creature_goes():
    for asked in dealt("supporting", "home"):
        token = next(
            line for line in (*asked.answers_before, *asked.answers_after) if "p1: support" in line
        ).split()[-1]
        start = [card.token for card in learner(Game.begin(asked.table)).entourage]
        end = [card.token for card in learner(asked.game_after()).entourage]
        assert (asked.right_option.key == "home") is (end.count(token) == start.count(token))
        pile = [card.token for card in asked.game_after().table.discard_pile if isinstance(card, Creature)]
        assert (asked.right_option.key == "discard") is (
            end.count(token) < start.count(token) and token in pile
        )


def test_TW_POW_puppet_whether_an_event_touches():
    for asked in dealt("events", "touch"):
        before, after = learner(asked.game()).key(), learner(asked.game_after()).key()
        assert (asked.right_option.key == "yes") is (before != after)


def test_TW_BAT_8_the_weakest_creature_that_does_not_fight_is_lost():
    for asked in dealt("events", "weakest"):
        before = Counter(card.token for card in learner(asked.game()).entourage)
        after = Counter(card.token for card in learner(asked.game_after()).entourage)
        assert list((before - after).elements()) == (
            [] if asked.right_option.key == "none" else [asked.right_option.key]
        )


def test_TW_BAT_9_who_draws_an_event():
    for asked in dealt("events", "who"):
        drawn = [note[2] for note in asked.game_after().table.stats_entries() if note[0] == "event"]
        assert asked.right_option.key == ("-".join(f"p{seat + 1}" for seat in drawn) or "nobody")


def test_TW_BAT_8_to_whom_a_spell_goes():
    for asked in dealt("events", "pass"):
        given = next((line for line in asked.answers_after if line.startswith("p1: spell")), None)
        if given is None:
            assert asked.right_option.key == "p1"
            continue
        token = given.split()[-1]
        getter = asked.game_after().table.players[int(asked.right_option.key[1]) - 1]
        assert token in [spell.token for spell in getter.hand]
        assert asked.right_option.key != "p1"


def test_TW_END_2_who_is_out():
    for asked in dealt("end-game", "out"):
        gone = [f"p{player.seat + 1}" for player in asked.game_after().table.players if player.has_left]
        assert asked.right_option.key == ("-".join(gone) or "nobody")


def test_TW_END_3_whom_an_end_game_attack_beats():
    for asked in dealt("end-game", "wins"):
        before, after = asked.game().table.players, asked.game_after().table.players
        beaten = [
            f"p{each.seat + 1}"
            for each, later in zip(before, after, strict=True)
            if each.seat and len(each.owned_objects) > len(later.owned_objects)
        ]
        assert asked.right_option.key == ("-".join(beaten) or "nobody")


@pytest.mark.parametrize("names", [("end-game", "lost"), ("whole-game", "lost")], ids=":".join)
def test_TW_END_4_which_creatures_are_lost(names):
    for asked in dealt(*names):
        start = Counter(
            card.token for card in Game(asked.game().start, rolls="ask").table.players[0].entourage
        )
        end = Counter(card.token for card in learner(asked.game_after()).entourage)
        lost = Counter() if asked.right_option.key == "none" else Counter(asked.right_option.key.split("-"))
        assert start - end == lost


def test_TW_END_5_what_an_end_game_attack_pays():
    for asked in dealt("end-game", "count"):
        player = learner(asked.game_after())
        counted = player.ornicles if "Ornicles" in asked.prompt() else len(player.owned_objects)
        assert asked.right_option.key == str(counted)


def test_TW_END_7_who_has_won():
    for asked in dealt("end-game", "over"):
        game = asked.game_after()
        assert game.over is (asked.right_option.key != "nobody")
        if game.over:
            assert asked.right_option.key == f"p{game.result.winner + 1}"


def test_TW_END_6_who_is_still_in_the_end_game():
    for asked in dealt("end-game", "stay"):
        player = learner(asked.game_after())
        assert (asked.right_option.key == "yes") is player.in_endgame
        assert player.in_endgame is (len(player.owned_objects) > 2)


# -- where the rulebooks disagree


def test_TW_VAR_how_we_play_is_what_the_box_plays():
    switches = {
        reading.rule: reading.first_change.switch for reading in disagreements() if reading.first_change
    }
    for asked in dealt("rulebooks-disagree", "plays", MANY):
        switch = switches[asked.rule]
        assert asked.right_option.text() == switch.switch_value(getattr(BOX, switch.key)).text()
        assert not any(choice.forgotten_rule for choice in asked.choices), (
            "another reading is nothing forgotten"
        )
    for asked in dealt("rulebooks-disagree", "so", MANY):
        switch = switches[asked.rule]
        assert (asked.right_option.key == "yes") is (switch.values[0].text() in asked.prompt())


def test_TW_VAR_which_book_says_it():
    switches = {
        reading.rule: reading.first_change.switch for reading in disagreements() if reading.first_change
    }
    for asked in dealt("rulebooks-disagree", "book", MANY):
        switch = switches[asked.rule]
        [said] = [value for value in switch.values if value.text() in asked.prompt()]
        books = [name for name in ("english", "german") if getattr(PRESETS[name], switch.key) == said.value]
        assert asked.right_option.key == "".join(books) or (not books and asked.right_option.key == "neither")


def test_TW_VAR_what_one_book_forbids_is_tried_in_other_colours():
    tables = set()
    for asked in dealt("rulebooks-disagree", "may", MANY):
        tables.add(asked.table)
        assert isinstance(asked.reasons[0], Refusal) is (asked.right_option.key == "no")
    assert len(tables) > 20


@pytest.mark.parametrize(
    ("topic", "among"),
    [("events", range(10)), ("whole-game", range(30, 40)), ("ornicles-and-ritual", range(10))],
)
def test_TW_TURN_6_an_empty_middle_explains_only_who_found_it_empty(topic: str, among: range) -> None:
    met = 0
    for asked in dealt(topic, "count", runs(among, range(60))):
        mine = learner(asked.game()).name
        after = asked.game_after().transcript[len(asked.answers_before) :]
        found = [ruling for entry in after for ruling in entry.rulings if ruling.rule == "TW-TURN-6"]
        met += any(ruling.facts["side"] != mine for ruling in found)
        empty = [reason for reason in asked.reasons if reason.rule == "TW-TURN-6"]
        assert all(reason.facts.get("side", mine) == mine for reason in empty), asked.name
    assert met or topic == "events", "somebody else found it empty"
