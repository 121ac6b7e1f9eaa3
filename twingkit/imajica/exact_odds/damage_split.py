"""Find the best split of damage after a challenge (IJ-CHAL-7, 9).

Exact: no other split kills more worth. Damage is split before the last Flashes, so a card that removes damage
can still save somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.arguments import FUNCTION, check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value, survivable_damage

WorthFunction = Callable[[ImajicaTable, Piece], int]
"""Function that returns the worth of killing a character."""


def current_prime(table: ImajicaTable, piece: Piece) -> int:
    """Return the current Prime of a character: the cost of calling it again."""
    return current_value(table, piece, "prime")


@attrs.frozen
class DamageSplit:
    """A split of damage: the amount by character, the total worth killed, and the unused rest."""

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


def split_damage(deadly: Mapping[str, int], worth: Mapping[str, int], most: int) -> DamageSplit:
    """Return the split of at most `most` damage that kills the largest worth with the least damage.

    `deadly` is the least damage that kills each character, `worth` what each is worth.
    Characters worth 0 or less are never hurt.

    >>> split_damage({"irish": 7, "gideon": 5, "dowd": 7}, {"irish": 4, "gideon": 4, "dowd": 5}, 12)
    DamageSplit(damage_by_character=(('gideon', 5), ('dowd', 7)), killed_worth=9, spare=0)
    """
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for token, needed in deadly.items():
        if worth[token] <= 0:
            continue
        for spent, (total, chosen) in sorted(best.items(), reverse=True):
            key, more = spent + needed, total + worth[token]
            if key <= most and (key not in best or best[key][0] < more):
                best[key] = more, (*chosen, token)
    spent, (total, chosen) = max(best.items(), key=lambda item: (item[1][0], -item[0]))
    return DamageSplit(tuple((token, deadly[token]) for token in chosen), total, most - spent)


@check_arguments(game=GAME, worth=FUNCTION)
def best_split(game: Game, worth: WorthFunction = current_prime) -> DamageSplit:
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
    >>> best_split(game)
    DamageSplit(damage_by_character=(), killed_worth=0, spare=4)
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
    return split_damage(
        {token: question.deadly_damage(token) for token in rivals},
        {token: worth(table, table.pieces[token]) for token in rivals},
        question.most,
    )
