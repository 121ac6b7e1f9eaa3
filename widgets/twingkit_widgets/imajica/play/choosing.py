"""The choices before an answer: first the action, then its actors and its target.

The state holds the `answer_start`, the text of an answer that is begun ("seize slew", "play pneuma by
sartori"), and the `picked` characters, moves or shares of damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import singledispatch

import attrs

from twingkit import Question, Refusal, Ruling
from twingkit.core.acts import Act
from twingkit.imajica.box.card import MANEUVERS
from twingkit.imajica.rules import acts, answers
from twingkit.imajica.rules.autarch import reassign_allies
from twingkit.imajica.rules.carry_out import apply_card_or_power
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import ImajicaQuestion, NameCharacters, SplitDamage
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import dying_characters
from twingkit.imajica.rules.windows import has_no_effect, own_cards_harmed, pivot_after_use, sites_lost_by_act
from twingkit.imajica.view import totals_and_resistance
from twingkit_widgets.imajica.play.damage_shares import damage_by_victim, with_victim_damage
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState

REASSIGN = answers.Reassign()
"""The beginning of a reassignment, for which the player picks moves."""

_PICKED_CLASSES = (answers.NamedCharacters, answers.DealDamage, answers.Deed, answers.Reassign)
"""The answers for which the player picks several items."""

_FATE_CASES = ("adorer", "unaffected", "lives", "saved", "killed")
"""Cases of rulings (IJ-AFF-3, 7, IJ-DMG-1) that say whether a card harms a character."""

_MAX_DIRECT_ANSWERS = 6
"""Maximum number of answers that are shown without choosing the Ally first."""


@attrs.frozen(kw_only=True)
class ImajicaUiState(UiState):
    """The unfinished choice of a person on the play page of Imajica: the beginning of an answer, and the
    picked items.
    """

    answer_start: str = ""
    picked: tuple[str, ...] = ()

    @property
    def begun(self) -> Act | None:
        """Return the answer that is begun, or None."""
        return answers.NOTATION.parse(self.answer_start)


def ui_state_of(player_view: PlayerView) -> ImajicaUiState:
    """Return the person's unfinished choice for the pending question on the play page."""
    assert isinstance(player_view.ui_state, ImajicaUiState)
    return player_view.ui_state


def asked(question: Question | None) -> ImajicaQuestion:
    """Return a question that a person answers as one of the game's questions."""
    assert isinstance(question, ImajicaQuestion)
    return question


def is_picking_several(question: ImajicaQuestion, begun: Act | None) -> bool:
    """Return whether the person picks several items (characters, moves or victims) one by one for this
    answer.
    """
    return isinstance(begun, _PICKED_CLASSES) or issubclass(question.act_class, _PICKED_CLASSES)


def is_answer_start(question: ImajicaQuestion, begun: Act | None) -> bool:
    """Return whether a legal answer begins like this one."""
    match begun:
        case answers.Deed(target, ()):
            return target in fight_target_tokens(question, type(begun))
        case answers.Reassign(()):
            return bool(question.moves())
    return isinstance(begun, answers.Use) and bool(uses_starting_with(question, begun))


# -- what is picked


@singledispatch
def pickable_items(question: ImajicaQuestion, begun: Act | None) -> list[str]:
    """Return the tokens of characters, or the moves, that the person can pick for an answer that is begun."""
    if isinstance(begun, answers.Reassign):
        return list(map(str, question.moves()))
    assert isinstance(begun, answers.Deed)
    ready = [piece.token for piece in question.table.ready_characters(question.player)]
    return [token for token in ready if question.broken_rule(attrs.evolve(begun, tokens=(token,))) is None]


@pickable_items.register
def _(question: NameCharacters, begun: Act | None) -> list[str]:
    return question.nameable_tokens()


@pickable_items.register
def _(question: SplitDamage, begun: Act | None) -> list[str]:
    fight, pieces = question.table.fight, question.table.pieces
    victims = fight.involved if fight else ()
    return sorted(victims, key=lambda token: pieces[token].controller == question.player)


