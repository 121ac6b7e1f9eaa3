"""Find the best split of damage after a challenge (IJ-CHAL-7, 9).

Exact: no other split kills more worth. Damage is split before the last Flashes, so a card that removes damage
can still save somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import FUNCTION, check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value, survivable_damage

WorthFunction = Callable[[ImajicaTable, Piece], int]
"""Function that returns the worth of killing a character."""


def current_prime(table: ImajicaTable, piece: Piece) -> int:
    """Return the current Prime of a character: the cost of calling it again."""
    return current_value(table, piece, "prime")


@attrs.frozen(repr=False)
class DamageSplit(ResultTable):
    """A way to divide damage among characters: the damage to each, the total worth of those killed, and the
    unused damage.

    >>> damage = {"irish": 7, "gideon": 5, "dowd": 7}
    >>> print(deadliest_damage_split(damage, {"irish": 4, "gideon": 4, "dowd": 5}, 13))
    gideon dies   damage 5
    dowd dies     damage 7
    spare damage  1
    """

    damage_by_character: tuple[tuple[str, int], ...]
    killed_worth: int
    spare: int

    @property
    def killed(self) -> tuple[str, ...]:
        """The characters that die."""
        return tuple(token for token, _ in self.damage_by_character)

    @property
    def answer(self) -> str:
        """The split as an answer in the game, such as `damage irish 7`."""
        parts = [f"{token} {number}" for token, number in self.damage_by_character]
        return " ".join(["damage", *(parts or ["none"])])

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a frame with a row for each character that dies.

        Columns: character, damage; `attrs["columns"]` explains them, `attrs["killed_worth"]` and
        `attrs["spare"]` are the total worth and the rest.
        """
        facts = {"killed_worth": self.killed_worth, "spare": self.spare}
        return explained_frame(
            self.damage_by_character, _SPLIT_COLUMNS, "twingkit.imajica.DamageSplit", **facts
        )

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each character that dies, and one for the rest."""
        rows = [
            (message("imajica.split_character", character=token), message("imajica.split_damage", n=number))
            for token, number in self.damage_by_character
        ]
        return [*rows, (message("imajica.split_spare"), str(self.spare))]


_SPLIT_COLUMNS: CellMakers[tuple[str, int]] = {
    "character": lambda row: row[0],
    "damage": lambda row: row[1],
}


def deadliest_damage_split(
    deadly_damage: Mapping[str, int], worth: Mapping[str, int], max_damage: int
) -> DamageSplit:
    """Return the split of at most `max_damage` damage that kills the largest worth with the least damage.

    `deadly_damage` is the least damage that kills each character, `worth` what each is worth.
    Characters worth 0 or less are never hurt.

    >>> damage = {"irish": 7, "gideon": 5, "dowd": 7}
    >>> deadliest_damage_split(damage, {"irish": 4, "gideon": 4, "dowd": 5}, 12).answer
    'damage gideon 5 dowd 7'
    """
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for token, needed in deadly_damage.items():
        if worth[token] <= 0:
            continue
        for spent, (total, chosen) in sorted(best.items(), reverse=True):
            key, more = spent + needed, total + worth[token]
            if key <= max_damage and (key not in best or best[key][0] < more):
                best[key] = more, (*chosen, token)
    spent, (total, chosen) = max(best.items(), key=lambda item: (item[1][0], -item[0]))
    return DamageSplit(tuple((token, deadly_damage[token]) for token in chosen), total, max_damage - spent)


@with_column_meanings
@check_arguments(game=GAME, worth=FUNCTION)
def best_damage_split(game: Game, *, worth: WorthFunction = current_prime) -> DamageSplit:
    """Return the best split for a game that asks for damage; your own characters are never hurt.

    Damage is not wasted on characters that were saved in this fight or will die anyway.

    Raises
    ------
    Fault
        If the game does not ask for damage.

    Examples
    --------
    >>> from twingkit.imajica.starts import position_game
    >>> game = position_game("imajica: p1 active gek-a-gek; p2 active gideon")
    >>> game.answer("challenge gideon with gek-a-gek")
    >>> print(best_damage_split(game))
    spare damage  4
    """
    question, table = game.question, game.table
    if not isinstance(question, SplitDamage) or table.fight is None:
        raise Fault("imajica.no_damage")
    involved = [table.pieces[token] for token in table.fight.involved]
    rivals = [
        piece.token
        for piece in involved
        if piece.controller != question.player
        and not piece.saved
        and piece.damage <= survivable_damage(table, piece)
    ]
    return deadliest_damage_split(
        {token: question.deadly_damage(token) for token in rivals},
        {token: worth(table, table.pieces[token]) for token in rivals},
        question.max_damage,
    )
