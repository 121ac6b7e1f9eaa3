"""End-game attacks to ask about: one attack against all, dealt by chance and played in any variant."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.rulebook import Texts
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.games.plans import Play, carry_out
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.games.telling import dice
from twingkit.twing.quiz.phrases import Phrases, joined
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.cards import face_text
from twingkit.twing.rules.objects import ACTIVE_LIMIT

SAY = Phrases("endgames")

PLAIN = ("boots", "puppet", "bra", "panties", "teddy", "cup")
"""The objects that give no player another roll and forbid no response."""

NUMBERS = (*range(-4, 5), *range(-2, 4))
"""Faces of the die, small numbers more often."""


@attrs.frozen
class Assault:
    """An end-game attack: who attacks, what everybody lays (a shield perhaps) and will roll."""

    table: Tabletop
    attacker: int
    lays: tuple[str, ...]
    faces: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """The answers of all players."""
        lines = [f"p{self.attacker + 1}: endgame"]
        for seat, lay in enumerate(self.lays):
            lines.append(f"p{seat + 1}: lay {lay}")
            if not lay.startswith("shield"):
                lines.append(f"p{seat + 1}: roll {face_text(self.faces[seat])}")
        return lines

    def play(self, until: str = "") -> Play | None:
        """The attack, up to a kind of question perhaps."""
        return carry_out(self.table, *self.plan, until=until)

    @property
    def role(self) -> str:
        """The learner's role: `you` if the learner attacks, else `other`."""
        return "other" if self.attacker else "you"

    def announced(self) -> Texts:
        """The sentence that the attack is announced."""
        return SAY(f"announce.{self.role}", side=self.table.names[self.attacker])

    def told(self, play: Play) -> Texts:
        """The attack with all cards laid and the dice to come, in words."""
        return joined(SAY(f"attack.{self.role}", side=self.table.names[self.attacker]), dice(play))


def gone(play: Play) -> tuple[int, ...]:
    """The seats of the players who are out of the game."""
    return tuple(player.seat for player in play.game.table.players if player.out)


def deal_assault(
    rng: random.Random,
    count: int = 3,
    owned: Sequence[int] = (),
    attacker: int | None = None,
    shields: float = 0.2,
) -> Assault:
    """An end-game attack by chance; `owned`: how many objects each seat has, the attacker at least three."""
    supply = Supply(rng)
    first = rng.choice((0, 0, 1)) if attacker is None else attacker
    holdings: list[Holding] = []
    lays: list[str] = []
    for seat in range(count):
        element = rng.choice(EVERY)
        spells = supply.spells(2, element, least=1 if seat == first else 2)
        mine = supply.creatures(rng.randint(0, 2), element)
        object_count = owned[seat] if owned else 3 if seat == first else rng.choice((0, 1, 1, 2))
        objects = (
            supply.objects(object_count, PLAIN)
            if object_count < ACTIVE_LIMIT
            else supply.objects(object_count)
        )
        holdings.append(
            Holding(
                hand=[*spells, *supply.spells(2, element)],
                entourage=mine,
                objects=objects[:ACTIVE_LIMIT],
                aside=objects[ACTIVE_LIMIT:],
                ornicles=rng.randint(0, 4),
            )
        )
        wall = seat != first and len(mine) > 0 and rng.random() < shields
        cards = spells[: rng.choice((1, 2) if seat == first else (1, 1, 2))]
        joined = mine[: len(cards)]
        text = " ".join(card.token for card in cards)
        if wall:
            text = "shield " + " ".join(card.token for card in mine)
        elif joined:
            text += " + " + " ".join(card.token for card in joined)
        lays.append(text)
    table = Tabletop.deal(rng, holdings, to_move=first)
    faces = tuple(rng.choice(NUMBERS) for _ in range(count))
    return Assault(table, first, tuple(lays), faces)
