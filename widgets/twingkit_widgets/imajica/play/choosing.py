"""The choices before an answer: first the action, then its actors and its target.

The state holds the `answer_start`, the beginning of an answer ("seize slew", "play pneuma by sartori"), and
the `picked` characters, moves or shares of damage. The next choices are the legal answers that
begin with `answer_start`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import attrs

from twingkit import Question, Refusal, Ruling
from twingkit.core.acts import Act
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.answers import (
    NOTATION,
    Call,
    Challenge,
    ChooseCharacter,
    DealDamage,
    Deed,
    LayPath,
    LaySite,
    Move,
    Pass,
    Power,
    Reassign,
    Retreat,
    Seize,
    Use,
)
from twingkit.imajica.rules.autarch import AutarchTurn, reassign_allies
from twingkit.imajica.rules.carry_out import apply_card_or_power
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import (
    CombatManeuverWindow,
    FlashWindow,
    ImajicaQuestion,
    InfluenceManeuverWindow,
    NameCharacters,
    SplitDamage,
)
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import dying_characters
from twingkit.imajica.rules.windows import has_no_effect, own_cards_harmed, pivot_after_use, sites_lost_by_act
from twingkit.imajica.view import totals_and_resistance
from twingkit_widgets.imajica.play.damage_shares import damage_by_victim
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState

FIGHT_WORDS = (Seize.word, Challenge.word)
"""First words of answers for which the player picks characters."""

REASSIGN_WORD = Reassign.word
"""First word of a reassignment, for which the player picks moves."""

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


def ui_state_of(player_view: PlayerView) -> ImajicaUiState:
    """Return the person's unfinished choice for the pending question on the play page."""
    assert isinstance(player_view.ui_state, ImajicaUiState)
    return player_view.ui_state


def is_picking_several(question: Question | None, answer_start: str) -> bool:
    """Return whether the person picks several items (characters, moves or victims) one by one for this
    answer.
    """
    act = NOTATION.parse(answer_start)
    return isinstance(question, NameCharacters | SplitDamage) or isinstance(act, Deed | Reassign)


def is_answer_start(question: ImajicaQuestion, words: str) -> bool:
    """Return whether a legal answer begins with these words."""
    match NOTATION.parse(words):
        case Deed(target, ()) as deed:
            return isinstance(question, AllyTurn) and target in fight_target_tokens(question, deed.word)
        case Reassign(()):
            return isinstance(question, AutarchTurn) and bool(reassignment_moves(question))
    return bool(act_answers_starting_with(question, words))


# -- what is picked


def pickable_items(question: ImajicaQuestion, answer_start: str) -> list[str]:
    """Return the tokens of characters, or the moves, that the person can pick for an answer begun with
    `answer_start`.
    """
    if isinstance(question, SplitDamage):
        fight, pieces = question.table.fight, question.table.pieces
        victims = fight.involved if fight else ()
        return sorted(victims, key=lambda token: pieces[token].controller == question.player)
    if isinstance(question, NameCharacters):
        return question.nameable_tokens()
    deed = NOTATION.parse(answer_start)
    if isinstance(deed, Reassign) and isinstance(question, AutarchTurn):
        return reassignment_moves(question)
    assert isinstance(deed, Deed)
    ready = [piece.token for piece in question.table.ready_characters(question.player)]
    return [token for token in ready if question.broken_rule(attrs.evolve(deed, tokens=(token,))) is None]


def unpickable_characters(question: ImajicaQuestion, answer_start: str) -> list[str]:
    """Return the tokens of the player's characters in the area to pick from that cannot be picked, except
    those in the current fight.
    """
    if (
        isinstance(question, SplitDamage)
        or not is_picking_several(question, answer_start)
        or answer_start == REASSIGN_WORD
    ):
        return []
    area = "reserve" if isinstance(question, Advance) else "active"
    fight = question.table.fight
    others = {*pickable_items(question, answer_start), *(fight.involved if fight else ())}
    own = question.table.characters(question.player, area)
    return [piece.token for piece in own if piece.token not in others]


def picked_answer(question: ImajicaQuestion, answer_start: str, picked: Sequence[str]) -> str:
    """Return the complete answer text: the beginning with the picked characters, moves or victims."""
    if isinstance(question, SplitDamage):
        return str(DealDamage(tuple(damage_by_victim(picked).items())))
    if isinstance(question, NameCharacters):
        return str(question.act_class(tuple(picked)))
    return " ".join([answer_start, *([] if answer_start == REASSIGN_WORD else ["with"]), *picked])


def reassignment_moves(question: AutarchTurn) -> list[str]:
    """Return the legal moves of a reassignment, such as `irish>reserve` (IJ-AUT-4)."""
    table, seat = question.table, question.player
    places = [*(site.token for site in table.circle_or_held_sites(seat)), "reserve"]
    moves = [Move(piece.token, place) for piece in table.characters(seat) for place in places]
    return [str(move) for move in moves if question.broken_rule(Reassign((move,))) is None]


