"""What the corner-case tests share: a game that begins with a typed position, and looks at what became of it.

game = case("FWL", p1="hand F5 F3; entourage F4", p2="hand W4", p3="hand L1; ornicles 1")
play(game, "p1: attack p2", "lay F5", "lay W4", "p3: pass", "roll 2", "roll 0")
cited(game, "TW-BAT-17")    # ["TW-BAT-17 win mage"]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from twingkit import Game, Refusal
from twingkit.core.language import localized
from twingkit.core.zones.deals import count_pieces
from twingkit.twing.box.box import load_box
from twingkit.twing.rules.cards import Card, face_text
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.player import CARD_PIECES, OBJECT_PIECES
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import SWITCHES

SEAT_NAMES = ("p1", "p2", "p3", "p4")

REST = {
    "pass*": ("pass", ("support", "before_roll", "interrupt", "respond")),
    "keep*": ("keep", ("switch",)),
}
"""The answers given for as long as a question of one of these kinds is pending."""

BOX = Counter(load_box().cards())

SWITCHED = [
    f"{switch.key}={str(choice.value).lower()}"
    for switch in SWITCHES.all_switches
    for choice in switch.values
    if choice.value != switch.default
]
"""Every value of every switch that is not the box's default."""


def case(players: str = "FW", table: str = "phase action", variant: str = "box", **seats: str) -> Game:
    """A game that begins with a typed position, p1 about to act; every die and card is an answer.

    `players` are the characters by seat, `p1` … `p4` what lies before them (nothing without a line), `table`
    the parts of the table's line, `variant` a line of switches.
    """
    holdings = [f"{seat} {seats.pop(seat, '')}".strip() for seat in SEAT_NAMES[: len(players)]]
    assert not seats, f"no such seats: {sorted(seats)}"
    setup = [f"players {' '.join(players)}", f"variant {variant}", *holdings, f"table {table}"]
    if GameStart.parse(setup).table().needs_refill:
        setup[-1] += "; as-is"  # nothing is dealt that the position does not name
    return Game.replay("\n".join(["twingkit-record 1", "game twing", *setup]))


def play(game: Game, *answers: str) -> Game:
    """Give answers; one that begins with a seat (`p2: cat`) also checks who has to answer.

    `pass*`: everybody passes who is asked to support or to respond, until something else is asked; `keep*`:
    nobody switches objects. After each answer all cards, objects and Ornicles of the box must be there.
    """
    for answer in answers:
        if answer in REST:
            rest, kinds = REST[answer]
            while game.question is not None and game.question.kind in kinds:
                game.answer(rest)
            check_box(game)
            continue
        seat, sign, rest = answer.partition(": ")
        assert game.question is not None, f"the game was over before {answer!r}"
        if sign:
            assert asks(game).split()[0] == seat, f"{answer!r}, but this is asked: {asks(game)}"
        game.answer(rest if sign else answer)
        check_box(game)
    return game


def asks(game: Game) -> str:
    """Return who has to answer what: `p2 defend`; `over` at the end."""
    question = game.question
    return f"{SEAT_NAMES[question.player]} {question.kind}" if question else "over"


def options(game: Game) -> list[str]:
    """Return every allowed answer to the pending question, as text."""
    return [game.question.format_answer(option) for option in game.question.options()]


def refused(game: Game, answer: str) -> str:
    """Return the rule that refuses an answer; the game must not change, and both languages have a reason."""

    def state() -> tuple[object, ...]:
        return game.record, game.table.key(), list(game.table.discard_pile), asks(game), len(cited(game))

    before = state()
    with pytest.raises(Refusal) as caught:
        game.answer(answer)
    assert state() == before, "a refused answer changed something"
    assert caught.value.text("en") != caught.value.text("de")
    return caught.value.rule


def cited(game: Game, *rules: str) -> list[str]:
    """Return what was cited so far, in order, as `TW-BAT-16 sun witch`; only these rules if any are named."""
    rulings = game.rulings
    lines = [(at.rule, f"{at.rule} {at.case} {at.facts.get('side', '')}".strip()) for at in rulings]
    return [line for rule, line in lines if not rules or rule in rules]


@localized
def sentences_of_rule(game: Game, rule: str, lang: str | None = None) -> list[str]:
    """Return the sentences of a rule so far."""
    rulings = game.rulings
    return [at.text() for at in rulings if at.rule == rule]


