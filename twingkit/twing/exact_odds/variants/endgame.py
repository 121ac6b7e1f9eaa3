"""Best responses in an end-game attack under a variant, by the rules' own windows (TW-END-3, TW-END-4).

Here nothing of the rules is written a second time: a state is a table of the script, a response is carried
out by the chapter itself (`windows.play`), and what is allowed is what the question lists. States are solved
once each. This is exact and slow, so it answers only where the faster `endgame_best.py` would not be right:
see `plays_otherwise`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from itertools import product

from twingkit.twing.exact_odds.best_responses.best_play import in_turn
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS
from twingkit.twing.exact_odds.endgame_pairings import EndgameEnd, attack_fails
from twingkit.twing.exact_odds.variants.endgame_tables import (
    answers_of,
    fight_of,
    forgetting,
    laid_out,
    played_out,
    results_of,
    twin_of,
)
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.fight import Fight, Side
from twingkit.twing.rules.outcome import own_comes_home
from twingkit.twing.rules.responses import forbidden
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import decided
from twingkit.twing.variants.variant import Variant

_ROLLING = ("hat", "shamrock", "cat", "two-cats", "miromon again")

_ROUNDS = 500
"""As many rolls of an endless Shamrock leave less than 1e-15 of what is missing."""

Worth = tuple[float, ...]
"""The worth of a state to the attacker, and to each defender."""
Place = tuple[int, int]
"""The number of sides that have passed in a row, and the side to respond."""
Move = list[tuple[float, Hashable]]
"""The states that a response leads to, with their chances."""
End = tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]
"""Results of the pairings, creatures lost by the attacker and each defender, cards played by each side."""


def plays_otherwise(attack: EndgameAttack, variant: Variant) -> bool:
    """True if this attack is played, not only judged, by other rules than those of the box."""
    cats = any(side.cats for side in attack.sides)
    traps = any(side.traps for side in attack.sides)
    miromon = any(side.miromon for side in attack.sides)
    socks = any("socks" in side.objects for side in attack.sides)
    shamrock = "shamrock" in attack.attacker.objects
    hat = any("hat" in side.objects for side in attack.defenders)
    return (
        (variant.criticals == "at_once" and (cats or traps or miromon or shamrock or hat))
        or (variant.cat_die == "any" and cats)
        or (variant.two_cats and attack.attacker.cats > 1)
        or (variant.socks == "own_die" and socks and (cats or miromon))
        or (variant.shamrock == "unlimited" and shamrock)
        or (miromon and _turns_otherwise(variant))
        or (traps and _traps_otherwise(variant))
    )


def _turns_otherwise(variant: Variant) -> bool:
    return (
        variant.miromon != "inverts"
        or variant.inversion != "roll"
        or variant.own_element != "result"
        or variant.panties != "result"
        or variant.bra != "result"
        or variant.endgame_miromon != "every"
    )


def _traps_otherwise(variant: Variant) -> bool:
    return (
        variant.trap_targets == "attack"
        or variant.own_creatures == "protected"
        or variant.trap_pair != "card"
        or variant.trap_roll
        or variant.endgame_trap != "every"
    )


class _State:
    """The responses from one state of the table: for each side its moves, each with the states it leads to,
    and what is chosen after each number of passes."""

    __slots__ = ("choice", "ended", "moved", "moves", "rolls", "table", "then", "worth")

    def __init__(self, table: TwingTable) -> None:
        self.table = table
        self.then: Hashable = None
        """The state that follows when all pass, the attacker to respond; None if the battle ends."""
        self.ended: Worth = ()
        """The worth if all pass."""
        self.moves: list[list[Move]] = []
        self.moved: list[list[Worth]] = []
        """The worth of each move."""
        self.rolls = False
        """True if the attacker's first move is an endless Shamrock."""
        self.worth: list[Worth] = []
        """For each side to respond, if nobody has passed."""
        self.choice: list[list[int]] = []
        """For each number of passes and side to respond: 0 pass, else 1 + the number of the move."""

    def choose(self) -> None:
        """Find what every side chooses after each number of passes, from the worths of moves and end."""
        count = len(self.moved)
        self.choice = [[0] * count for _ in range(count)]

        def chosen(passes: int, mover: int, passing: Worth) -> Worth:
            value, self.choice[passes][mover] = _best(passing, self.moved[mover], mover)
            return value

        for _, values in in_turn(count, self.ended, chosen):
            self.worth = values

    def rolled_again(self) -> bool:
        """True if the attacker rolls again after the defenders have been asked, the first defender first."""
        count = len(self.moved)
        for passes in range(count):
            mover = (1 + passes) % count
            if self.choice[passes][mover]:
                return self.rolls and mover == 0 and self.choice[passes][mover] == 1
        return False


