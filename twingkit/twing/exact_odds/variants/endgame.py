"""Best responses in an end-game attack under a variant, by the rules' own windows (TW-END-3, TW-END-4).

Here nothing of the rules is written a second time: a state is a table of the script, a response is carried
out by the chapter itself (`windows.play`), and what is allowed is what the question lists. States are solved
once each. This is exact and slow, so it answers only where the faster `endgame_best.py` would not be right:
see `plays_otherwise`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import product

from twingkit.asking import Roll
from twingkit.messages import Fault
from twingkit.twing.exact_odds.best_plain import EPSILON
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS
from twingkit.twing.exact_odds.endgame_pairings import EndgameEnd, attack_fails
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.notation.line_table import table_of
from twingkit.twing.rules.battle import battle
from twingkit.twing.rules.commit import LayCards, LayTwoCats
from twingkit.twing.rules.fight import Fight, Side, Throw
from twingkit.twing.rules.outcome import decide, own_comes_home
from twingkit.twing.rules.responses import MiromonFirst, Respond, trap_spots
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import decided, partner, play
from twingkit.twing.variants.variant import Variant

_SCORES = {0: 1, None: 0, 1: -1}
_ROLLING = ("hat", "shamrock", "cat", "two-cats", "miromon again")

Worth = tuple[float, ...]
"""The worth of a state to the attacker, and to each defender."""


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

    __slots__ = ("choice", "moves", "table", "then", "worth")

    def __init__(self, table: TwingTable) -> None:
        self.table = table
        self.then: Hashable = None
        """The state that follows when all pass, the attacker to respond; None if the battle ends."""
        self.moves: list[list[list[tuple[float, Hashable]]]] = []
        self.worth: list[Worth] = []
        """For each side to respond, if nobody has passed."""
        self.choice: list[list[int]] = []
        """For each number of passes and side to respond: 0 pass, else 1 + the number of the move."""


class VariantEndgame:
    """An end-game attack solved state by state."""

    def __init__(self, attack: EndgameAttack, variant: Variant) -> None:
        if variant.shamrock == "unlimited" and "shamrock" in attack.attacker.objects:
            raise Fault("endgame.endless")
        self._attack = attack
        self._states: dict[Hashable, _State] = {}
        self._order: list[Hashable] = []
        begins = [laid for laid in (_laid(attack, variant, cats) for cats in (False, True)) if laid]
        starts = [self._openings(laid) for laid in begins]
        values = [
            sum(chance * self._states[key].worth[0][0] for key, chance in start.items()) for start in starts
        ]
        self._start = starts[-1] if values[-1] > values[0] + EPSILON else starts[0]

    def _openings(self, laid: TwingTable) -> dict[Hashable, float]:
        """The states after the first rolls, each with its chance."""
        fight = _fight(laid)
        rolling = [side.index for side in fight.sides if side.lay.spells]
        chances: dict[Hashable, float] = {}
        for faces in product(range(len(STATES)), repeat=len(rolling)):
            table, chance = _twin(laid), 1.0
            for index, place in zip(rolling, faces, strict=True):
                chance *= WEIGHTS[place] / 12
                _fight(table).sides[index].threw(STATES[place], False, laid.variant)
            _fight(table).rolled = True
            key = self._solve(table)
            chances[key] = chances.get(key, 0.0) + chance
        return chances

    def _solve(self, table: TwingTable) -> Hashable:
        """The key of a state, solved after every state that it leads to."""
        fight = _fight(table)
        fight.turn = fight.passes = 0
        key = table.key()
        if key in self._states:
            return key
        state = _State(table)
        count = len(fight.sides)
        opens = fight.variant.criticals == "at_once" and decided(fight) and not fight.settling
        if opens or (fight.settling and not decided(fight)):
            twin = _twin(table)
            _fight(twin).settling = opens
            state.then = self._solve(twin)
        for side in fight.sides:
            answers = () if opens else _answers(fight, side)
            state.moves.append([self._after(table, side.index, answer) for answer in answers])
        results = _results(table)
        ended: Worth = (float(sum(results)), *(float(-result) for result in results))
        if state.then is not None:
            ended = self._states[state.then].worth[0]
        moved = [
            [self._mean(move, (mover + 1) % count) for move in moves]
            for mover, moves in enumerate(state.moves)
        ]
        values = [ended] * count
        for passes in range(count - 1, -1, -1):
            base = values if passes == count - 1 else [values[(mover + 1) % count] for mover in range(count)]
            chosen = [_best(base[mover], moved[mover], mover) for mover in range(count)]
            state.choice.insert(0, [code for _, code in chosen])
            values = [value for value, _ in chosen]
        state.worth = values
        self._states[key] = state
        self._order.append(key)
        return key

    def _mean(self, move: list[tuple[float, Hashable]], mover: int) -> Worth:
        worths = [(chance, self._states[key].worth[mover]) for chance, key in move]
        return tuple(
            sum(chance * worth[index] for chance, worth in worths) for index in range(len(worths[0][1]))
        )

    def _after(self, table: TwingTable, mover: int, answer: str) -> list[tuple[float, Hashable]]:
        """The states that a response leads to, with their chances."""
        name = answer.split()[0]
        if name in _ROLLING or answer in _ROLLING:
            faces = list(zip(STATES, WEIGHTS, strict=True))
        elif name == "trap" and table.variant.trap_roll:
            faces = [(-1, 4), (0, 8)]
        else:
            faces = [(0, 12)]
        return [(weight / 12, self._solve(_played(table, mover, answer, face))) for face, weight in faces]

    def ends(self) -> list[EndgameEnd]:
        """Every way in which the attack ends under best responses, with its chance."""
        count = len(self._attack.sides)
        reached: dict[Hashable, list[float]] = defaultdict(lambda: [0.0] * count)
        for key, chance in self._start.items():
            reached[key][0] += chance
        ends: dict[tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]], float] = {}
        for key in reversed(self._order):
            if key not in reached:
                continue
            state, mass = self._states[key], reached.pop(key)
            for passes in range(count):
                onward = [0.0] * count
                for mover in range(count):
                    code = state.choice[passes][mover]
                    if not code:
                        onward[(mover + 1) % count] += mass[mover]
                        continue
                    for chance, then in state.moves[mover][code - 1]:
                        reached[then][(mover + 1) % count] += mass[mover] * chance
                mass = onward
            if state.then is not None:
                reached[state.then][0] += sum(mass)
            elif sum(mass):
                end = self._end(state.table)
                ends[end] = ends.get(end, 0.0) + sum(mass)
        return [EndgameEnd(*end, chance) for end, chance in ends.items()]

    def _end(self, table: TwingTable) -> tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]:
        fight, results = _fight(table), _results(table)
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


def _results(table: TwingTable) -> tuple[int, ...]:
    fight = _fight(table)
    return tuple(_SCORES[decide(table, fight, side).winner] for side in fight.sides[1:])


def _answers(fight: Fight, side: Side) -> Iterator[str]:
    """The answers that a side may give, in the order of comparison; of each enemy's creatures a trap takes
    the strongest that counts (TW-ODDS-2)."""
    asks = MiromonFirst if fight.settling else Respond
    options = [answer for answer in asks(fight, side).options() if answer != "pass"]
    traps = iter(_traps(fight, side, {answer for answer in options if answer.startswith("trap ")}))
    done = False
    for answer in options:
        if not answer.startswith("trap "):
            yield answer
        elif not done:
            done = True
            yield from traps


def _traps(fight: Fight, side: Side, allowed: set[str]) -> list[str]:
    """One trap for each enemy, the strongest first."""
    best: dict[int, tuple[tuple[bool, int], str]] = {}
    for enemy, spot, fighter in trap_spots(fight, side):
        answer = f"trap {spot}"
        if answer not in allowed or fighter not in enemy.standing:
            continue
        power = fighter.card.power
        if fight.variant.trap_pair == "pair":
            power += sum(other.card.power for other in partner(enemy, fighter))
        counts = fighter in fight.fighters_against(enemy, side)
        weight = counts, power
        if enemy.index not in best or weight > best[enemy.index][0]:
            best[enemy.index] = weight, answer
    return [answer for (_, _), answer in sorted(best.values(), key=lambda pair: -pair[0][1])]


def _played(table: TwingTable, mover: int, answer: str, face: int) -> TwingTable:
    """A table after a response of which the die shows this face; nobody interrupts for an event."""
    twin = _twin(table)
    fight = _fight(twin)
    script = play(twin, fight, fight.sides[mover], answer)
    try:
        question = next(script)
        while True:
            question = script.send(face if isinstance(question, Roll) else "pass")
    except StopIteration:
        return twin


def _laid(attack: EndgameAttack, variant: Variant, two_cats: bool) -> TwingTable | None:
    """The table with all sides laid; None where the attacker cannot lay two cats, if that is wanted."""
    table = table_of(attack.sides, variant)
    script = battle(table, 0, range(1, len(table.players)), "endgame")
    question, cats = next(script), False
    while not isinstance(question, Roll):
        answer: object = "pass"
        if isinstance(question, LayCards):
            answer = attack.sides[question.player].lay
        elif isinstance(question, LayTwoCats) and two_cats and "cats" in question.options():
            answer, cats = "cats", True
        question = script.send(answer)
    return None if two_cats and not cats else table


def _fight(table: TwingTable) -> Fight:
    assert table.fight is not None
    return table.fight


def _twin(table: TwingTable) -> TwingTable:
    """A copy of a table in the middle of its battle."""
    twin, fight = table.copy(), _fight(table)
    sides = []
    for side in fight.sides:
        other = object.__new__(Side)
        for name in Side.__slots__:
            value = getattr(side, name)
            setattr(other, name, value[:] if isinstance(value, list) else value)
        other.player = twin.players[side.seat]
        other.throws = [
            Throw(throw.face, throw.by_cat, throw.inverted_by, throw.own) for throw in side.throws
        ]
        sides.append(other)
    twin.fight = Fight(*sides, kind=fight.kind, variant=fight.variant)
    twin.fight.rolled, twin.fight.settling = fight.rolled, fight.settling
    return twin
