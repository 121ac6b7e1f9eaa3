"""Windows for players to act, uses of abilities with answers, and the call (EM-WIN, EM-ABIL-2 to 5)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import Question
from twingkit.core.windows import secret_declaration_window, turn_window
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import events, uses
from twingkit.ember.rules.abilities import add_minus_one_marks, carry_out, flip_creature
from twingkit.ember.rules.acts import ActsFirst, AnswerWith, Call, Pass, PassTurn, Use, WindowAct
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.choices import FirstToAct
from twingkit.ember.rules.questions import AnswerAbility, RespondInWindow, rule_against_answering
from twingkit.ember.rules.table import SEATS, EmberTable, Player
from twingkit.ember.rules.uses import AbilityUse

WINDOW_MOMENTS = ("begins", "drawn", "used", "conjured", "paid", "ends", "again")
"""Moments at which a window opens; "again" asks everybody again after somebody has acted."""


def play_window(table: EmberTable, when: str = "") -> Script:
    """Run a window for responses: let all players use abilities or call until all pass; `when` is one of
    `WINDOW_MOMENTS` (EM-WIN-2, 3).
    """
    table.right_callers.clear()
    polled = table.variant.window == "poll"
    if not polled and not table.declared_actions and not uses.may_anyone_act(table):
        return
    seats = table.seats_from(table.current)

    def ask(seat: int) -> Question | None:
        return None if uses.is_skipped_in_windows(table, seat) else RespondInWindow(table, seat, when)

    def passed(seat: int, answer: WindowAct | Pass | PassTurn) -> bool:
        if isinstance(answer, PassTurn):
            table.players[seat].passes_rest_of_turn = True
        if isinstance(answer, Call) and uses.is_right_call(table, seat):
            table.right_callers.add(seat)
        return isinstance(answer, Pass | PassTurn)

    def over() -> bool:
        return table.are_turns_over

    def still(seat: int, answer: WindowAct) -> bool:
        become_wrong = (
            isinstance(answer, Call) and seat in table.right_callers and not uses.is_right_call(table, seat)
        )
        return not become_wrong and uses.broken_act_rule(table, seat, answer) is None

    def act(seat: int, answer: WindowAct) -> Script:
        nonlocal when
        table.right_callers.discard(seat)
        yield from carry_out_act(table, seat, answer)
        when = "again"

    if polled:
        yield from turn_window(
            table.window_progress, order=seats, ask=ask, is_pass=passed, carry_out=act, is_over=over
        )
        return
    yield from secret_declaration_window(
        table.declared_actions,
        order=lambda: seats,
        ask=ask,
        is_pass=passed,
        rank=lambda seat, answer: uses.act_rank(table, seat, answer),
        break_tie=lambda seats: _choose_first_seat(table, seats, table.declared_actions),
        is_still_allowed=still,
        carry_out=act,
        is_over=over,
    )


def _choose_first_seat(table: EmberTable, seats: Sequence[int], acts: Mapping[int, Act]) -> Script:
    """Return which of several seats with equal actions acts first (EM-WIN-4).

    It is the first clockwise from the active player; or, by the variant, the active player sees the actions
    and chooses.
    """
    if table.variant.equal == "auto":
        return seats[0]
    for seat in seats:
        case: str = "equal"
        used: object = "archmage"
        match acts[seat]:
            case Call():
                case, used = "equal_call", "call"
            case Use(creature) | AnswerWith(creature):
                used = table.creatures[creature]
        table.record_ruling("EM-WIN-4", case, side=SEATS[seat], creature=used)
    table.tied_seats = tuple(seats)
    answer: ActsFirst = yield FirstToAct(table, table.current, [SEATS[seat] for seat in seats])
    table.tied_seats = ()
    return SEATS.index(answer.things[0])


def carry_out_act(table: EmberTable, seat: int, act: Act) -> Script:
    """Carry out a player's act in a window: the use of an ability, or the call."""
    if isinstance(act, Call):
        _make_call(table, seat)
    else:
        yield from _announce_use(table, uses.ability_use(table, seat, act))


def _announce_use(table: EmberTable, use: AbilityUse) -> Script:
    """Announce a use, ask for answers, turn the creature face down, and carry out the effects (EM-ABIL-2)."""
    player = table.players[use.seat]
    used = _creature_or_archmage(table, use)
    event: type[events.Announced] = events.AbilityAnnouncedOn if use.targets else events.AbilityAnnounced
    if use.is_by_archmage:
        event = events.ArchmageAnnouncedOn if use.targets else events.ArchmageAnnounced
    table.record(event(player.name, used, _named(table, use)))
    if use.is_by_archmage:  # it is revealed now and can no longer pay for anything
        player.remove_face_up("hand", ARCHMAGE)
        table.cards_in_transit = (ARCHMAGE,)
        table.archmages_used += 1
    table.dodging_seats.clear()
    table.current_use = use
    cancelled = yield from _ask_for_answers(table, use, table.declared_answers)
    kept = cancelled and table.variant.cancelled == "kept"
    if use.is_by_archmage:
        table.cards_in_transit = ()
        if kept:
            player.gain("hand", [ARCHMAGE], range(len(table.players)))
        else:
            table.pile.append(ARCHMAGE)
    elif not kept:
        player.change_creature(use.creature_id, is_face_up=False)
    if cancelled:
        case = f"{'kept' if kept else 'spent'}{'_archmage' if use.is_by_archmage else ''}"
        table.record_ruling("EM-ABIL-4", case, side=player.name, creature=used)
    else:
        yield from carry_out(table, use)
    table.dodging_seats.clear()
    table.current_use = None