class VariantEndgame:
    """An end-game attack solved state by state, from tables on which all have laid."""

    def __init__(self, begins: list[TwingTable]) -> None:
        self._count = len(fight_of(begins[0]).sides)
        self._endless = begins[0].variant.shamrock == "unlimited"
        self._states: dict[Hashable, _State] = {}
        self._order: list[list[Hashable]] = []
        """The states in the order of solving; those between which an endless Shamrock rolls are together."""
        starts = [self._openings(laid) for laid in begins]
        values = [
            sum(chance * self._value(key, *place) for (key, place), chance in start.items())
            for start in starts
        ]
        self._start = starts[-1] if values[-1] > values[0] + EPSILON else starts[0]

    @classmethod
    def of(cls, attack: EndgameAttack, variant: Variant) -> VariantEndgame:
        """A typed attack; where two cats may be laid with it, they are if that is better (TW-PLAY-3)."""
        laid = (laid_out(attack, variant, cats) for cats in (False, True))
        return cls([table for table in laid if table])

    def _value(self, key: Hashable, passes: int, mover: int) -> float:
        """The worth of a state to the attacker, after these passes, with this side to respond."""
        state, count = self._states[key], self._count
        while passes < count:
            code = state.choice[passes][mover]
            if code:
                return state.moved[mover][code - 1][0]
            passes, mover = passes + 1, (mover + 1) % count
        return state.ended[0]

    def _openings(self, laid: TwingTable) -> dict[tuple[Hashable, Place], float]:
        """The states after the first rolls that are still due, each with its chance."""
        fight = fight_of(laid)
        place = (fight.passes, fight.turn) if fight.rolled else (0, 0)
        rolling = [side.index for side in fight.sides if side.lay.spells and side.die is None]
        chances: dict[tuple[Hashable, Place], float] = {}
        for faces in product(range(len(STATES)), repeat=len(rolling)):
            table, chance = twin_of(laid), 1.0
            for index, number in zip(rolling, faces, strict=True):
                chance *= WEIGHTS[number] / 12
                fight_of(table).sides[index].threw(STATES[number], False, laid.variant)
            fight_of(table).rolled = True
            key = self._solve(forgetting(table))
            chances[key, place] = chances.get((key, place), 0.0) + chance
        return chances

    def _solve(self, table: TwingTable) -> Hashable:
        """The key of a state, solved after every state that it leads to."""
        fight = fight_of(table)
        fight.turn = fight.passes = 0
        key = table.key()
        if key in self._states:
            return key
        if self._endless and not fight.settling and _may_roll(fight):
            twins = [played_out(table, 0, "shamrock", state) for state in STATES]
            if key in [twin.key() for twin in twins]:
                self._solve_together(twins)
                return key
        state = self._begun(table)
        if state.rolls:  # its own state is another than those to which it rolls
            state.moved[0][0] = self._mean(state.moves[0][0], 1 % self._count)
        state.choose()
        self._states[key] = state
        self._order.append([key])
        return key

    def _begun(self, table: TwingTable, together: bool = False) -> _State:
        """A state with its moves and their worths; `together`: without what its endless Shamrock leads to."""
        fight, state = fight_of(table), _State(table)
        opens = fight.variant.criticals == "at_once" and decided(fight) and not fight.settling
        if opens or (fight.settling and not decided(fight)):
            twin = twin_of(table)
            fight_of(twin).settling = opens
            state.then = self._solve(twin)
        for side in fight.sides:
            answers = [] if opens else list(answers_of(fight, side))
            state.rolls = state.rolls or (self._endless and answers[:1] == ["shamrock"])
            state.moves.append(
                [
                    [] if together and answer == "shamrock" else self._after(table, side.index, answer)
                    for answer in answers
                ]
            )
        results = results_of(table)
        state.ended = (float(sum(results)), *(float(-result) for result in results))
        if state.then is not None:
            state.ended = self._states[state.then].worth[0]
        state.moved = [
            [self._mean(move, (mover + 1) % self._count) for move in moves]
            for mover, moves in enumerate(state.moves)
        ]
        return state

    def _solve_together(self, twins: list[TwingTable]) -> None:
        """Solve the states between which an endless Shamrock rolls: rolling again is worth the least that is
        the mean of what follows it, as `endless_rolls` has it, here for several players."""
        keys: list[Hashable] = []
        for twin in twins:
            fight_of(twin).turn = fight_of(twin).passes = 0
            keys.append(twin.key())
        states = [self._begun(twin, together=True) for twin in twins]
        roll = [(weight / 12, key) for weight, key in zip(WEIGHTS, keys, strict=True)]
        again: Worth = (-float(self._count), *([float(self._count)] * (self._count - 1)))
        for _ in range(_ROUNDS):
            kept, share, pattern = _followed(states, again)
            if share < 1.0 - EPSILON:
                ahead = tuple(value / (1.0 - share) for value in kept)
                if _followed(states, ahead)[2] == pattern:
                    break
            again = tuple(one + share * two for one, two in zip(kept, again, strict=True))
        for key, state in zip(keys, states, strict=True):
            if state.rolls:
                state.moves[0][0] = roll
            self._states[key] = state
        self._order.append(keys)

    def _mean(self, move: Move, mover: int) -> Worth:
        worths = [(chance, self._states[key].worth[mover]) for chance, key in move]
        return tuple(sum(chance * worth[index] for chance, worth in worths) for index in range(self._count))

    def _after(self, table: TwingTable, mover: int, answer: str) -> Move:
        """The states that a response leads to, with their chances."""
        name = answer.split()[0]
        if name in _ROLLING or answer in _ROLLING:
            faces = list(zip(STATES, WEIGHTS, strict=True))
        elif name == "trap" and table.variant.trap_roll:
            faces = [(-1, 4), (0, 8)]
        else:
            faces = [(0, 12)]
        return [(weight / 12, self._solve(played_out(table, mover, answer, face))) for face, weight in faces]

    def ends(self) -> list[EndgameEnd]:
        """Every way in which the attack ends under best responses, with its chance."""
        flow = _Flow(self._count)
        for (key, (passes, mover)), chance in self._start.items():
            flow.reached[key][passes][mover] += chance
        for keys in reversed(self._order):
            flow.together = set(keys)
            flow.pass_on({key: self._states[key] for key in keys if key in flow.reached})
            back = flow.taken_back()
            if not back:
                continue
            # Rolling again and again: what comes back is the same share each time.
            states = {key: self._states[key] for key in keys}
            flow.roll(keys, back)
            flow.pass_on(states)
            more = flow.taken_back()
            if more and more < back * (1.0 - EPSILON):
                flow.roll(keys, more / (1.0 - more / back))
                flow.pass_on(states)
                flow.taken_back()
        return [EndgameEnd(*end, chance) for end, chance in flow.ends.items()]