# -- what is chosen step by step


def fight_target_tokens(question: AllyTurn, fight_word: str) -> list[str]:
    """Return the tokens of the Sites that the player can seize or, if `fight_word` is "challenge", of the
    characters that the player can challenge.
    """
    table = question.table
    pieces = table.circle_or_held_sites() if fight_word == Seize.word else table.characters(area="active")
    return [piece.token for piece in pieces if pickable_items(question, f"{fight_word} {piece.token}")]


def single_step_answers(question: ImajicaQuestion) -> list[str]:
    """Return the legal answers that one press of a button can give: calls, retreats, Sites and Paths to lay;
    for other questions, all options except cards, powers and pass.
    """
    table, seat = question.table, question.player
    if isinstance(question, AllyTurn):
        tried: list[Act] = [Call(name) for name in dict.fromkeys(table.players[seat].hand)]
        tried += [Retreat(piece.token) for piece in table.ready_characters(seat)]
    elif isinstance(question, AutarchTurn):
        hand = list(dict.fromkeys(table.players[seat].hand))
        tried = [LaySite(name) for name in hand]
        tried += [LayPath(name, site.token) for name in hand for site in table.circle_or_held_sites()]
    else:
        return [str(act) for act in question.options() if not isinstance(act, Use | Pass)]
    return [str(act) for act in tried if question.broken_rule(act) is None]


def forbidden_answer_by_card(question: ImajicaQuestion, *kinds: str) -> dict[str, str]:
    """Return, for each hand card of these kinds (default: all) that cannot be played now, a forbidden answer
    whose refusal says why.
    """
    table, moment = question.table, playable_card_kind(question)
    possible = {
        tuple(answer.split()[:2]) for answer in (*single_step_answers(question), *act_answers(question))
    }
    candidates = acts.act_candidates(table, question.player, moment)
    aimless = {act.card.id: str(use) for use, act in candidates if not act.by_power}
    site = next((site.token for site in table.circle_or_held_sites()), "")
    answers: dict[str, str] = {}
    for name in dict.fromkeys(table.players[question.player].hand):
        kind, word = table.cards[name].kind, "play"
        if isinstance(question, AllyTurn | AutarchTurn):
            word = {"character": "call", "site": "lay", "path": "path"}.get(kind, word)
        if (word, name) not in possible and (not kinds or kind in kinds):
            answer = f"path {name} on {site}" if word == "path" else f"{word} {name}"
            answers[name] = aimless.get(name, answer)
    return answers


def refusal_of(question: ImajicaQuestion, answer: str) -> Refusal | None:
    """Return the refusal of an answer's text, or None if it is allowed."""
    return question.refusal(question.parse_answer(answer))


def unchallengeable_characters(question: AllyTurn) -> dict[str, str]:
    """Return, for each active character of a rival that the player cannot challenge, a forbidden answer whose
    refusal says why.
    """
    seat, table = question.player, question.table
    ready = next((piece.token for piece in table.ready_characters(seat)), "")
    allowed = fight_target_tokens(question, Challenge.word)
    rivals = [piece.token for piece in table.characters(area="active") if piece.controller != seat]
    return {token: str(Challenge(token, (ready,))) for token in rivals if ready and token not in allowed}


def refusal_by_card(question: ImajicaQuestion, *kinds: str) -> dict[str, Refusal]:
    """Return, for each hand card of these kinds (default: all) that cannot be played now, the refusal that
    says why.
    """
    refusals = {
        name: refusal_of(question, answer)
        for name, answer in forbidden_answer_by_card(question, *kinds).items()
    }
    return {name: refusal for name, refusal in refusals.items() if refusal is not None}


def remaining_ally_step(question: AllyTurn) -> str:
    """Return "call" if Allies can be called and others act, "call_only", "act", or "nothing"."""
    plain = single_step_answers(question)
    calls = [answer for answer in plain if isinstance(NOTATION.parse(answer), Call)]
    fights = any(fight_target_tokens(question, word) for word in FIGHT_WORDS)
    can_act = len(plain) > len(calls) or fights or bool(act_answers(question))
    return ("call" if can_act else "call_only") if calls else "act" if can_act else "nothing"


def advance_all_answer(question: ImajicaQuestion) -> str:
    """Return the answer that advances every character that can advance; "" if none can."""
    tokens = question.nameable_tokens() if isinstance(question, Advance) else []
    return picked_answer(question, "", tokens) if tokens else ""


