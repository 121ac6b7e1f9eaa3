"""Whole random games: nothing is lost, nobody is stuck, everything is cited and can be replayed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from switches import together

from twingkit import Game, RecordError, policies, twing
from twingkit.core.questions import Question
from twingkit.core.zones.deals import count_pieces
from twingkit.testing.hidden import assert_hides_unseen_answers, assert_looks_alike
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
    play_and_check,
)
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.player import CARD_PIECES, OBJECT_PIECES
from twingkit.twing.rules.table import EVENT_PIECES, ORNICLE_COUNT, UNLIMITED_BANK, TwingTable
from twingkit.twing.variants.variant import PRESETS, switches

SWITCHES = [
    f"{switch.key}={str(choice.value).lower()}"
    for switch in switches()
    for choice in switch.values
    if choice.value != switch.default
]


def everything(table: TwingTable) -> Counter[object]:
    """Return every playing card, wherever it is."""
    found = count_pieces(table, CARD_PIECES)
    for player in table.players:
        found.update(player.response_cards.cards)
    if table.is_in_battle:
        for side in table.fight.sides:
            found.update(side.lay.spells)
            found.update(fighter.card for fighter in side.standing)
            found.update(fighter.card for fighter, _ in side.trapped)
            found.update(side.played)
            found.update(
                card for support in side.supports for card in support.cards if isinstance(card, Spell)
            )
    return found


def check(game: Game) -> None:
    """Check that every card, Ornicle and object exists exactly once and that limits are respected."""
    table = game.table
    assert everything(table) == Counter(game.start.box.cards())
    ornicles = [player.ornicles for player in table.players]
    assert table.bank + table.staked_ornicles + sum(ornicles) == (
        UNLIMITED_BANK if table.variant.unlimited_bank else ORNICLE_COUNT
    )
    assert min(table.bank, table.staked_ornicles, *ornicles) >= 0
    for player in table.players:
        assert len(player.active_objects) <= 3
        assert not (
            player.has_left
            and (player.hand_size or player.entourage or player.owned_objects or player.ornicles)
        )
    assert count_pieces(table, OBJECT_PIECES) == Counter(twing.OBJECTS)
    events = game.start.box.event_effects if table.variant.events else ()
    assert table.is_in_battle or count_pieces(table, EVENT_PIECES) == Counter(events)
    assert (
        game.over or not game.table.players[game.question.player].has_left or game.question.kind == "hand_out"
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_TW_BOX_1_nothing_is_lost_in_any_preset(players, preset):
    for seed in range(runs(1, 10)):
        game = play_and_check(twing.new_game(players, seed=seed, variant=preset), check)
        assert game.result.end_reason in ("last", "limit")
        assert Game.replay(game.record).result == game.result


@pytest.mark.slow
@pytest.mark.parametrize("variant", together(SWITCHES, runs(3, 1), twing.Variant.parse))
def test_TW_BOX_1_nothing_is_lost_with_any_switch(variant):
    for players in runs([2 + len(variant) % 2], [2, 3, 4]):
        game = play_and_check(twing.new_game(players, seed=players, variant=variant), check, 11)
        assert game.start.variant != twing.BOX
        again = Game.replay(game.record)
        assert again.record == game.record
        assert again.result == game.result


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_ruling_of_a_game_has_its_rule_and_its_sentence_in_both_languages(players):
    game = twing.new_game(players, seed=players)
    rules = game.start.rulebook()
    while game.question is not None:
        assert game.question.rule in rules
        assert game.question.text("en") != game.question.text("de")
        game.answer_randomly()
    said = assert_rulings_valid(game)
    assert len(said) > 300
    assert said[-1].rule in ("TW-END-7", "TW-PLAY-2")


def test_a_story_is_a_record_that_tells_what_happened():
    game = play_and_check(twing.new_game(2, seed=5), check)
    for lang in ("en", "de"):
        assert Game.replay(game.annotated_record(lang)).record == game.record
    assert "[TW-END-" in game.annotated_record()


# Records


@given(st.integers(0, 10_000), st.integers(2, 4), st.data())
def test_a_record_replays_to_the_same_place_from_anywhere(seed, players, data):
    game = twing.new_game(players, seed=seed)
    for _ in range(data.draw(st.integers(0, 300))):
        if game.question is None:
            break
        game.answer_randomly()
    assert_record_restores_game(game)


@given(st.integers(0, 10_000), st.data())
def test_a_damaged_record_names_its_line_and_keeps_what_came_before(seed, data):
    game = twing.new_game(2, seed=seed)
    while game.question is not None and len(game) < 60:
        game.answer_randomly()
    lines = game.record.splitlines()
    place = data.draw(st.integers(5, len(lines) - 1))
    damaged = [*lines]
    damaged[place] = data.draw(
        st.sampled_from(
            ["p1: nonsense", "p9: pass", "nobody", "p2: draw spell F99", ": ", "p1:", "p1: lay F9"]
        )
    )
    with pytest.raises(RecordError) as caught:
        Game.replay("\n".join(damaged))
    assert caught.value.line == place + 1
    assert caught.value.text("en") != caught.value.text("de")
    assert caught.value.game.record.splitlines() == lines[:place]


@pytest.mark.parametrize(
    ("head", "line", "why"),
    [
        (["players 5"], 3, "2 to 4"),
        (["players F F"], 3, "different character"),
        (["players F X"], 3, "different character"),
        (["players 2", "variant price=9"], 4, "price"),
        (["players 2", "players 3"], 4, "players"),
        (["variant box"], 3, "players"),
    ],
)
def test_a_record_with_a_bad_head_says_what_was_expected(head, line, why):
    with pytest.raises(RecordError) as caught:
        Game.replay("\n".join(["twingkit-record 1", "game twing", *head, "box assumed"]))
    assert caught.value.line == line
    assert why in caught.value.text("en")
    assert caught.value.text("de") != caught.value.text("en")


def test_an_unknown_version_is_refused_by_name():
    with pytest.raises(RecordError, match="twingkit-record 2"):
        Game.replay("twingkit-record 2\ngame twing\nplayers 2\n")


def test_an_own_box_travels_in_the_record():
    box = twing.load_box()
    lines = ["box own", *_own_lines(box)]
    own = twing.Box.from_lines(lines)
    game = twing.new_game(2, seed=3, box=own)
    for _ in range(40):
        game.answer_randomly()
    again = Game.replay(game.record)
    assert again.table.key() == game.table.key()
    assert Counter(again.start.box.cards()) == Counter(own.cards()) != Counter(box.cards())


def _own_lines(box: twing.Box) -> list[str]:
    """Return the assumed box with one spell changed into another."""
    counts = Counter(box.cards())
    counts[Spell("F", 1)] -= 1
    counts[Spell("F", 9)] += 1

    def written(kind: type) -> str:
        return " ".join(
            f"{card.token}*{count}" if count > 1 else card.token
            for card, count in sorted(
                ((card, count) for card, count in counts.items() if isinstance(card, kind)),
                key=lambda pair: ("FWLA".index(pair[0].element), pair[0].power, getattr(pair[0], "mount", 0)),
            )
        )

    colours = " ".join(f"{name}={box.object_colours[name]}" for name in sorted(box.object_colours))
    return [
        f"spells {written(Spell)}",
        f"creatures {written(Creature)}",
        "others cat*9 miromon trap*8",
        f"events {' '.join(box.event_effects)}",
        f"colours {colours}",
    ]


# Copies, undo, what if


@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(0, 400))
def test_a_copy_played_on_with_the_same_answers_ends_the_same(seed, players, steps):
    game = twing.new_game(players, seed=seed)
    for _ in range(steps):
        if game.question is None:
            break
        game.answer_randomly()
    assert_copy_plays_alike(game)


def test_undo_goes_back_and_the_game_goes_on_from_there():
    game = twing.new_game(3, seed=11, rolls="ask")
    keys = []
    for _ in range(150):
        keys.append(game.table.key())
        game.answer_randomly()
    game.undo(50)
    assert len(game) == 100
    assert game.table.key() == keys[100]
    assert play_and_check(game, check).over


def test_what_if_the_die_had_been_another_one():
    game = play_and_check(twing.new_game(2, seed=4), check)
    place = next(place for place, entry in enumerate(game.transcript) if entry.kind == "roll" and place > 40)
    changed = game.what_if(place, "Sun")
    before, after = game.record.splitlines(), changed.record.splitlines()
    assert after[: place + 5] == before[: place + 5]
    assert after[place + 5].endswith(": roll Sun")
    assert play_and_check(changed, check).over


# What a player may know


def hidden_twin(game: Game, viewer: int, rng: random.Random) -> Game | None:
    """Return a copy in which another player holds a different card, taken from the stack."""
    twin = game.copy()
    table = twin.table
    others = [player for player in table.players if player.seat != viewer and player.hand]
    spells = [card for card in table.stack if isinstance(card, Spell)]
    if not others or not spells:
        return None
    player = rng.choice(others)
    place = rng.randrange(len(player.hand))
    # Of the same element: how many elements a hand holds comes to light by TW-TURN-4.
    same = [card for card in spells if card.element == player.hand[place].element]
    if not same:
        return None
    new = rng.choice(same)
    table.stack.take(new)
    table.stack.put(player.hand[place])
    player.hand[place] = new
    special = rng.choice(["cat", "trap"])
    other = "trap" if special == "cat" else "cat"
    if getattr(player, f"{special}s") and table.stack.count(other):
        player.add_response_cards(special, -1)
        player.add_response_cards(other)
        table.stack.take(other)
        table.stack.put(special)
    return twin


@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(10, 400))
def test_TW_PLAY_1_what_a_player_cannot_see_changes_neither_view_nor_questions(seed, players, steps):
    rng = random.Random(seed)
    game = twing.new_game(players, seed=seed, rolls="ask")
    for _ in range(steps):
        if game.question is None:
            return
        game.answer_randomly()
    viewer = rng.randrange(players)
    if (
        game.question is not None
        and game.question.player != viewer
        and game.question.kind.startswith("pick_s")
    ):
        return  # chance picks among cards that are about to be changed
    twin = hidden_twin(game, viewer, rng)
    if twin is None:
        return
    assert_looks_alike(game, twin, viewer, rng, may_pass=_may_pass, shown=lambda at: at.table.discard_pile)


def test_TW_PLAY_1_what_others_draw_changes_nothing_that_a_player_sees_or_hears():
    game = twing.new_game("FWL", seed=5, rolls="ask")
    for _ in range(60):
        game.answer_randomly()

    def unseen(asked: Question, card: object) -> bool:
        # of one element: a hand of four elements is seen by what it has to discard (TW-TURN-4)
        return asked.kind == "draw" and asked.player != 0 and isinstance(card, Spell) and card.element == "F"

    compared = assert_hides_unseen_answers(
        game, 0, unseen, random.Random(5), shown=lambda at: at.table.discard_pile
    )
    assert compared >= 6


def _may_pass(question: Question) -> bool:
    return question.kind in ("respond", "before_roll", "interrupt", "support", "act")


def test_TW_PLAY_1_a_view_names_no_card_of_other_hands():
    game = twing.new_game(3, seed=8)
    for _ in range(200):
        game.answer_randomly()
    view = game.view(1)
    for player in game.table.players:
        seen = view.seats[player.seat]
        assert seen.hand_size == player.hand_size
        assert seen.active_objects == player.active_objects
    assert view.hand.spells == tuple(
        sorted(game.table.players[1].hand, key=lambda card: (-card.power, card.element))
    )
    assert "TwingTable" not in repr(view)


def test_TW_PLAY_1_others_do_not_see_what_was_drawn():
    game = twing.new_game(2, seed=2)
    told = []
    while len(told) < 5:
        game.answer_randomly()
        told += [
            (ruling.seen_by(0).text(), ruling.seen_by(1).text(), ruling.text(), ruling.facts["card"].known_to)
            for ruling in game.latest_rulings
            if (ruling.rule, ruling.case) == ("TW-TURN-1", "drawn")
        ]
    for first, second, all_of_it, owner in told:
        own, other = (first, second) if owner == 0 else (second, first)
        assert own == all_of_it
        assert other.endswith("draws: a card.")


# Policies


@pytest.mark.parametrize("players", [2, 3, 4])
def test_policies_play_a_game_to_its_end_and_the_record_gives_it_again(players):
    game = policies.play(twing.new_game(players, seed=1), ["random"] * players)
    assert game.over
    again = Game.replay(str(game.record))
    assert again.record == game.record
    assert again.result == game.result