@singledispatch
def with_pick(question: ImajicaQuestion, picked: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return the picked items after one more is picked, or after its pick is undone."""
    if item in picked:
        return tuple(other for other in picked if other != item)
    token = item.partition(">")[0]  # an Ally moves once
    return (*(other for other in picked if other.partition(">")[0] != token), item)


with_pick.register(SplitDamage)(with_victim_damage)


@singledispatch
def picked_answer(question: ImajicaQuestion, begun: Act | None, picked: Sequence[str]) -> Act:
    """Return the complete answer: the one that is begun with the picked characters, moves or victims."""
    if isinstance(begun, answers.Deed):
        return attrs.evolve(begun, tokens=tuple(picked))
    return answers.Reassign(tuple(map(answers.Move.parse, picked)))


@picked_answer.register
def _(question: NameCharacters, begun: Act | None, picked: Sequence[str]) -> Act:
    return question.act_class(tuple(picked))


@picked_answer.register
def _(question: SplitDamage, begun: Act | None, picked: Sequence[str]) -> Act:
    return answers.DealDamage(tuple(damage_by_victim(picked).items()))


def unpickable_characters(question: ImajicaQuestion, begun: Act | None) -> list[str]:
    """Return the tokens of the player's characters in the area to pick from that cannot be picked, except
    those in the current fight.
    """
    if question.act_class is answers.DealDamage or begun == REASSIGN:
        return []
    area = "reserve" if question.act_class is answers.Advance else "active"
    fight = question.table.fight
    others = {*pickable_items(question, begun), *(fight.involved if fight else ())}
    own = question.table.characters(question.player, area)
    return [piece.token for piece in own if piece.token not in others]


# -- what is chosen step by step


def fight_target_tokens(question: ImajicaQuestion, deed: type[answers.Deed]) -> list[str]:
    """Return the tokens of the Sites that the player can seize, or of the characters that it can
    challenge.
    """
    table = question.table
    pieces = table.circle_or_held_sites() if deed is answers.Seize else table.characters(area="active")
    tokens = [piece.token for piece in pieces] if deed in question.deeds else []
    return [token for token in tokens if pickable_items(question, deed(token))]


def forbidden_answer_by_card(question: ImajicaQuestion, *kinds: str) -> dict[str, Act]:
    """Return, for each hand card of these kinds (default: all) that cannot be played now, a forbidden answer
    whose refusal says why.
    """
    table, tried = question.table, dict[str, Act]()
    legal = (*question.single_steps(), *question.uses())
    possible = {name for act in legal for name in act.words_of_kind("hand_card")}
    candidates = acts.act_candidates(table, question.player, question.playable_kind)
    aimless = {act.card.id: use for use, act in candidates if not act.by_power}
    site = next((site.token for site in table.circle_or_held_sites()), "")
    is_turn = question.decline == answers.END
    for name in dict.fromkeys(table.players[question.player].hand):
        kind = table.cards[name].kind
        if name not in possible and (not kinds or kind in kinds):
            laid = {"character": answers.Call(name), "site": answers.LaySite(name)}
            laid["path"] = answers.LayPath(name, site)
            tried[name] = laid[kind] if is_turn and kind in laid else aimless.get(name, answers.Play(name))
    return tried


def unchallengeable_characters(question: AllyTurn) -> dict[str, Act]:
    """Return, for each active character of a rival that the player cannot challenge, a forbidden answer whose
    refusal says why.
    """
    seat, table = question.player, question.table
    ready = next((piece.token for piece in table.ready_characters(seat)), "")
    allowed = fight_target_tokens(question, answers.Challenge)
    rivals = [piece.token for piece in table.characters(area="active") if piece.controller != seat]
    return {token: answers.Challenge(token, (ready,)) for token in rivals if ready and token not in allowed}


def refusal_by_card(question: ImajicaQuestion, *kinds: str) -> dict[str, Refusal]:
    """Return, for each hand card of these kinds (default: all) that cannot be played now, the refusal that
    says why.
    """
    tried = forbidden_answer_by_card(question, *kinds).items()
    return {name: refusal for name, act in tried if (refusal := question.refusal(act)) is not None}


def remaining_ally_step(question: AllyTurn) -> str:
    """Return "call" if Allies can be called and others act, "call_only", "act", or "nothing"."""
    plain = [isinstance(act, answers.Call) for act in question.single_steps()]
    fights = any(fight_target_tokens(question, deed) for deed in question.deeds)
    can_act = not all(plain) or fights or next(question.uses(), None) is not None
    return ("call" if can_act else "call_only") if any(plain) else "act" if can_act else "nothing"


def does_nothing(question: ImajicaQuestion, use: answers.Use) -> bool:
    """Return whether a card or power would change nothing on the current table."""
    return has_no_effect(question.table, question.announced(use))


def useful_ways(question: ImajicaQuestion, uses: Sequence[answers.Use]) -> Iterator[answers.Use]:
    """Yield the ways to use a card or power that change something now and do not only harm the player."""
    for use in uses:
        if not (
            does_nothing(question, use)
            or is_wasted_on_own_act(question, use)
            or weakens_own_side(question, use)
            or own_targets_harmed(question, use)
        ):
            yield use


def rulings_on_characters(question: ImajicaQuestion, use: answers.Use) -> list[Ruling]:
    """Return the rulings on the fate of characters (such as death or rescue) if a card or power took effect
    now.
    """
    done = question.table.copy()
    done.rulings = []
    next(apply_card_or_power(done, question.announced(use)), None)
    reasons = [Ruling(*logged, rulebook()) for logged in done.rulings]
    return [reason for reason in reasons if reason.case in _FATE_CASES]


def is_wasted_on_own_act(question: ImajicaQuestion, use: answers.Use) -> bool:
    """Return whether a card or power would counter an act that the player has announced, or hit only cards
    that this act removes anyway.
    """
    table, waiting = question.table, question.table.waiting_acts
    if not waiting or waiting[-1].seat != question.player:
        return False
    act, pieces = question.announced(use), table.pieces
    if act.is_counter or waiting[-1].is_move or not act.targets or not {*act.targets} <= {*pieces}:
        return act.is_counter
    seats = {pieces[token].controller for token in act.targets}
    return {*act.targets} <= {token for seat in seats for token in cards_lost_to(table, waiting[-1], seat)}


def rival_counter_cards(question: ImajicaQuestion, use: answers.Use) -> list[str]:
    """Return the tokens of rivals' cards with a power that could counter a card or power (IJ-TIME-7)."""
    if question.playable_kind in MANEUVERS:
        return []
    done = question.table.copy()
    done.waiting_acts = [*done.waiting_acts, question.announced(use)]
    uses = [
        counter
        for seat in range(len(done.players))
        if seat != question.player
        for counter in acts.legal_acts(done, seat, "flash", counters=True)
    ]
    return list(dict.fromkeys(use.source for use in uses if isinstance(use, answers.Power)))


def sites_lost_by(question: ImajicaQuestion, use: answers.Use) -> tuple[str, ...]:
    """Return the tokens of the Sites that the player would lose by a card or power."""
    return sites_lost_by_act(question.table, question.announced(use))


def rival_sites_lost_by(question: ImajicaQuestion, use: answers.Use) -> tuple[str, ...]:
    """Return the tokens of the Sites that rivals would lose by a card or power."""
    done = table_after(question, use)
    held = [site for site in question.table.pieces.sites.values() if site.area == "state"]
    return tuple(
        site.token
        for site in held
        if done is not None and site.controller != question.player and done.pieces[site.token].area != "state"
    )


def sites_lost_by_moves(question: ImajicaQuestion, moves: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of the Sites that the player would lose by these moves of Holders (IJ-HOLD-4)."""
    done: ImajicaTable = question.table.copy()
    reassign_allies(done, question.player, map(answers.Move.parse, moves))
    kept = {site.token for site in done.circle_or_held_sites(question.player)}
    return tuple(
        site.token for site in question.table.circle_or_held_sites(question.player) if site.token not in kept
    )


def own_cards_disabled_by(question: ImajicaQuestion, use: answers.Use) -> tuple[str, ...]:
    """Return the tokens of the player's own cards that a card or power would pivot or remove."""
    return own_cards_harmed(question.table, question.announced(use))


def own_targets_harmed(question: ImajicaQuestion, use: answers.Use) -> tuple[str, ...]:
    """Return the targets of a card or power if all are own cards that it would pivot or remove, else ()."""
    return use.targets if {*use.targets} <= {*own_cards_disabled_by(question, use)} else ()


def own_fighter_leaving_fight(question: ImajicaQuestion, use: answers.Use) -> str:
    """Return the token of the player's own character that a power would pivot out of the current fight, or ""
    (IJ-CHAL-5).
    """
    fight = question.table.fight
    if fight is None or fight.damage_dealt or not isinstance(use, answers.Power):
        return ""
    token = use.source
    done = table_after(question, use)
    fighting = done is not None and done.fight is not None and token in done.fight.involved
    return token if token in fight.involved and not fighting else ""


def weakens_own_side(question: ImajicaQuestion, use: answers.Use) -> bool:
    """Return whether a card or power would lower the lead of the player's side in a seizure (IJ-SEIZE-3); in
    the maneuvers of a contest, also if it does not raise the lead (IJ-SEIZE-9).

    Whatever may keep somebody from contesting does not count as worse.
    """
    table, seat, done = question.table, question.player, table_after(question, use)
    fight, left = table.fight, done.fight if done is not None else None
    if fight is None or done is None or left is None or fight.kind != "seizure":
        return False
    lead = seizure_lead(table, seat)
    if not left.attackers:
        return seat == fight.seat and lead >= bool(fight.defenders)
    if seat not in (fight.seat, fight.rival_seat) or bool(left.defenders) != bool(fight.defenders):
        return False
    draws = len(done.players[seat].hand) > len(table.players[seat].hand)
    is_contest = question.playable_kind == "influence" and bool(fight.defenders)
    ready = bool(fight.defenders) or fight.paths_revealed
    return ready and seizure_lead(done, seat) < lead + (is_contest and not draws)


def seizure_lead(table: ImajicaTable, seat: int) -> int:
    """Return by how much a seat's influence in the current seizure exceeds the other side's, or the
    Resistance if nobody contests.
    """
    fight = table.fight
    assert fight is not None
    own, other, *resistance = totals_and_resistance(table, fight)
    if resistance and not fight.defenders:
        other = resistance[0]
    return own - other if seat == fight.seat else other - own


def cards_saved_by(question: ImajicaQuestion, use: answers.Use) -> tuple[str, ...]:
    """Return the tokens of the dying characters that a card or power would save (IJ-CHAL-9); if it counters a
    rival's act, the tokens of the player's cards that it protects.
    """
    table, waiting, seat = question.table, question.table.waiting_acts, question.player
    if waiting and waiting[-1].seat != seat and question.announced(use).is_counter:
        return tuple(cards_lost_to(table, waiting[-1], seat))
    dead = dying_characters(table)
    done = table_after(question, use) if dead else None
    if done is None:
        return ()
    left = {piece.token for piece in dying_characters(done)}
    return tuple(piece.token for piece in dead if piece.token in done.pieces and piece.token not in left)


def table_after(question: ImajicaQuestion, answer: Act) -> ImajicaTable | None:
    """Return a copy of the table after a card or power has taken effect and its user is pivoted (IJ-PIV-2).

    The choice of the character that a Path hits counts, too. Return None for any other answer, and for a card
    that asks a question first.
    """
    done: ImajicaTable = question.table.copy()
    match answer:
        case answers.ChooseCharacter() if done.acts_in_progress:
            script = apply_card_or_power(done, done.acts_in_progress.pop())
            next(script)
            with suppress(StopIteration):
                script.send(answer)
            return done
        case answers.Use():
            act = question.announced(answer)
            if next(apply_card_or_power(done, act), None) is None:
                pivot_after_use(done, act)
                return done
    return None


def cards_lost_to(table: ImajicaTable, act: AnnouncedAct, seat: int) -> list[str]:
    """Return the tokens of the characters and Sites that the Autarch at `seat` would lose if the announced
    `act` took effect.

    Return [] for an act that asks a question first.
    """
    done: ImajicaTable = table.copy()
    done.waiting_acts = [other for other in done.waiting_acts if other is not act]
    if next(apply_card_or_power(done, act), None) is not None:
        return []
    left = {piece.token for piece in (*done.characters(seat), *done.circle_or_held_sites(seat))}
    return [
        piece.token
        for piece in (*table.characters(seat), *table.circle_or_held_sites(seat))
        if piece.token not in left
    ]


def uses_starting_with(question: ImajicaQuestion, begun: answers.Use) -> list[answers.Use]:
    """Return the uses of cards and powers that are `begun`, or begin like it."""
    return [use for use in question.uses() if begun in (use, use.aimed_at(()), use.card_or_power)]


def group_by_card_or_power(uses: Iterator[answers.Use]) -> dict[answers.Use, list[answers.Use]]:
    """Group uses by the card or power that they use (`play pneuma`, `use veiled-empress 2`)."""
    ways: dict[answers.Use, list[answers.Use]] = {}
    for use in uses:
        ways.setdefault(use.card_or_power, []).append(use)
    return ways


def distinct_uses(question: ImajicaQuestion, uses: Sequence[answers.Use]) -> list[answers.Use]:
    """Return the uses without duplicates: of those with the same targets that lead to the same table, only
    the first is kept.

    Such uses differ only in the character that plays a maneuver.
    """
    kept: dict[object, answers.Use] = {}
    for use in uses:
        done = table_after(question, use)
        kept.setdefault(use if done is None else (*use.targets, done.key()), use)
    return list(kept.values())


def uses_by_next_choice(uses: Sequence[answers.Use]) -> dict[answers.Use, list[answers.Use]]:
    """Group uses with the same beginning by the person's next choice: the whole answer or, if there are many,
    only its part before the targets.

    These are the answers themselves if there are few, otherwise the Allies that can play the card.
    """
    by: dict[answers.Use, list[answers.Use]] = {}
    for use in uses:
        by.setdefault(use.aimed_at(()), []).append(use)
    return {use: [use] for use in uses} if len(uses) <= _MAX_DIRECT_ANSWERS or len(by) == 1 else by