def playable_card_kind(question: ImajicaQuestion) -> str:
    """Return which kind of cards may be played at a question, such as "action" or "dictate"."""
    if isinstance(question, FlashWindow):
        return question.playable_kind
    return "action" if isinstance(question, AllyTurn) else "dictate"


def answer_act(question: ImajicaQuestion, answer: str) -> AnnouncedAct | None:
    """Return the card or power that an answer plays; None for any other answer."""
    if not acts.is_act(answer):
        return None
    return acts.parse_act(question.table, question.player, answer, playable_card_kind(question))


def does_nothing(question: ImajicaQuestion, answer: str) -> bool:
    """Return whether the card or power that an answer plays would change nothing on the current table; False
    for any other answer.
    """
    act = answer_act(question, answer)
    return act is not None and has_no_effect(question.table, act)


def useful_ways(question: ImajicaQuestion, answers: Sequence[str]) -> Iterator[str]:
    """Yield the ways to use a card or power that change something now and do not only harm the player."""
    for answer in answers:
        if not (
            does_nothing(question, answer)
            or is_wasted_on_own_act(question, answer)
            or weakens_own_side(question, answer)
            or own_targets_harmed(question, answer)
        ):
            yield answer


def rulings_on_characters(question: ImajicaQuestion, answer: str) -> list[Ruling]:
    """Return the rulings on the fate of characters (such as death or rescue) if an answer's card or power
    took effect now.
    """
    act, done = answer_act(question, answer), question.table.copy()
    if act is None:
        return []
    done.rulings = []
    next(apply_card_or_power(done, act), None)
    reasons = [Ruling(*logged, rulebook()) for logged in done.rulings]
    return [reason for reason in reasons if reason.case in _FATE_CASES]


def is_wasted_on_own_act(question: ImajicaQuestion, answer: str) -> bool:
    """Return whether a card or power would counter an act that the player has announced, or hit only cards
    that this act removes anyway.
    """
    table, waiting = question.table, question.table.waiting_acts
    act, pieces = answer_act(question, answer), table.pieces
    if not waiting or waiting[-1].seat != question.player or act is None:
        return False
    if act.is_counter or waiting[-1].is_move or not act.targets or not {*act.targets} <= {*pieces}:
        return act.is_counter
    seats = {pieces[token].controller for token in act.targets}
    return {*act.targets} <= {token for seat in seats for token in cards_lost_to(table, waiting[-1], seat)}


def rival_counter_cards(question: ImajicaQuestion, answer: str) -> list[str]:
    """Return the tokens of rivals' cards with a power that could counter a card or power (IJ-TIME-7)."""
    act, done = answer_act(question, answer), question.table.copy()
    if act is None or isinstance(question, CombatManeuverWindow | InfluenceManeuverWindow):
        return []
    done.waiting_acts = [*done.waiting_acts, act]
    uses = [
        counter
        for seat in range(len(done.players))
        if seat != question.player
        for counter in acts.legal_acts(done, seat, "flash", counters=True)
    ]
    return list(dict.fromkeys(use.source for use in uses if isinstance(use, Power)))


