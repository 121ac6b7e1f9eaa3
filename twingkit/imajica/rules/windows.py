"""Windows for Flashes, and announced acts: answers, counters, and carrying them out (IJ-TIME)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.windows import turn_window
from twingkit.imajica.rules import acts, answers, carry_out, events, questions
from twingkit.imajica.rules.card_moves import put_in_ovo
from twingkit.imajica.rules.table import SEATS, Act, ImajicaTable

WINDOW_MOMENTS = (
    *("begins", "called", "acted", "retreated", "ends"),
    *("challenged", "defended", "dealt", "fought", "seizes", "contested", "read", "securing", "seized"),
)
"""Moments at which a window opens: turn start and end, after actions, in fights (IJ-TIME-2)."""


def run_flash_window(table: ImajicaTable, when: str = "", *, counters: bool = False) -> Script:
    """Let everybody play Flashes (with `counters` only counters) until all pass in a row (IJ-TIME-2, 3, 7).

    `when` is one of `WINDOW_MOMENTS`, or "" if an act waits for answers.
    """
    seats_to_ask = acts.seats_that_might_act(table, "flash", counters=counters)
    if not seats_to_ask:
        return
    kind: type[questions.FlashWindow] = questions.CounterWindow if counters else questions.FlashWindow
    waiting = len(table.waiting_acts) - 1
    progress = [0, 0]
    table.window_progress.append(progress)

    def ask(seat: int) -> questions.FlashWindow | None:
        nonlocal seats_to_ask
        seats_to_ask = seats_to_ask or acts.seats_that_might_act(table, "flash", counters=counters)
        if seat not in seats_to_ask or not acts.can_act(table, seat, "flash", counters=counters):
            return None
        seats_to_ask = []  # the answer changes it
        return kind(table, seat, when)

    def act(seat: int, answer: answers.Use) -> Script:
        yield from perform_unless_countered(table, acts.announced_act(table, seat, answer, "flash"))

    yield from turn_window(
        progress,
        order=table.seats_from(table.current),
        ask=ask,
        is_pass=lambda seat, answer: not isinstance(answer, answers.Use),
        carry_out=act,
        is_over=lambda: waiting in table.countered_indexes,
    )
    table.window_progress.pop()


def play_opening_window(table: ImajicaTable) -> Script:
    """Run the Flash window at the start of a turn, unless the game started from a position after it
    (IJ-TIME-2).
    """
    if table.opening_window_done:
        table.opening_window_done = False
    else:
        yield from run_flash_window(table, "begins")


def play_maneuver_window(
    table: ImajicaTable,
    seats: list[int],
    window_class: type[questions.CombatManeuverWindow | questions.InfluenceManeuverWindow],
) -> Script:
    """Let these seats play maneuvers in turn until all pass in a row; each takes effect at once (IJ-CHAL-4).

    It ends as soon as one side has nobody left (IJ-CHAL-6, IJ-SEIZE-6).
    """
    fight = table.fight
    progress = [0, 0]
    table.window_progress.append(progress)

    def act(seat: int, answer: answers.Use) -> Script:
        announced = acts.announced_act(table, seat, answer, window_class.playable_kind)
        yield from perform_unless_countered(table, announced, unanswerable=True)

    yield from turn_window(
        progress,
        order=seats,
        ask=lambda seat: (
            window_class(table, seat) if acts.can_act(table, seat, window_class.playable_kind) else None
        ),
        is_pass=lambda seat, answer: not isinstance(answer, answers.Use),
        carry_out=act,
        is_over=lambda: fight is not None and not (fight.attackers and (fight.defenders or len(seats) == 1)),
    )
    table.window_progress.pop()


def perform_unless_countered(
    table: ImajicaTable, act: Act, *, unanswerable: bool = False, flashes_may_answer: bool = False
) -> Script:
    """Announce an act, wait for answers, carry it out; return True if not countered (IJ-TIME-4 to 8).

    `unanswerable` acts cannot be answered (maneuvers). `flashes_may_answer` acts can be answered by any Flash
    (Dictates, Ally Actions, Paths), others only by counters.
    """
    log_and_take_card(table, act)
    place = len(table.waiting_acts)
    table.waiting_acts.append(act)
    if not unanswerable:
        yield from run_flash_window(table, counters=not flashes_may_answer)
    table.waiting_acts.pop()
    stopped = place in table.countered_indexes
    if stopped:
        table.countered_indexes.discard(place)
        table.log_rule("IJ-TIME-7", "countered", act.seat, card=act.card)
        if not act.by_power and not act.path_token:
            put_in_ovo(table, act.card, act.seat)
        carry_out.return_tabula_rasa(table, act)
    elif is_postponed(table, act):
        table.postponed_acts.append(act)
    else:
        yield from carry_out.apply_card_or_power(table, act)
    carry_out.clear_saved_characters(table)
    pivot_after_use(table, act)
    if flashes_may_answer:
        yield from carry_out_postponed_flashes(table)
    return not stopped


def await_counters(table: ImajicaTable, act: Act) -> Script:
    """Let everybody answer a retreat or reassignment; return True if not countered (IJ-TIME-2)."""
    place = len(table.waiting_acts)
    table.waiting_acts.append(act)
    yield from run_flash_window(table)
    table.waiting_acts.pop()
    stopped = place in table.countered_indexes
    table.countered_indexes.discard(place)
    carry_out.clear_saved_characters(table)  # such a deed deals no damage
    return not stopped


def carry_out_postponed_flashes(table: ImajicaTable) -> Script:
    """Carry out the Flashes that were postponed until after the waiting act (IJ-TIME-5)."""
    while table.postponed_acts:
        yield from carry_out.apply_card_or_power(table, table.postponed_acts.pop(0))


def log_and_take_card(table: ImajicaTable, act: Act) -> None:
    """Record the ruling that an act (card or power) was used, and remove a played card from the hand."""
    named = [
        table.pieces[name] if name in table.pieces else table.cards.get(name, name) for name in act.targets
    ]
    if act.path_token:
        table.record(events.PathRead(SEATS[act.seat], act.card))
        return
    if act.by_power:
        case = "used_on" if named else "used"
        table.log_rule("IJ-POWER-1", case, act.seat, card=act.card, targets=tuple(named))
    else:
        event = events.CardPlayedOn if named else events.CardPlayed
        table.record(event(SEATS[act.seat], act.card, tuple(named)))
        if act.source:
            table.log_rule("IJ-CARD-1", "by", act.seat, card=table.pieces[act.source])
        table.players[act.seat].remove_face_up("hand", act.card.id)


def is_postponed(table: ImajicaTable, act: Act) -> bool:
    """Return whether a Flash takes effect only after the waiting act (IJ-TIME-5)."""
    if not table.waiting_acts or table.fight is not None or table.variant.flash_first == "all":
        return False
    if act.is_counter:
        return False
    waiting = table.waiting_acts[-1]
    return not {waiting.source, *waiting.targets} & set(act.targets)


def has_no_effect(table: ImajicaTable, act: Act) -> bool:
    """Return whether a legal act would change nothing now except its own costs.

    No rule forbids such an act. A postponed act is tried after the waiting one. False for acts that ask a
    question or wait for such an act.
    """
    if is_postponed(table, act):
        later = _table_after_waiting_act(table)
        return later is not None and has_no_effect(later, act)
    done = table_after_act(table, act)
    if done is None:
        return False
    unchanged = _table_after_playing(table, act)
    if not act.by_power:
        put_in_ovo(unchanged, act.card, act.seat)
    return unchanged.key() == done.key()


def sites_lost_by_act(table: ImajicaTable, act: Act) -> tuple[str, ...]:
    """Return the tokens of the Sites that an Autarch would lose by its own act now (IJ-HOLD-4).

    Empty for acts that are postponed or that ask a question.
    """
    done = table_after_act(table, act)
    kept = {site.token for site in (done or table).circle_or_held_sites(act.seat)}
    return tuple(site.token for site in table.circle_or_held_sites(act.seat) if site.token not in kept)


def own_cards_harmed(table: ImajicaTable, act: Act) -> tuple[str, ...]:
    """Return the tokens of an Autarch's own cards that its act would pivot or remove, except its source.

    Empty for acts that are postponed or that ask a question.
    """
    done = table_after_act(table, act)
    return () if done is None else _pivoted_or_gone(table, done, act.seat, act.source)


def cards_harmed(table: ImajicaTable, act: Act, seat: int) -> tuple[str, ...]:
    """Return the tokens of an Autarch's cards that a waiting act would pivot, remove or take.

    If the act asks a question first, all of the Autarch's cards in the fight are returned.
    """
    done = table.copy()
    done.waiting_acts = [other for other in done.waiting_acts if other is not act]
    if next(carry_out.apply_card_or_power(done, act), None) is not None:
        fight = table.fight
        return tuple(
            token for token in (fight.involved if fight else ()) if table.pieces[token].controller == seat
        )
    kept = {site.token for site in done.circle_or_held_sites(seat)}
    lost = [site.token for site in table.circle_or_held_sites(seat) if site.token not in kept]
    return (*_pivoted_or_gone(table, done, seat, ""), *lost)


def _pivoted_or_gone(table: ImajicaTable, done: ImajicaTable, seat: int, source: str) -> tuple[str, ...]:
    """Return the cards of a seat that are newly pivoted or gone on the table `done`, except `source`."""
    ready = [
        piece.token
        for piece in table.pieces.values()
        if piece.controller == seat and piece.token != source and not piece.pivoted
    ]
    return tuple(token for token in ready if token not in done.pieces or done.pieces[token].pivoted)


def _table_after_playing(table: ImajicaTable, act: Act) -> ImajicaTable:
    played = table.copy()
    if not act.by_power:
        played.players[act.seat].remove_face_up("hand", act.card.id)
    return played


def _table_after_waiting_act(table: ImajicaTable) -> ImajicaTable | None:
    """Return a copy of the table after the waiting act; None if the act is a move or a counter, or asks a
    question.
    """
    done, waiting = table.copy(), table.waiting_acts[-1]
    done.waiting_acts = table.waiting_acts[:-1]
    if (
        waiting.is_move
        or waiting.is_counter
        or next(carry_out.apply_card_or_power(done, waiting), None) is not None
    ):
        return None
    pivot_after_use(done, waiting)
    return done


def table_after_act(table: ImajicaTable, act: Act) -> ImajicaTable | None:
    """Return a copy of the table after the act; None if it is postponed, counters, or asks a question."""
    if is_postponed(table, act) or act.is_counter:
        return None
    done = _table_after_playing(table, act)
    return None if next(carry_out.apply_card_or_power(done, act), None) is not None else done


def pivot_after_use(table: ImajicaTable, act: Act) -> None:
    """Pivot the source of an act after its effect (IJ-PIV-2, IJ-CHAL-10)."""
    source = table.pieces.get(act.source)
    if source is None or not act.does_pivot_source:
        return
    if act.playable_kind == "action":
        source.acted = True
    fight = table.fight
    if fight is not None and fight.only_maneuvers and table.variant.icon_in_fight == "at_end":
        fight.pivot_afterwards.append(source.token)
        return
    source.pivoted = True
    carry_out.remove_unfit_fighters(table)