NO_OBJECT_LEFT = {
    "p1": "hand F5; objects boots,cup",
    "p2": "hand W4; objects bra; ornicles 10",
    "p3": "hand L1; objects hat,panties,puppet; aside shamrock",
}
"""Three players who own all objects but the two of a full display."""


# An end-game attack

THREE = "objects hat,puppet,teddy"
"""Three objects of an end-game attacker that do not affect the dice."""


def attack_all(*answers: str, variant: str = "box", table: str = "phase action", **seats: str) -> Game:
    """The Mage (p1) makes an end-game attack on the Witch (p2), the Sorceress (p3), the Warlock (p4)."""
    seats = {"p1": f"hand A5; {THREE}", "p2": "hand W5; objects shamrock"} | seats
    if "p3" not in seats:
        seats["p3"] = "hand L5; objects boots"
    players = "FWLA"[: 4 if "p4" in seats else 3]
    return play(case(players, table=table, variant=variant, **seats), "endgame", *answers)


LAID = ("p1: lay A5", "p2: lay W5", "p3: lay L5")
"""Five points for everybody; only the defenders fight with their own element."""


def rolls(*faces: str) -> list[str]:
    """Let everybody roll, in the order of play."""
    return [f"p{place}: roll {face}" for place, face in enumerate(faces, 1)]


# Where cards are: cards in notation, in order


def hand(game: Game, seat: str) -> str:
    """Return the hand of a player: `spell F3 spell F5 cat`."""
    player = game.table.players[SEAT_NAMES.index(seat)]
    held = {"cat": player.cats, "trap": player.traps, "miromon": player.miromon}
    return " ".join([*_texts(player.hand), *(name for name, count in held.items() for _ in range(count))])


def entourage(game: Game, seat: str) -> str:
    """Return the entourage of a player: `F3 F4M`."""
    return " ".join(sorted(card.token for card in game.table.players[SEAT_NAMES.index(seat)].entourage))


def discard(game: Game) -> str:
    """Return the discard pile, sorted: `cat creature F4 spell F5`."""
    return " ".join(_texts(game.table.discard_pile))


def ornicles(game: Game) -> list[int]:
    """Return the Ornicles of all players."""
    return [player.ornicles for player in game.table.players]


def objects(game: Game, seat: str) -> str:
    """Return active objects, then those aside after a bar: `boots,hat|bra`."""
    player = game.table.players[SEAT_NAMES.index(seat)]
    return ",".join(player.active_objects) + (
        "|" + ",".join(player.inactive_objects) if player.inactive_objects else ""
    )


def players_who_left(game: Game) -> list[str]:
    """Return who has left the game."""
    return [SEAT_NAMES[player.seat] for player in game.table.players if player.has_left]


def dice(game: Game) -> list[str]:
    """Return the dice of the battle as they show now, attacker first; `-` where none was rolled."""
    return ["-" if side.shown_face is None else face_text(side.shown_face) for side in game.table.fight.sides]


def results(game: Game) -> list[tuple[str, tuple[int, int] | None]]:
    """How the battles of the last turn with one ended: ("attacker", (9, 7)), ("tie", None).

    A duel has up to three, an end-game attack one for each pairing.
    """
    names = {0: "attacker", 1: "defender", None: "tie"}
    battles = [note for note in game.table.stats_entries() if note[0] == "battle"]
    return [(names[note[5].winner], note[5].points) for note in battles if note[1] == battles[-1][1]]


def check_box(game: Game) -> None:
    """Check that no card, object or Ornicle is lost or duplicated."""
    table = game.table
    assert Counter(all_cards(game)) == BOX
    assert count_pieces(table, OBJECT_PIECES) == Counter(OBJECTS)
    total = 10_000 if table.variant.unlimited_bank else 30
    assert table.bank + table.staked_ornicles + sum(ornicles(game)) == total


def all_cards(game: Game) -> Iterator[Card]:
    """Yield every playing card, wherever it is."""
    table = game.table
    yield from count_pieces(table, CARD_PIECES).elements()
    for player in table.players:
        yield from player.response_cards.cards
    if table.is_in_battle:
        for side in table.fight.sides:
            yield from (*side.lay.spells, *side.cards_played)
            yield from (fighter.card for fighter in side.creatures_in_battle)
            yield from (fighter.card for fighter, _ in side.trapped)
            for support in side.supports:
                yield from (card for card in support.cards if str(card).startswith("spell"))


def _texts(cards: list[Card]) -> list[str]:
    return sorted(str(card) for card in cards)