def sites_lost_by(question: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """Return the tokens of the Sites that the player would lose by a card or power."""
    act = answer_act(question, answer)
    return sites_lost_by_act(question.table, act) if act else ()


def rival_sites_lost_by(question: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """Return the tokens of the Sites that rivals would lose by a card or power."""
    done = table_after(question, answer)
    held = [site for site in question.table.pieces.sites.values() if site.area == "state"]
    return tuple(
        site.token
        for site in held
        if done is not None and site.controller != question.player and done.pieces[site.token].area != "state"
    )


def sites_lost_by_moves(question: ImajicaQuestion, moves: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of the Sites that the player would lose by these moves of Holders (IJ-HOLD-4)."""
    done: ImajicaTable = question.table.copy()
    reassign_allies(done, question.player, map(Move.parse, moves))
    kept = {site.token for site in done.circle_or_held_sites(question.player)}
    return tuple(
        site.token for site in question.table.circle_or_held_sites(question.player) if site.token not in kept
    )


def own_cards_disabled_by(question: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """Return the tokens of the player's own cards that a card or power would pivot or remove."""
    act = answer_act(question, answer)
    return own_cards_harmed(question.table, act) if act else ()


def own_targets_harmed(question: ImajicaQuestion, answer: str) -> list[str]:
    """Return the targets of a card or power if all are own cards that it would pivot or remove, else []."""
    act = answer_act(question, answer)
    targets = [*act.targets] if act else []
    return targets if {*targets} <= {*own_cards_disabled_by(question, answer)} else []


def own_fighter_leaving_fight(question: ImajicaQuestion, answer: str) -> str:
    """Return the token of the player's own character that a power would pivot out of the current fight, or ""
    (IJ-CHAL-5).
    """
    use, fight = NOTATION.parse(answer), question.table.fight
    if fight is None or fight.damage_dealt or not isinstance(use, Power):
        return ""
    token = use.source
    done = table_after(question, answer)
    fighting = done is not None and done.fight is not None and token in done.fight.involved
    return token if token in fight.involved and not fighting else ""


def weakens_own_side(question: ImajicaQuestion, answer: str) -> bool:
    """Return whether an answer's card or power would lower the lead of the player's side in a seizure
    (IJ-SEIZE-3); in the maneuvers of a contest, also if it does not raise the lead (IJ-SEIZE-9).

    Whatever may keep somebody from contesting does not count as worse.
    """
    table, seat, done = question.table, question.player, table_after(question, answer)
    fight, left = table.fight, done.fight if done is not None else None
    if fight is None or done is None or left is None or fight.kind != "seizure":
        return False
    lead = seizure_lead(table, seat)
    if not left.attackers:
        return seat == fight.seat and lead >= bool(fight.defenders)
    if seat not in (fight.seat, fight.rival_seat) or bool(left.defenders) != bool(fight.defenders):
        return False
    draws = len(done.players[seat].hand) > len(table.players[seat].hand)
    is_contest = isinstance(question, InfluenceManeuverWindow) and bool(fight.defenders)
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


def cards_saved_by(question: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """Return the tokens of the dying characters that an answer's card or power would save (IJ-CHAL-9); if it
    counters a rival's act, the tokens of the player's cards that it protects.
    """
    table, waiting, seat = question.table, question.table.waiting_acts, question.player
    act = answer_act(question, answer)
    if act and act.is_counter and waiting and waiting[-1].seat != seat:
        return tuple(cards_lost_to(table, waiting[-1], seat))
    dead = dying_characters(table)
    done = table_after(question, answer) if dead else None
    if done is None:
        return ()
    left = {piece.token for piece in dying_characters(done)}
    return tuple(piece.token for piece in dead if piece.token in done.pieces and piece.token not in left)


def table_after(question: ImajicaQuestion, answer: str) -> ImajicaTable | None:
    """Return a copy of the table after an answer's card or power has taken effect and its user is pivoted
    (IJ-PIV-2).

    The choice of the character that a Path hits counts, too. Return None for any other answer, and for a card
    that asks a question first.
    """
    act, done = answer_act(question, answer), question.table.copy()
    chosen = NOTATION.parse(answer)
    if isinstance(chosen, ChooseCharacter) and done.acts_in_progress:
        script = apply_card_or_power(done, done.acts_in_progress.pop())
        next(script)
        with suppress(StopIteration):
            script.send(chosen)
        return done
    if act is None or next(apply_card_or_power(done, act), None) is not None:
        return None
    pivot_after_use(done, act)
    return done


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


def act_answers(question: ImajicaQuestion) -> list[str]:
    """Return the answers that play a card or power now, with every possible target."""
    if isinstance(question, AllyTurn | AutarchTurn):
        uses = acts.legal_acts(question.table, question.player, playable_card_kind(question))
        return list(map(str, uses))
    if isinstance(question, FlashWindow):
        return [str(act) for act in question.options() if isinstance(act, Use)]
    return []


def act_answers_starting_with(question: ImajicaQuestion, answer_start: str) -> list[str]:
    """Return the answers that play a card or power and begin with `answer_start`."""
    return [answer for answer in act_answers(question) if f"{answer} ".startswith(f"{answer_start} ")]


def group_by_card_or_power(answers: Sequence[str]) -> dict[str, list[str]]:
    """Group answers by the card or power that they use (`play pneuma`, `use veiled-empress 2`)."""
    ways: dict[str, list[str]] = {}
    for answer in answers:
        ways.setdefault(acts.parse_use(answer).card_or_power, []).append(answer)
    return ways


def distinct_answers(question: ImajicaQuestion, answers: Sequence[str]) -> list[str]:
    """Return the answers without duplicates: of those with the same targets that lead to the same table, only
    the first is kept.

    Such answers differ only in the character that plays a maneuver.
    """
    kept: dict[object, str] = {}
    for answer in answers:
        done = table_after(question, answer)
        kept.setdefault(answer if done is None else (*acts.parse_use(answer).targets, done.key()), answer)
    return list(kept.values())


def answers_by_next_choice(answers: Sequence[str]) -> dict[str, list[str]]:
    """Group answers with the same beginning by the person's next choice: the whole answer or, if there are
    many, only its part before the targets.

    These are the answers themselves if there are few, otherwise the Allies that can play the card.
    """
    by: dict[str, list[str]] = {}
    for answer in answers:
        by.setdefault(acts.parse_use(answer).head, []).append(answer)
    if len(answers) <= _MAX_DIRECT_ANSWERS or len(by) == 1:
        return {answer: [answer] for answer in answers}
    return by