def _creature_or_archmage(table: EmberTable, use: AbilityUse) -> events.CreatureOrArchmage:
    return "archmage" if use.is_by_archmage else table.creatures[use.creature_id]


def _named(table: EmberTable, use: AbilityUse) -> tuple[object, ...]:
    return tuple(table.creatures.get(name, name) for name in use.targets)


def _ask_for_answers(
    table: EmberTable, use: AbilityUse, kept: MutableMapping[int, AnswerWith], depth: int = 1
) -> Script:
    """Let the other players answer a use; return True if it is cancelled (EM-ABIL-3, 5).

    Answers are declared in `kept` and chosen like uses in a window (EM-WIN-4). At `depth` 1 players answer
    the use, at `depth` 2 they answer that answer.
    """
    cancelled = False

    def allowed(seat: int, name: str) -> bool:
        return rule_against_answering(table, seat, name, use) is None

    def ask(seat: int) -> Question | None:
        ready = table.players[seat].owned.ready_to_answer
        return AnswerAbility(table, seat, use) if any(allowed(seat, owned.id) for owned in ready) else None

    def rank(seat: int, answer: AnswerWith) -> int:
        owned = table.players[seat].find_creature(answer.creature)
        assert owned is not None
        return table.creature_rank(owned)

    def act(seat: int, answer: AnswerWith) -> Script:
        nonlocal cancelled
        player, name = table.players[seat], answer.creature
        creature = table.creatures[name]
        if depth < table.variant.answer_depth:
            table.record(events.AbilityAnnounced(player.name, creature))
            own = AbilityUse(seat, name, creature.effects, ())
            if (yield from _ask_for_answers(table, own, table.declared_counters, depth + 1)):
                _flip_cancelled_creature(table, player, creature)
                return
        if creature.effect_with_verb("cancel"):
            cancelled = True
            facts = {"side": player.name, "creature": creature, "other": _creature_or_archmage(table, use)}
            points = {"n": uses.use_rank(table, use), "limit": rank(seat, answer)}
            table.record_ruling("EM-ABIL-3", "cancels", **facts, **points)
        else:
            table.dodging_seats.add(seat)
            table.record_ruling("EM-ABIL-3", "dodges", side=player.name, creature=creature)
        if use.effects[0].verb == "flip" and use.targets == (name,):
            table.record_ruling("EM-ABIL-3", "in_vain", creature=creature)
        flip_creature(table, player, name)

    yield from secret_declaration_window(
        kept,
        order=lambda: [seat for seat in table.seats_from(table.current) if seat != use.seat],
        ask=ask,
        is_pass=lambda seat, answer: isinstance(answer, Pass),
        rank=rank,
        break_tie=lambda seats: _choose_first_seat(table, seats, kept),
        is_still_allowed=lambda seat, answer: allowed(seat, answer.creature),
        carry_out=act,
        is_over=lambda: cancelled,
    )
    if not cancelled:
        for player in table.opponents(use.seat):
            able = [owned.creature for owned in player.owned if allowed(player.seat, owned.id)]
            if able:
                table.record(events.DeclinedToAnswer(player.name, tuple(able)))
    return cancelled


def _flip_cancelled_creature(table: EmberTable, player: Player, creature: Creature) -> None:
    """Turn a cancelled creature face down, unless the variant keeps it face up (EM-ABIL-4)."""
    kept = table.variant.cancelled == "kept"
    if not kept:
        player.change_creature(creature.id, is_face_up=False)
    table.record_ruling("EM-ABIL-4", "kept" if kept else "spent", side=player.name, creature=creature)


def _make_call(table: EmberTable, seat: int) -> None:
    """Make a call: a right one ends the turns, a wrong one is penalized (EM-CALL-2, 6)."""
    player = table.players[seat]
    is_right = uses.is_right_call(table, seat)
    event = events.CalledRightly if is_right else events.CalledWrongly
    table.record(event(player.name, player.total, table.variant.length))
    if is_right:
        table.caller = seat
    else:
        penalize_wrong_call(table, seat)


def penalize_wrong_call(table: EmberTable, seat: int) -> None:
    """Put a −1 mark on each creature of a player who called wrongly (EM-CALL-6)."""
    player = table.players[seat]
    player.has_called_wrongly = True
    for owned in player.owned:
        add_minus_one_marks(table, player, owned.id, 1)
