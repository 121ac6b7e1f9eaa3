"""The moments at which players act: windows for all, a use with its answers, and the call (EM-WIN, EM-ABIL-2
to 5).
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from twingkit.core.play import Script
from twingkit.core.questions import Question
from twingkit.core.windows import declaration_window, turn_window
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import uses
from twingkit.ember.rules.abilities import add_marks, carry_out, flip_creature
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.choices import FirstToAct
from twingkit.ember.rules.questions import PASS, TURN, Answer, Respond, broken_answer_rule
from twingkit.ember.rules.table import SEATS, EmberTable, Player
from twingkit.ember.rules.uses import CALL, Use

MOMENTS = ("begins", "drawn", "used", "conjured", "paid", "ends", "again")
"""Moments at which a window opens; "again": somebody has acted in the window, so all players are asked again.
"""


def window(table: EmberTable, when: str = "") -> Script:
    """Let all players act until all pass (EM-WIN-2, 3); `when` is the moment, one of `MOMENTS`."""
    moment = [when]

    def order() -> list[int]:
        return table.seats_from(table.current)

    def ask(seat: int) -> Question | None:
        return None if uses.is_silent(table, seat) else Respond(table, seat, moment[-1])

    def passed(seat: int, answer: str) -> bool:
        if answer == TURN:
            table.players[seat].passing = True
        if answer == CALL and uses.is_right_call(table, seat):
            table.rightly.add(seat)
        return answer in (PASS, TURN)

    def over() -> bool:
        return table.ended

    def still(seat: int, answer: str) -> bool:
        become_wrong = answer == CALL and seat in table.rightly and not uses.is_right_call(table, seat)
        return not become_wrong and uses.broken_act_rule(table, seat, answer) is None

    def act(seat: int, answer: str) -> Script:
        table.rightly.discard(seat)
        yield from carry_out_act(table, seat, answer)
        moment.append("again")

    table.rightly.clear()
    if table.variant.window == "poll":
        yield from turn_window(
            table.progress, order=order(), ask=ask, is_pass=passed, carry_out=act, is_over=over
        )
        return
    yield from declaration_window(
        table.declared,
        order=order,
        ask=ask,
        is_pass=passed,
        rank=lambda seat, answer: uses.rank_of(table, seat, answer),
        break_tie=lambda seats: choose_first(table, seats, table.declared),
        is_still_allowed=still,
        carry_out=act,
        is_over=over,
    )


def choose_first(table: EmberTable, seats: Sequence[int], acts: Mapping[int, str]) -> Script:
    """Return the seat that acts first of several with equal actions (EM-WIN-4).

    It is the first clockwise from the active player; or, by the variant, the active player sees the actions
    and chooses.
    """
    if table.variant.equal == "auto":
        return seats[0]
    for seat in seats:
        word, *names = acts[seat].split()
        case = "equal_call" if word == CALL else "equal"
        used = table.creatures[names[0]] if word in ("use", "answer") else word
        table.cite("EM-WIN-4", case, side=SEATS[seat], creature=used)
    table.settling = tuple(seats)
    answer: str = yield FirstToAct(table, table.current, [SEATS[seat] for seat in seats])
    table.settling = ()
    return SEATS.index(answer.split()[1])


def carry_out_act(table: EmberTable, seat: int, answer: str) -> Script:
    """Carry out a use or a call."""
    if answer == CALL:
        call(table, seat)
    else:
        yield from announce_use(table, uses.parse_use(table, seat, answer))


def announce_use(table: EmberTable, use: Use) -> Script:
    """Announce a use, ask for answers, turn the creature face down, and carry out the effect (EM-ABIL-2)."""
    player = table.players[use.seat]
    creature = None if use.by_archmage else table.creatures[use.source]
    facts = {"side": player.name, "creature": creature or "archmage", "targets": _named(table, use)}
    rule = "EM-ARCH-2" if use.by_archmage else "EM-ABIL-2"
    table.cite(rule, "announced_on" if use.targets else "announced", **facts)
    if use.by_archmage:  # it is shown now and cannot pay for anything any more
        player.lose("hand", ARCHMAGE)
        table.lifted = (ARCHMAGE,)
        table.archmages += 1
    table.dodged.clear()
    table.using = use
    cancelled = yield from ask_for_answers(table, use, table.answering)
    kept = cancelled and table.variant.cancelled == "kept"
    if use.by_archmage:
        table.lifted = ()
        if kept:
            player.gain("hand", [ARCHMAGE], range(len(table.players)))
        else:
            table.pile.append(ARCHMAGE)
    elif not kept:
        player.change(use.source, up=False)
    if cancelled:
        table.cite("EM-ABIL-4", "kept" if kept else "spent", side=player.name, creature=facts["creature"])
    else:
        yield from carry_out(table, use)
    table.dodged.clear()
    table.using = None


def _named(table: EmberTable, use: Use) -> tuple[object, ...]:
    """Return the targets of a use, as facts of a ruling."""
    return tuple(table.creatures.get(name, name) for name in use.targets)


def ask_for_answers(table: EmberTable, use: Use, kept: MutableMapping[int, str], depth: int = 1) -> Script:
    """Let the other players cancel a use or let it pass them by (EM-ABIL-3, 5). Returns True if it is
    cancelled.

    Answers are declared in `kept` and chosen like uses in a window (EM-WIN-4). At `depth` 1 players answer
    the use, at `depth` 2 they answer that answer.
    """
    cancelled = False

    def allowed(seat: int, name: str) -> bool:
        return broken_answer_rule(table, seat, name, use) is None

    def ask(seat: int) -> Question | None:
        names = [owned.id for owned in table.players[seat].owned]
        return Answer(table, seat, use) if any(allowed(seat, name) for name in names) else None

    def rank(seat: int, answer: str) -> int:
        owned = table.players[seat].find(answer.split()[1])
        assert owned is not None
        return table.rank(owned)

    def act(seat: int, answer: str) -> Script:
        nonlocal cancelled
        player, name = table.players[seat], answer.split()[1]
        creature = table.creatures[name]
        if depth < table.variant.answer_depth:
            table.cite("EM-ABIL-2", "announced", side=player.name, creature=creature)
            own = Use(seat, name, creature.effects, ())
            if (yield from ask_for_answers(table, own, table.countering, depth + 1)):
                cancel_creature(table, player, creature)
                return
        flip_creature(table, player, name)
        if creature.effect("cancel"):
            cancelled = True
            table.cite("EM-ABIL-3", "cancels", side=player.name, creature=creature)
        else:
            table.dodged.add(seat)
            table.cite("EM-ABIL-3", "dodges", side=player.name, creature=creature)

    yield from declaration_window(
        kept,
        order=lambda: [seat for seat in table.seats_from(table.current) if seat != use.seat],
        ask=ask,
        is_pass=lambda seat, answer: answer == PASS,
        rank=rank,
        break_tie=lambda seats: choose_first(table, seats, kept),
        is_still_allowed=lambda seat, answer: allowed(seat, answer.split()[1]),
        carry_out=act,
        is_over=lambda: cancelled,
    )
    return cancelled


def cancel_creature(table: EmberTable, player: Player, creature: Creature) -> None:
    """Turn a cancelled creature face down, unless the variant keeps it face up (EM-ABIL-4)."""
    kept = table.variant.cancelled == "kept"
    if not kept:
        player.change(creature.id, up=False)
    table.cite("EM-ABIL-4", "kept" if kept else "spent", side=player.name, creature=creature)


def call(table: EmberTable, seat: int) -> None:
    """Make the call; a right one ends the turns, a wrong one marks each creature (EM-CALL-2, 6)."""
    player = table.players[seat]
    facts = {"side": player.name, "n": player.total, "limit": table.variant.length}
    if uses.is_right_call(table, seat):
        table.caller = seat
        table.cite("EM-CALL-2", "right", **facts)
    else:
        table.cite("EM-CALL-6", "wrong", **facts)
        wrong_call(table, seat)


def wrong_call(table: EmberTable, seat: int) -> None:
    """Carry out the penalty of a wrong call (EM-CALL-6)."""
    player = table.players[seat]
    player.called = True
    for owned in list(player.owned):
        add_marks(table, player, owned.id, 1)
