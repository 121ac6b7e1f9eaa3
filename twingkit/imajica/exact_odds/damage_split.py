"""Find the best split of damage after a challenge (IJ-CHAL-7, 9), counting the Flashes that may follow it.

Damage is split before the last Flashes, and their damage is added to it (IJ-DMG-1), so a split that kills
nobody by itself may be the best one. A split is exact: no other one kills more worth together with the
winner's own cards and powers, if nobody else plays a card. A rival's card that removes damage can still save
somebody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import FUNCTION, check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.answers import DealDamage
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value, deadly_damage, dying_characters
from twingkit.imajica.rules.windows import pivot_after_use, table_after_act

WorthFunction = Callable[[ImajicaTable, Piece], float]
"""Function that returns the worth of killing a character."""

MOST_TABLES = 300
"""Number of tables after own Flashes beyond which no further ones are tried."""


def current_prime(table: ImajicaTable, piece: Piece) -> int:
    """Return the current Prime of a character: the cost of calling it again."""
    return current_value(table, piece, "prime")


@attrs.frozen(repr=False)
class DamageSplit(ResultTable):
    """A way to divide damage among characters: the damage to each, the characters that die, their total
    worth, and the unused damage.

    `plays` are the winner's Flashes and powers that have to follow so that they die, as answers;
    `tried_every_play` is False if there were too many to try them all.

    >>> damage = {"irish": 7, "gideon": 5, "dowd": 7}
    >>> print(deadliest_damage_split(damage, {"irish": 4, "gideon": 4, "dowd": 5}, 13))
    gideon dies   damage 5
    dowd dies     damage 7
    spare damage  1
    """

    damage_by_character: tuple[tuple[str, int], ...]
    killed: tuple[str, ...]
    killed_worth: float
    spare: int
    plays: tuple[str, ...] = ()
    tried_every_play: bool = True

    @property
    def answer(self) -> str:
        """The split as an answer in the game, such as `damage irish 7`."""
        return str(DealDamage(self.damage_by_character))

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a frame with a row for each character that dies.

        Columns: character, damage; `attrs["columns"]` explains them, `attrs["killed_worth"]` and
        `attrs["spare"]` are the total worth and the rest, `attrs["plays"]` the cards and powers to play then,
        `attrs["complete"]` is False if not all of them were tried.
        """
        facts = {"killed_worth": self.killed_worth, "spare": self.spare}
        about = {"plays": list(self.plays), "complete": self.tried_every_play}
        rows = self._damage_by_killed()
        return explained_frame(rows, _SPLIT_COLUMNS, "twingkit.imajica.DamageSplit", **facts, **about)

    def _damage_by_killed(self) -> list[tuple[str, int]]:
        damage = dict(self.damage_by_character)
        return [(token, damage.get(token, 0)) for token in self.killed]

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each character that dies, each card to play, and the rest."""
        rows = [
            (message("imajica.split_character", character=token), message("imajica.split_damage", n=number))
            for token, number in self._damage_by_killed()
        ]
        rows += [(message("imajica.split_play"), play) for play in self.plays]
        return [*rows, (message("imajica.split_spare"), str(self.spare))]


_SPLIT_COLUMNS: CellMakers[tuple[str, int]] = {"character": lambda row: row[0], "damage": lambda row: row[1]}


def deadliest_damage_split(
    deadly_damage: Mapping[str, int], worth: Mapping[str, float], max_damage: int
) -> DamageSplit:
    """Return the split of at most `max_damage` damage that kills the largest worth with the least damage.

    `deadly_damage` is the least damage that kills each character, `worth` what each is worth.
    Characters worth 0 or less are never hurt.

    >>> damage = {"irish": 7, "gideon": 5, "dowd": 7}
    >>> deadliest_damage_split(damage, {"irish": 4, "gideon": 4, "dowd": 5}, 12).answer
    'damage gideon 5 dowd 7'
    """
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0, ())}
    for token, needed in deadly_damage.items():
        if worth[token] <= 0:
            continue
        for spent, (total, chosen) in sorted(best.items(), reverse=True):
            key, more = spent + needed, total + worth[token]
            if key <= max_damage and (key not in best or best[key][0] < more):
                best[key] = more, (*chosen, token)
    spent, (total, chosen) = max(best.items(), key=lambda item: (item[1][0], -item[0]))
    damage = tuple((token, deadly_damage[token]) for token in chosen)
    return DamageSplit(damage, chosen, total, max_damage - spent)


@with_column_meanings
@check_arguments(game=GAME, worth=FUNCTION)
def best_damage_split(game: Game, *, worth: WorthFunction = current_prime) -> DamageSplit:
    """Return the best split for a game that asks for damage; your own characters are never hurt.

    It counts the Flashes in your hand and your powers: those that have to follow are in `plays`. Of equal
    splits it takes the one with the fewest of these, then the one with the least damage. Damage is not wasted
    on characters that were saved in this fight or will die anyway.

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
    >>> line = "imajica: p1 active gek-a-gek hand lightning; p2 active gideon; to move p1 ally now"
    >>> game = position_game(line).give_answers("challenge gideon with gek-a-gek", "pass", "pass")
    >>> print(best_damage_split(game))
    gideon dies   damage 2
    then          play lightning on gideon
    spare damage  2
    """
    question = game.question
    if not isinstance(question, SplitDamage) or question.table.fight is None:
        raise Fault("imajica.no_damage")
    return deadliest_answer(question, worth)


def deadliest_answer(question: SplitDamage, worth: WorthFunction) -> DamageSplit:
    """Return the split of `best_damage_split` for a question."""
    table, seat = question.table, question.player
    dying_anyway = {piece.token for piece in dying_characters(table)}
    involved = table.fight.involved if table.fight else []
    reached = list(islice(_tables_after_flashes(table, seat), MOST_TABLES + 1))
    splits = []
    for plays, after in reached[:MOST_TABLES]:
        dead = [piece.token for piece in dying_characters(after) if piece.token not in dying_anyway]
        foes = [token for token in dead if table.pieces[token].controller != seat]
        dead_worth = sum(worth(table, table.pieces[token]) * (1 if token in foes else -1) for token in dead)
        victims = [
            token
            for token in involved
            if token not in dead
            and token not in dying_anyway
            and token in after.pieces
            and table.pieces[token].controller != seat
            and not table.pieces[token].saved
        ]
        split = deadliest_damage_split(
            {token: deadly_damage(after, after.pieces[token]) for token in victims},
            {token: worth(table, table.pieces[token]) for token in victims},
            question.max_damage,
        )
        killed_worth = split.killed_worth + dead_worth
        complete = len(reached) <= MOST_TABLES
        splits.append(
            DamageSplit(
                split.damage_by_character, (*split.killed, *foes), killed_worth, split.spare, plays, complete
            )
        )
    return max(splits, key=lambda split: (split.killed_worth, -len(split.plays), split.spare))


def _tables_after_flashes(table: ImajicaTable, seat: int) -> Iterator[tuple[tuple[str, ...], ImajicaTable]]:
    """Yield the table as it is, and those that a seat can reach by Flashes and powers that can make somebody
    die, with these as answers; fewest first, each table once.
    """
    waiting = deque[tuple[tuple[str, ...], ImajicaTable]]([((), table)])
    seen = {_state_key(table, seat)}
    while waiting:
        plays, before = waiting.popleft()
        yield plays, before
        for use in acts.legal_acts(before, seat, "flash"):
            act = acts.announced_act(before, seat, use, "flash")
            after = table_after_act(before, act) if any(map(_can_weaken, act.effects)) else None
            if after is None:
                continue
            pivot_after_use(after, act)
            key = _state_key(after, seat)
            if key not in seen:
                seen.add(key)
                waiting.append(((*plays, str(use)), after))


def _can_weaken(effect: Effect) -> bool:
    """Return whether an effect can make a character die of less damage, at once or by a later effect."""
    return effect.verb in ("damage", "lose", "discard") or (effect.verb == "mod" and effect.number < 0)


def _state_key(table: ImajicaTable, seat: int) -> Hashable:
    return table.pieces.key(), tuple(sorted(table.players[seat].hand))
