"""Find the best set of defenders against a challenge (IJ-CHAL-2).

Every set is tried against the best split of the damage, which is exact if nobody plays a card. The worth of a
set is the worth of the challengers it kills minus that of its own dead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import FUNCTION, TEXT, check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.exact_odds.announced_deed import TABLE_SOURCE_ARGUMENT, TableSource, parse_deed
from twingkit.imajica.exact_odds.damage_split import (
    DamageSplit,
    WorthFunction,
    current_prime,
    deadliest_damage_split,
)
from twingkit.imajica.exact_odds.stop_check import FightChanges, StopChecker
from twingkit.imajica.exact_odds.uses import rival_side
from twingkit.imajica.variants.variant import BOX, Variant

MOST_DEFENDERS = 12
"""Maximum number of characters for which every set is tried."""

_NO_DAMAGE = DamageSplit((), (), 0, 0)


@attrs.frozen
class DefenderSet:
    """One choice of defenders in a challenge, with its result: the totals of both sides, the best split of
    the damage, and the worth.

    `worth` is positive if it is good for the challenged side.
    """

    defenders: tuple[str, ...]
    attack: int
    defence: int
    damage_split: DamageSplit
    worth: float
    target_survives: bool

    @property
    def damage(self) -> int:
        """The damage that the side with the higher total deals to the other: the difference of the totals."""
        return abs(self.attack - self.defence)


@attrs.frozen(repr=False)
class RankedDefences(ResultTable):
    """All choices of defenders against a challenge with their results, best first.

    Sets are ordered by worth, then by whether the target lives, then fewest defenders, then strongest.
    `untried_characters` are characters of whom no set was tried because there were too many; a better defence
    may include one of them.

    >>> line = "imajica: p1 active gek-a-gek gek-a-gek; p2 active gideon irish toll-guard"
    >>> print(best_defenders(line, "challenge gideon with gek-a-gek gek-a-gek.2"))
    irish toll-guard  16 against 15; nobody dies
    nobody            16 against 4; dead: gideon
    irish             16 against 10; dead: gideon
    toll-guard        16 against 9; dead: gideon
    """

    defences: tuple[DefenderSet, ...]
    untried_characters: tuple[str, ...] = ()

    @property
    def best(self) -> DefenderSet:
        """The best set that was tried."""
        return self.defences[0]

    @property
    def tried_every_set(self) -> bool:
        """Whether every set was tried."""
        return not self.untried_characters

    @localized
    def frame(self, lang: str | None = None) -> DataFrame:
        """Return a frame with a row for each set.

        Columns: defenders, attack, defence, damage, dead, worth, lives, complete; `attrs["columns"]` explains
        them.
        """
        cells = {**DEFENCE_COLUMNS, "complete": lambda _: self.tried_every_set}
        return explained_frame(
            self.defences, cells, "twingkit.imajica.RankedDefences", untried=" ".join(self.untried_characters)
        )

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each set with both totals and who dies."""
        rows = []
        for defence in self.defences:
            name = " ".join(defence.defenders) or message("imajica.nobody")
            key = "imajica.dies" if defence.damage_split.killed else "imajica.none_dies"
            who = " ".join(defence.damage_split.killed)
            rows.append((name, message(key, n=defence.attack, other=defence.defence, who=who)))
        return rows


DEFENCE_COLUMNS: CellMakers[DefenderSet] = {
    "defenders": lambda defence: " ".join(defence.defenders),
    "attack": lambda defence: defence.attack,
    "defence": lambda defence: defence.defence,
    "damage": lambda defence: defence.damage,
    "dead": lambda defence: " ".join(defence.damage_split.killed),
    "worth": lambda defence: defence.worth,
    "lives": lambda defence: defence.target_survives,
}
"""Columns of `RankedDefences.frame`, except whether every set was tried."""


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT, deed=TEXT, worth=FUNCTION)
def best_defenders(
    position: TableSource, deed: str, *, worth: WorthFunction = current_prime, variant: Variant | str = BOX
) -> RankedDefences:
    """Return every set of defenders against a challenge, the best first.

    Parameters
    ----------
    position
        A game, a table, a position or a position string in which the challenger is to move.
    deed
        The challenge, such as `challenge dowd with irish`.
    worth
        What killing a character is worth; by default its Prime.
    variant
        The rules, if `position` is a position.

    Returns
    -------
    RankedDefences
        If more than twelve characters could defend, only the strongest are tried, and `tried_every_set` is
        False.

    Raises
    ------
    Refusal, BadAnswer, Fault
        If the challenge is illegal, not a challenge, or `position` is not a position.

    Examples
    --------
    >>> line = "imajica: p1 active irish; p2 active lamp-boy toll-guard"
    >>> best_defenders(line, "challenge lamp-boy with irish").best.defenders
    ('toll-guard',)
    """
    act = parse_deed(position, deed, Variant.resolve(variant))
    if act.is_seizure:
        raise Fault("imajica.challenge", found=one_line_excerpt(deed, 60))
    side = rival_side(act, act.rivals[0])
    against, table = StopChecker(side, "everyone"), side.table
    value_of = {piece.token: worth(table, piece) for piece in table.characters()}

    def judged(defenders: tuple[str, ...]) -> DefenderSet:
        own, other = list(act.actors), [act.target_token, *defenders]
        attack, defence = against.strength_totals(FightChanges(), own, other)
        hurt, foes = (other, own) if attack > defence else (own, other)
        deadly = {token: max(1, against.survivable_damage(token, FightChanges(), foes) + 1) for token in hurt}
        most = abs(attack - defence)
        split = deadliest_damage_split(deadly, value_of, most) if most else _NO_DAMAGE
        sign = -1 if attack > defence else 1
        lives = act.target_token not in split.killed and not (
            attack > defence and deadly[act.target_token] <= most
        )
        return DefenderSet(defenders, attack, defence, split, sign * split.killed_worth, lives)

    strongest = sorted(side.able_characters, key=lambda token: -against.contribution(token).raw_value)
    tried = [judged(chosen) for chosen in _sets(strongest[:MOST_DEFENDERS])]
    best_first = sorted(
        tried, key=lambda defence: (-defence.worth, not defence.target_survives, len(defence.defenders))
    )
    return RankedDefences(tuple(best_first), tuple(strongest[MOST_DEFENDERS:]))


def _sets(able: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(able) + 1):
        yield from combinations(able, size)