class _Flow:
    """The chances of the states, moved on from one to those that follow."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.reached: dict[Hashable, list[list[float]]] = defaultdict(
            lambda: [[0.0] * count for _ in range(count)]
        )
        """For each state, number of passes and side to respond."""
        self.ends: dict[End, float] = {}
        self.together: set[Hashable] = set()
        """The states between which an endless Shamrock rolls now."""
        self._back = 0.0

    def taken_back(self) -> float:
        """The chance that has come back to the states that are together, by a new roll."""
        back, self._back = self._back, 0.0
        return back

    def roll(self, keys: list[Hashable], chance: float) -> None:
        """Spread a chance over the states after a new roll, the first defender to respond."""
        for key, weight in zip(keys, WEIGHTS, strict=True):
            self.reached[key][0][1 % self._count] += chance * weight / 12

    def pass_on(self, states: Mapping[Hashable, _State]) -> None:
        """Move the chances of these states on: to others, or to the ends."""
        for key, state in states.items():
            self._pass_on(state, self.reached.pop(key))

    def _pass_on(self, state: _State, masses: list[list[float]]) -> None:
        count, ended = self._count, 0.0
        for passes in range(count):
            for mover in range(count):
                mass, code = masses[passes][mover], state.choice[passes][mover]
                if not mass:
                    continue
                if code:
                    self._move(state.moves[mover][code - 1], (mover + 1) % count, mass)
                elif passes + 1 < count:
                    masses[passes + 1][(mover + 1) % count] += mass
                else:
                    ended += mass
        if ended and state.then is not None:
            self.reached[state.then][0][0] += ended
        elif ended:
            end = _end(state.table)
            self.ends[end] = self.ends.get(end, 0.0) + ended

    def _move(self, move: Move, mover: int, mass: float) -> None:
        for chance, then in move:
            if then in self.together:
                self._back += mass * chance
            else:
                self.reached[then][0][mover] += mass * chance


def _may_roll(fight: Fight) -> bool:
    """True if the attacker may roll again with the Shamrock."""
    return forbidden(fight, fight.sides[0], "shamrock") is None


def _followed(states: list[_State], again: Worth) -> tuple[Worth, float, list[list[list[int]]]]:
    """The worth of a new roll that ends in another way than rolling again, the chance of that, and all that
    is chosen, if rolling again is worth so much."""
    kept, share = [0.0] * len(again), 0.0
    for state, weight in zip(states, WEIGHTS, strict=True):
        if state.rolls:
            state.moved[0][0] = again
        state.choose()
        if state.rolled_again():
            share += weight / 12
            continue
        for index, value in enumerate(state.worth[1 % len(again)]):
            kept[index] += weight / 12 * value
    return tuple(kept), share, [state.choice for state in states]


def _end(table: TwingTable) -> End:
    """The results of a battle that ends here, the creatures lost, and how many cards each side has played."""
    fight, results = fight_of(table), results_of(table)
    lost = [
        len(side.trapped) + (_lost(fight, side) if beaten else 0)
        for side, beaten in zip(
            fight.sides,
            (attack_fails(fight.variant, results), *(result > 0 for result in results)),
            strict=True,
        )
    ]
    return results, lost[0], tuple(lost[1:]), tuple(len(side.played) for side in fight.sides)


def _lost(fight: Fight, side: Side) -> int:
    """The number of the creatures that still stand a beaten side loses (TW-BAT-20, TW-BAT-21)."""
    own, spells = side.player.character, side.lay.spells
    return sum(
        not own_comes_home(fight.variant, side.index, own, fighter.card, spells) for fighter in side.standing
    )


def _best(base: Worth, moved: list[Worth], mover: int) -> tuple[Worth, int]:
    best, code = base, 0
    for number, worth in enumerate(moved, 1):
        if worth[mover] > best[mover] + EPSILON:
            best, code = worth, number
    return best, code
