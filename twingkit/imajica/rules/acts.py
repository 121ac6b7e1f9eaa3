"""Find, parse and check the cards and powers that an Autarch may use.

An act is written as text: `play pneuma by sartori`, `play amnesia on gentle`, `play hapexamendios-hand by
dowd on gentle`, `use general-rosengarten on slew`, `use veiled-empress 2`, `artist gentle on judith`, `rasa
henry-holland on ritual`. `moment` is the kind of card that may be played now: "flash", "dictate", "action",
"combat" or "influence".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import attrs

from twingkit.core.acts import Act as Answer
from twingkit.core.questions import BadAnswer, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.box.effects import CARD_KIND_BY_ICON, COUNTERABLE_KINDS, Effect
from twingkit.imajica.rules import answers, values
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import Act, ImajicaTable

_KINDS_PLAYED_FROM_ALLY = ("action", *MANEUVERS)

_PHASES_BY_CASE = {
    "only_autarch": (("autarch",), ("site", "path", "dictate")),
    "only_ally": (("ally",), ("character", "action", "combat", "influence")),
    "only_both": (("autarch", "ally"), ("flash",)),
}
"""Phases in which each kind of card may be played, by the case of its refusal (IJ-TIME-1)."""

_KIND_BY_LAY_WORD = {"lay": "site", "path": "path", "call": "character"}

ICON_BY_MOMENT = {kind: icon for icon, kind in CARD_KIND_BY_ICON.items()}
"""Icon of the powers that may be used at each moment."""

ARTIST_EFFECT = Effect.parse("mod magic +3 target:own:other round")
"""The power of an Artist (IJ-AFF-5)."""

NO_CARDS: frozenset[str] = frozenset()

_USE_BY_AFFILIATION = {"artist": answers.UseArtist, "tabula-rasa": answers.UseTabulaRasa}
"""The answer that uses the power of an affiliation."""

TABULA_RASA_EFFECTS = (Effect.parse("discard permanent:action"), Effect.parse("discard permanent:flash"))
"""The powers of a Tabula Rasa (IJ-AFF-6), one for each kind of card that it can remove."""


def announced_act(table: ImajicaTable, seat: int, use: answers.Use, playable_kind: str) -> Act:
    """Return the act that the use of a card or power announces, legal or not. Raises `BadAnswer` if there is
    no such card or power.
    """
    act = _announced_act(table, seat, use, playable_kind)
    if act is None:
        raise BadAnswer("answer", rulebook(), found=QuotedFact(one_line_excerpt(str(use), 60)))
    return act


def _announced_act(table: ImajicaTable, seat: int, use: answers.Use, playable_kind: str) -> Act | None:
    if isinstance(use, answers.Play):
        card = table.cards.get(use.card)
        return Act(seat, playable_kind, card, use.ally or "", card.effects, use.targets) if card else None
    assert isinstance(use, answers.Power)
    piece = table.pieces.get(use.source)
    effects: tuple[Effect, ...] | None = None
    if piece is not None:
        match use:
            case answers.UsePower(number=number):
                effects = _effects_of_power(piece, number or str(first_power_number(piece, playable_kind)))
            case answers.UseArtist() if piece.is_character:
                effects = (ARTIST_EFFECT,)
            case answers.UseTabulaRasa() if piece.is_character:
                target = table.pieces.get(use.targets[0]) if use.targets else None
                effects = (TABULA_RASA_EFFECTS[target is not None and target.card.kind == "flash"],)
    if piece is None or effects is None:
        return None
    return Act(seat, playable_kind, piece.card, use.source, effects, use.targets, by_power=True)


def _effects_of_power(piece: Piece, number: str) -> tuple[Effect, ...] | None:
    return {str(place): effects for place, effects in enumerate(piece.card.powers, start=1)}.get(number)


def first_power_number(piece: Piece, playable_kind: str) -> int:
    """Return the number (from 1) of a card's first power that is used like cards of `playable_kind`, or 1 if
    there is none.
    """
    for place, effects in enumerate(piece.card.powers, start=1):
        if CARD_KIND_BY_ICON[effects[0].icon] == playable_kind:
            return place
    return 1


def without_default_number(table: ImajicaTable, act: Answer, playable_kind: str) -> Answer:
    """Return an answer such as `use slew 1 on gideon` without a number that names the first usable power."""
    if not isinstance(act, answers.UsePower) or not act.number:
        return act
    piece = table.pieces.get(act.source)
    is_first = piece is not None and act.number == str(first_power_number(piece, playable_kind))
    return attrs.evolve(act, number="") if is_first else act


# -- all that could be tried


def _nothing_to_counter(table: ImajicaTable) -> bool:
    """Return True if no act waits and the variant has no counters against cards in play (IJ-TIME-7)."""
    return not table.waiting_acts and table.variant.counter != "in_play"


def seats_that_might_act(table: ImajicaTable, playable_kind: str, *, counters: bool = False) -> list[int]:
    """Return the seats that might have an act (card or power) of `playable_kind`, with repetitions; a quick
    test, without checking the rules.

    At most windows nobody has: seeing this costs much less than to look for a legal act of each.
    """
    ids = table.cards.counter_ids if counters else _playable_ids(table, playable_kind)
    seats = [player.seat for player in table.players if not ids.isdisjoint(player.hand)]
    return seats + [act.seat for _, act in _power_acts(table, playable_kind)]


def act_candidates(table: ImajicaTable, seat: int, playable_kind: str) -> Iterator[tuple[answers.Use, Act]]:
    """Yield the uses of cards and powers of `playable_kind` that a seat may start now, as answers and as acts
    without targets.

    Counters are included only if there is something to counter.
    """
    ids = _playable_ids(table, playable_kind)
    for name in dict.fromkeys(filter(ids.__contains__, table.players[seat].hand)):
        card = table.cards.cards[name]
        if playable_kind not in _KINDS_PLAYED_FROM_ALLY:
            yield answers.Play(name), Act(seat, playable_kind, card, "", card.effects)
            continue
        for piece in table.ready_characters(seat):
            act = Act(seat, playable_kind, card, piece.token, card.effects)
            if _broken_source_rule(table, act) is None:  # nothing else forbids a card of the hand
                yield answers.Play(name, piece.token), act
    for use, act in _power_acts(table, playable_kind):
        if act.seat == seat and _broken_start_rule(table, act) is None:
            yield use, act


def _playable_ids(table: ImajicaTable, playable_kind: str) -> frozenset[str]:
    """Return the ids of the cards of `playable_kind`, without counters if there is nothing to counter."""
    by_kind = table.cards.non_counter_ids_by_kind if _nothing_to_counter(table) else table.cards.ids_by_kind
    return by_kind.get(playable_kind, NO_CARDS)


def _power_acts(table: ImajicaTable, playable_kind: str) -> Iterator[tuple[answers.Use, Act]]:
    """Yield the powers that all seats may try when cards of `playable_kind` can be played, without
    targets.
    """
    for piece, place in _usable_powers(table, playable_kind):
        number = "" if place == first_power_number(piece, playable_kind) else str(place)
        effects = piece.card.powers[place - 1]
        act = Act(piece.controller, playable_kind, piece.card, piece.token, effects, by_power=True)
        yield answers.UsePower(piece.token, number), act
    for word, powers in _affiliation_powers(table.phase, playable_kind, table.variant.artist):
        for piece in values.ready_with_power(table, word):
            for power in powers:
                act = Act(piece.controller, playable_kind, piece.card, piece.token, (power,), by_power=True)
                yield _USE_BY_AFFILIATION[word](piece.token), act


def _usable_powers(table: ImajicaTable, playable_kind: str) -> list[tuple[Piece, int]]:
    """Return the ready cards of all seats with the numbers (from 1) of their powers that are used like cards
    of `playable_kind`.
    """
    icon, pieces = ICON_BY_MOMENT.get(playable_kind, ""), table.pieces
    if icon not in pieces.tokens_by_icon:
        return []
    return [
        (piece, place)
        for token in pieces.tokens_by_icon[icon]
        if (piece := pieces[token]).area == ("state" if piece.is_site else "active") and not piece.pivoted
        for place, effects in enumerate(piece.card.powers, start=1)
        if effects[0].icon == icon and not (effects[0].verb == "counter" and _nothing_to_counter(table))
    ]


@cache
def _affiliation_powers(
    phase: str, playable_kind: str, artist: str
) -> tuple[tuple[str, tuple[Effect, ...]], ...]:
    """Return the affiliations with powers that are used like cards of `playable_kind` in a phase; `artist` is
    the value of that switch.
    """
    kinds: list[tuple[str, tuple[Effect, ...]]] = []
    if phase == "ally" and playable_kind == ("action" if artist == "own_action" else "flash"):
        kinds.append(("artist", (ARTIST_EFFECT,)))
    if playable_kind == "action":
        kinds.append(("tabula-rasa", TABULA_RASA_EFFECTS))
    return tuple(kinds)


def possible_targets(table: ImajicaTable, act: Act) -> Iterator[tuple[str, ...]]:
    """Yield every tuple of targets that an act can have; one empty tuple if it has no target."""
    slots = [list(_targets(table, act.seat, effect)) for effect in act.effects if effect.target_kind]
    yield from product(*slots)
    if act.is_counter and table.variant.counter == "in_play":
        yield from ((token,) for token in table.pieces.permanents)


def _targets(table: ImajicaTable, seat: int, effect: Effect) -> Iterator[str]:
    if effect.target_kind == "card":
        kind = effect.word("kind")
        yield from (name for name in dict.fromkeys(table.players[seat].ovo) if table.cards[name].kind == kind)
    elif effect.target_kind == "character":
        yield from table.pieces.characters
    elif effect.target_kind == "site":
        yield from table.pieces.sites
    elif effect.target_kind == "permanent":
        yield from table.pieces.permanents


# -- what is forbidden


def legal_acts(
    table: ImajicaTable, seat: int, playable_kind: str, *, counters: bool = False
) -> Iterator[answers.Use]:
    """Yield the answer of every legal act (use of a card or power) of `playable_kind`; with `counters`
    only those that counter.
    """
    aimed: Card | None = None
    aims: list[tuple[str, ...]] = []
    for use, act in act_candidates(table, seat, playable_kind):
        if counters and not act.is_counter:
            continue
        if act.by_power or act.card is not aimed or act.card.targets_depend_on_ally:
            aimed, aims = act.card, list(_allowed_aims(table, act))
        for targets in aims:
            if not (counters and targets):
                yield use.aimed_at(targets) if targets else use


def can_act(table: ImajicaTable, seat: int, playable_kind: str, *, counters: bool = False) -> bool:
    """Return True if a seat has any legal act (use of a card or power) of `playable_kind` (IJ-TIME-3)."""
    return any(legal_acts(table, seat, playable_kind, counters=counters))


def _allowed_aims(table: ImajicaTable, act: Act) -> Iterator[tuple[str, ...]]:
    """Yield the legal targets of an act; each effect is checked on its own."""
    if act.is_counter:
        for targets in possible_targets(table, act):
            if _broken_targets_rule(table, act.with_targets(targets)) is None:
                yield targets
        return
    slots = [_allowed_targets(table, act, effect) for effect in act.effects if effect.target_kind]
    yield from zip(*slots, strict=True) if len(slots) == 1 else product(*slots)


def _allowed_targets(table: ImajicaTable, act: Act, effect: Effect) -> Iterator[str]:
    if effect.target_kind in ("character", "site") and effect.verb != "peek":
        pieces = (
            table.pieces.characters if effect.target_kind == "character" else table.pieces.sites
        ).values()
        for piece in values.currently_matching(table, effect.selector, pieces, act.seat, act.source):
            if _broken_match_rule(table, act, effect, piece) is None:
                yield piece.token
        return
    for name in _targets(table, act.seat, effect):
        if broken_target_rule(table, act, effect, name) is None:
            yield name


def broken_act_rule(
    table: ImajicaTable, seat: int, use: answers.Use, playable_kind: str
) -> BrokenRule | None:
    """Return the rule that forbids the use of a card or power now, or None. Raises `BadAnswer` if there is no
    such card or power.
    """
    act = announced_act(table, seat, use, playable_kind)
    return _broken_start_rule(table, act) or _broken_targets_rule(table, act)


def _broken_start_rule(table: ImajicaTable, act: Act) -> BrokenRule | None:
    """Return the first rule that forbids an act regardless of its targets, or None."""
    return (
        _broken_power_rule(table, act) if act.by_power else _broken_card_rule(table, act)
    ) or _broken_source_rule(table, act)


def _broken_card_rule(table: ImajicaTable, act: Act) -> BrokenRule | None:
    card = act.card
    if card.id not in table.players[act.seat].hand:
        return "IJ-CARD-1", "not_held", {"card": card}
    if card.kind != act.playable_kind:
        if card.kind in MANEUVERS:  # possible at few moments of its phase
            return "IJ-CARD-1", f"not_now_{card.kind}", {"card": card}
        rule = "IJ-TIME-1" if card.kind == "flash" else "IJ-CARD-1"
        facts = {"card": card, "kind": card.kind}
        return _broken_phase_rule(table, card, card.kind) or (rule, "not_now", facts)
    if card.kind not in _KINDS_PLAYED_FROM_ALLY:
        return ("IJ-ALLY-8", "not_by", {"card": card}) if act.source else None
    if act.source:
        return None
    able = any(candidate.card is card for _, candidate in act_candidates(table, act.seat, act.playable_kind))
    return "IJ-ALLY-8", "by" if able else "nobody", {"card": card}


def _broken_phase_rule(table: ImajicaTable, card: Card, kind: str) -> BrokenRule | None:
    for case, (phases, kinds) in _PHASES_BY_CASE.items():
        if kind in kinds and table.phase not in phases:
            return "IJ-TIME-1", case, {"card": card, "kind": kind}
    return None


def broken_phase_rule(table: ImajicaTable, seat: int, act: Answer) -> BrokenRule | None:
    """Return the rule that forbids laying or calling a card in the current phase, or None."""
    if not isinstance(act, answers.LaySite | answers.LayPath | answers.Call):
        return None
    card = table.cards.get(act.card)
    if card is None or card.id not in table.players[seat].hand or card.kind != _KIND_BY_LAY_WORD[act.word]:
        return None
    return _broken_phase_rule(table, card, card.kind)


def _broken_power_rule(table: ImajicaTable, act: Act) -> BrokenRule | None:
    piece = table.pieces[act.source]
    effect = act.effects[0]
    moment = CARD_KIND_BY_ICON.get(effect.icon, act.playable_kind)
    if effect is ARTIST_EFFECT:
        moment = "action" if table.variant.artist == "own_action" else "flash"
        if table.phase != "ally":
            return "IJ-AFF-5", "not_now", {}
    elif effect in TABULA_RASA_EFFECTS:
        moment = "action"
    if moment != act.playable_kind:
        facts = {"card": piece.card, "kind": moment}
        return _broken_phase_rule(table, piece.card, moment) or ("IJ-POWER-1", "not_now", facts)
    if (
        (effect is ARTIST_EFFECT and not values.has_power_of(table, piece, "artist"))
        or (effect in TABULA_RASA_EFFECTS and not values.has_power_of(table, piece, "tabula-rasa"))
        or (piece.is_character and "powers" in values.lost_abilities(table, piece))
    ):
        return "IJ-POWER-3", "no_power", {"card": piece.card}
    if piece.controller != act.seat or piece.area == "circle":
        return "IJ-POWER-1", "not_yours", {"card": piece.card}
    if table.fight is not None and act.source in table.fight.pivot_afterwards:
        return "IJ-POWER-1", "spent", {"card": piece.card}
    if any(waiting.source == act.source and waiting.does_pivot_source for waiting in table.waiting_acts):
        return "IJ-PIV-3", "waits", {"card": piece.card}
    if not piece.is_ready and not (piece.is_site and piece.area == "state" and not piece.pivoted):
        return "IJ-POWER-1", "not_ready", {"card": piece.card}
    return None


def _broken_source_rule(table: ImajicaTable, act: Act) -> BrokenRule | None:
    if not act.source:
        return None
    piece, fight = table.pieces.get(act.source), table.fight
    if piece is None:
        return "IJ-ALLY-4", "nowhere", {"found": QuotedFact(one_line_excerpt(act.source, 30))}
    if not act.by_power and (piece.controller != act.seat or not piece.is_character):
        return "IJ-ALLY-4", "not_yours", {"card": piece.card}
    if not act.by_power and (denial := values.broken_readiness_rule(piece)):
        return denial
    if act.playable_kind == "action" and piece.acted and piece.is_character:
        return "IJ-ALLY-4", "again", {"card": piece.card}
    if act.playable_kind in MANEUVERS and (fight is None or piece.token not in fight.involved):
        rule = "IJ-CHAL-4" if act.playable_kind == "combat" else "IJ-SEIZE-3"
        return rule, "not_involved", {"card": piece.card}
    return None


def _broken_targets_rule(table: ImajicaTable, act: Act) -> BrokenRule | None:
    slots = [effect for effect in act.effects if effect.target_kind]
    counter = next((effect for effect in act.effects if effect.verb == "counter"), None)
    if counter is not None:
        return _broken_counter_rule(table, act, counter)
    if len(act.targets) != len(slots):
        rule = "IJ-TIME-8" if slots else "IJ-ALLY-8"
        case = "count" if any(True for _ in _allowed_aims(table, act)) else "nothing"
        return rule, case if slots else "no_target", {"card": act.card, "n": len(slots)}
    wrong = (
        broken_target_rule(table, act, effect, name) for effect, name in zip(slots, act.targets, strict=True)
    )
    return next(filter(None, wrong), None)


def broken_target_rule(table: ImajicaTable, act: Act, effect: Effect, target: str) -> BrokenRule | None:
    """Return the rule that forbids one target of an effect, or None if it is legal (IJ-TIME-8)."""
    if effect.target_kind == "card":
        ovo = table.players[act.seat].ovo
        if target not in ovo or table.cards[target].kind != effect.word("kind"):
            return "IJ-TIME-8", "not_in_ovo", {"found": QuotedFact(one_line_excerpt(target, 30))}
        return None
    piece = table.pieces.get(target)
    if piece is None or piece.area == "path":
        return "IJ-TIME-8", "nowhere", {"found": QuotedFact(one_line_excerpt(target, 30))}
    if effect.target_kind == "permanent":
        wanted = effect.word("prey").partition(":")[2]
        if target not in table.pieces.permanents or piece.card.kind != wanted:
            return "IJ-TIME-8", "no_permanent", {"card": piece, "kind": wanted}
        return None
    return _broken_piece_rule(table, act, effect, piece)


def _broken_piece_rule(table: ImajicaTable, act: Act, effect: Effect, piece: Piece) -> BrokenRule | None:
    if effect.verb == "peek":
        if not piece.is_site or piece.area != "circle" or not table.paths_on(piece.token):
            return "IJ-TIME-8", "no_paths", {"card": piece}
        return None
    if not values.currently_matching(table, effect.selector, [piece], act.seat, act.source):
        return "IJ-TIME-8", "wrong", {"card": piece, "who": effect.selector}
    return _broken_match_rule(table, act, effect, piece)


def _broken_match_rule(table: ImajicaTable, act: Act, effect: Effect, piece: Piece) -> BrokenRule | None:
    """Return the rule that forbids a target although it matches the selector of the effect, or None."""
    fight = table.fight
    if act.playable_kind in MANEUVERS and (fight is None or piece.token not in fight.involved):
        return (
            "IJ-CHAL-4" if act.playable_kind == "combat" else "IJ-SEIZE-3",
            "not_involved",
            {"card": piece.card},
        )
    if (
        table.variant.holders_shielded
        and not act.by_power
        and piece.is_holder
        and "holder" not in effect.selector.filters  # a card that says so may
    ):
        return "IJ-HOLD-1", "shielded", {"card": piece}
    if effect.verb == "move" and effect.word("area") == "active":
        return values.broken_barring_rule(table, piece, "advance")
    return None


def _broken_counter_rule(table: ImajicaTable, act: Act, effect: Effect) -> BrokenRule | None:
    if act.targets:
        piece = table.pieces.get(act.targets[0])
        if table.variant.counter != "in_play" or piece is None or piece.token not in table.pieces.permanents:
            return "IJ-TIME-7", "in_play", {"card": act.card}
        if not can_counter(effect, Act(piece.owner, piece.card.kind, piece.card)):
            return "IJ-TIME-7", "other", {"card": act.card, "other": piece.card}
        return None
    waiting = table.waiting_acts[-1] if table.waiting_acts else None
    if waiting is None:
        return "IJ-TIME-7", "nothing", {"card": act.card}
    if not can_counter(effect, waiting):
        return "IJ-TIME-7", "other", {"card": act.card, "other": waiting.card}
    return None


def can_counter(effect: Effect, act: Act) -> bool:
    """Return True if the counter effect of a card can stop the act (card or power) that it answers
    (IJ-TIME-7).

    A counter names a card or a type: it stops that card, cards of that type, powers with that icon, and, if
    it counters Dictates, a reassignment.
    """
    wanted = effect.word("countered")
    if wanted not in COUNTERABLE_KINDS:
        return act.card.id == wanted and not act.is_move
    kind, _, duration = wanted.partition(":")
    return act.playable_kind == kind and (not duration or act.is_permanent == (duration == "permanent"))
