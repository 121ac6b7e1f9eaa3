"""Battles with supporters."""

from __future__ import annotations

from battles import battles
from hypothesis import strategies as st

from twingkit import twing
from twingkit.core.play import Game
from twingkit.twing.exact_odds.support_line import (
    SupportedBattle,
    Supporter,
)
from twingkit.twing.rules.cards import Creature, Spell, Unit

LINE = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"


@st.composite
def supported(draw, most_held=1):
    """Return a legal battle with up to two supporters."""
    battle = draw(battles(most_held=most_held))
    others = [
        element for element in twing.ELEMENTS if element not in [side.character for side in battle.sides]
    ]
    sides = [[], []]
    for character in others[: draw(st.integers(0, 2))]:
        index = draw(st.integers(0, 1))
        lay = battle.sides[index].lay
        power = draw(st.integers(1, 9))
        if lay.is_shield or draw(st.booleans()):
            creature = Creature(lay.support_element, power, draw(st.booleans()))
            sides[index].append(Supporter(character, (), [Unit(creature)]))
        else:
            sides[index].append(Supporter(character, [Spell(lay.support_element, power)]))
    return SupportedBattle(battle, *sides)


def supported_game(line: str, variant: str) -> Game:
    """Return a whole game in which F fights W and L supports the attacker or the defender."""
    attack, defence = line.removeprefix("F: ").split(" vs W: ")
    helped = "attacker" if " with L: " in attack else "defender"
    attack, _, first = attack.partition(" with L: ")
    defence, _, second = defence.partition(" with L: ")
    card = first or second
    seats = []
    for lay, extra in ((attack, ""), (defence, ""), ("L5", card)):
        text = lay.removeprefix("shield ")
        hand, _, creatures = text.partition(" + ") if text == lay else ("A6", "", text)
        beasts = " ".join(filter(None, (creatures, extra.removeprefix("+ ") if "+" in extra else "")))
        spell = f" {extra}" if extra and "+" not in extra else ""
        seats.append(f"hand {hand}{spell}" + (f"; entourage {beasts}" if beasts else ""))
    game = Game.begin(
        f"players F W L\nvariant {variant}\np1 {seats[0]}\np2 {seats[1]}\np3 {seats[2]}; ornicles 1\n"
        "table turn 6; to-move p1; phase action; as-is",
        game="twing",
    )
    kind = "creature" if "+" in card else "spell"
    game.give_answers("p1: attack p2", f"p1: lay {attack}", f"p2: lay {defence}")
    game.give_answers(f"p3: support {helped} {kind} {card.removeprefix('+ ')}")
    return game
