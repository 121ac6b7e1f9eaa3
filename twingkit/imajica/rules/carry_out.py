"""Carry out announced acts, with one function for each verb of effects (IJ-BOX-2, IJ-TIME-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact
from twingkit.imajica.box.card import MANEUVERS
from twingkit.imajica.box.effects import REALM_SCOPE, Effect, EffectWord
from twingkit.imajica.rules import card_moves, events
from twingkit.imajica.rules.acts import TABULA_RASA_EFFECTS, broken_target_rule
from twingkit.imajica.rules.answers import OneChoice
from twingkit.imajica.rules.drawing import draw_cards
from twingkit.imajica.rules.pieces import Piece, TemporaryChange
from twingkit.imajica.rules.questions import ChooseOne, ChoosePathToDiscard
from twingkit.imajica.rules.table import ALL_SEATS, SEATS, Act, ImajicaTable
from twingkit.imajica.rules.values import current_value, currently_matching, has_power_of, is_immune

_NAMED_BASES = ("self", "acting", "target", "site")
"""Bases of selectors that concern only the source or the targets of an act."""


def apply_card_or_power(table: ImajicaTable, act: Act, known_holds: card_moves.Holds | None = None) -> Script:
    """Apply the effects of a card or power, then update holds and fights (IJ-TIME-8, IJ-HOLD-4).

    `known_holds` are the current holds if the caller knows them already.
    """
    if not may_weaken_holds(table, act):
        known_holds = None
    elif known_holds is None:
        known_holds = card_moves.current_hold_by_site(table)
    removed = False
    if act.is_permanent and not act.path_token:
        _lay_permanent(table, act)
    else:
        table.acts_in_progress.append(act)
        targets = iter(act.targets)
        for effect in act.effects:
            name = next(targets, "") if effect.target_kind and not act.path_token else ""
            if name and (denial := broken_target_rule(table, act, effect, name)):
                table.log_rule("IJ-TIME-8", "lost", act.seat, card=act.card, why=denial[0])
            elif effect.verb == "remove":
                removed = True
            else:
                yield from HANDLER_BY_VERB[effect.verb](table, act, effect, name)
        table.acts_in_progress.pop()
        return_tabula_rasa(table, act)
        if removed:
            table.players[act.seat].removed.append(act.card.id)
            table.log_rule("IJ-POWER-4", "removed", act.seat, card=act.card)
        elif not act.by_power and not act.path_token:
            card_moves.put_in_ovo(table, act.card, act.seat)
    if known_holds is not None:
        card_moves.lose_unheld_sites(table, known_holds)
    remove_unfit_fighters(table)


def may_weaken_holds(table: ImajicaTable, act: Act) -> bool:
    """Return True if an act (use of a card or power) might make a controlled Site harder to hold (IJ-HOLD-4).

    It can if it concerns a Holder, a controlled Site, a card on one of them, or a card that changes all cards
    of a Realm. Most acts concern active characters alone.
    """
    pieces = table.pieces
    bases = [effect.selector.base for effect in act.effects]
    if "mine" in bases or table.variant.hold_check == "continuous":
        return True
    named = [pieces[token] for token in (act.source, *act.targets) if token in pieces]
    named += [pieces[piece.host] for piece in named if piece.host in pieces]
    if changers := pieces.tokens_by_effect.get(REALM_SCOPE):
        if act.path_token or any(base not in _NAMED_BASES for base in bases):
            return True  # it may concern any fighter
        if any(piece.token in changers for piece in named):
            return True
    return any(piece.area == "state" for piece in named)


def changes_only_named(table: ImajicaTable, act: Act | None) -> bool:
    """Return True if an act (use of a card or power) changes no cards in play other than its source and its
    targets.
    """
    if table.waiting_acts or table.postponed_acts or any(piece.saved for piece in table.pieces.values()):
        return False
    return act is None or (
        not may_weaken_holds(table, act)
        and (act.is_permanent or all(effect.selector.base in _NAMED_BASES for effect in act.effects))
    )


def clear_saved_characters(table: ImajicaTable) -> None:
    """End the protection of saved characters once no act is waiting and no challenge deals damage (IJ-DMG-1).

    It makes no difference whether the act was carried out or countered.
    """
    if not table.waiting_acts and not _is_gathering_damage(table):
        for piece in table.pieces.values():
            piece.saved = False


def _tell_unaffected(table: ImajicaTable, act: Act, other: Piece) -> None:
    """Log that a card has no effect on a character (IJ-AFF-3, 7)."""
    if act.card.has_emotion_title and has_power_of(table, other, "oviate"):
        table.log_rule("IJ-AFF-7", "unaffected", act.seat, card=act.card, other=other)
    else:
        adores = act.card.has_hapexamendios_title and has_power_of(table, other, "adorer")
        table.log_rule("IJ-AFF-3", "adorer" if adores else "unaffected", act.seat, card=act.card, other=other)


def return_tabula_rasa(table: ImajicaTable, act: Act) -> None:
    """Return a Tabula Rasa to the hand, as the price of its power even if it is countered (IJ-AFF-6)."""
    source = table.pieces.get(act.source)
    if source is not None and any(effect in TABULA_RASA_EFFECTS for effect in act.effects):
        card_moves.move_character(table, source, "hand")
        table.log_rule("IJ-AFF-6", "returns", act.seat, card=source)


def _lay_permanent(table: ImajicaTable, act: Act) -> None:
    """Place a permanent card with the card or Autarch it affects (IJ-CARD-2)."""
    host = act.targets[0] if act.targets else ""
    if any(effect.selector.base == "acting" for effect in act.effects):
        host = act.source
    effect = act.effects[0]
    if act.targets and (denial := broken_target_rule(table, act, effect, host)):
        table.log_rule("IJ-TIME-8", "lost", act.seat, card=act.card, why=denial[0])
        card_moves.put_in_ovo(table, act.card, act.seat)
        return
    bearer = table.pieces.get(host)
    if host and bearer is None:  # the acting Ally, on whom the card would lie, left play in answer
        table.log_rule("IJ-TIME-8", "lost", act.seat, card=act.card, why="IJ-TIME-8")
        card_moves.put_in_ovo(table, act.card, act.seat)
        return
    if bearer is not None and is_immune(table, bearer, act.card):
        _tell_unaffected(table, act, bearer)
        card_moves.put_in_ovo(table, act.card, act.seat)
        return
    table.put(act.card, act.seat, "on" if host else "realm", host)
    case = "laid_on" if bearer else "laid"
    table.log_rule("IJ-CARD-2", case, act.seat, card=act.card, other=bearer or act.card)


def remove_unfit_fighters(table: ImajicaTable) -> None:
    """Remove pivoted characters, and those who left the area, from the fight (IJ-CHAL-5, IJ-SEIZE-4).

    Once Strength has been compared nobody is removed any more until the challenge is over.
    """
    fight = table.fight
    if fight is None or fight.damage_dealt:
        return
    for token in fight.involved:
        piece = table.pieces.get(token)
        if piece is None:
            continue
        stays = fight.kind == "challenge" and (
            token == fight.target_token
            or (token in fight.defenders and has_power_of(table, piece, "aphrodyte"))
        )
        if piece.area != "active" or (piece.pivoted and not stays):
            table.log_rule("IJ-CHAL-5", "out", piece.controller, card=piece)
            card_moves.leave_fight(table, piece)


# -- whom an effect concerns


def _affected_pieces(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Iterator[Piece]:
    """Yield the cards that an effect applies to, except immune ones (IJ-AFF-3)."""
    base, fight = effect.selector.base, table.fight
    tokens: list[str] = []
    if base in ("target", "site"):
        tokens = [name]
    elif base in ("self", "acting"):
        tokens = [act.source]
    elif base == "this" and act.path_token:
        tokens = [table.pieces[act.path_token].host]
    elif base == "mine":
        tokens = [piece.token for piece in table.characters(act.seat)]
    elif fight is not None:
        sides = {"seizers": fight.attackers, "contesters": fight.defenders, "involved": fight.involved}
        tokens = [fight.target_token] if base == "the-site" else list(sides.get(base, ()))
    for token in tokens:
        piece = table.pieces.get(token)
        if piece is None:
            continue
        if is_immune(table, piece, act.card):
            _tell_unaffected(table, act, piece)
        else:
            yield piece


def _choose_affected_pieces(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    """Return the cards that an effect applies to; the owner of a Path may have to choose (IJ-PATH-2)."""
    if act.path_token and effect.target_kind == "character":
        fitting = currently_matching(table, effect.selector, table.characters(), act.seat)
        involved = table.fight.involved if table.fight is not None else ()
        able = [piece.token for piece in fitting if piece.token in involved]
        if not able:
            return []
        seat = act.seat
        if table.players[seat].is_out and table.fight is not None:
            seat = table.fight.seat
        name = able[0]
        if len(able) > 1:
            chosen: OneChoice = yield ChooseOne(table, seat, able)
            name = chosen.thing
    return list(_affected_pieces(table, act, effect, name))


def _end_of_change(table: ImajicaTable, act: Act, effect: Effect) -> str:
    """Return when a change by an instant card ends: "round", "challenge", "contest" or "seizure" (IJ-CARD-3,
    IJ-SEIZE-9).
    """
    fight = table.fight
    if effect.duration or fight is None or not (act.path_token or act.playable_kind in MANEUVERS):
        return "round"
    if fight.kind == "challenge":
        return "challenge"
    return "contest" if fight.rival_seat >= 0 and not act.path_token else "seizure"


# -- the words


def _mod(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    until, stat = _end_of_change(table, act, effect), effect.stat
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        piece.temporary_changes = (*piece.temporary_changes, TemporaryChange(stat, effect.number, "", until))
        table.log_rule(
            "IJ-CARD-3", "changed", act.seat, card=piece, n=effect.number, what=EffectWord(stat, "stat")
        )


def _add_temporary_change(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    """Record the effect `gain`, `lose` or `bar` of an instant card as a temporary change of each card that it
    affects.
    """
    word = effect.word({"gain": "affiliation", "lose": "lost", "bar": "deed"}[effect.verb])
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        piece.temporary_changes = (
            *piece.temporary_changes,
            TemporaryChange(effect.verb, 0, word, _end_of_change(table, act, effect)),
        )


def _pivot(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        piece.pivoted = effect.verb == "pivot"
        table.log_rule("IJ-PIV-1", effect.verb, act.seat, card=piece)


def _move(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        area = effect.word("area")
        card_moves.move_character(table, piece, area)
        card_moves.leave_fight(table, piece)
        table.log_rule("IJ-AREA-1", f"to_{area}", act.seat, card=piece)


def _is_gathering_damage(table: ImajicaTable) -> bool:
    """Return whether damage is being added up: from the fight to the end of a challenge (IJ-DMG-1)."""
    fight = table.fight
    return fight is not None and fight.kind == "challenge" and (fight.only_maneuvers or fight.damage_dealt)


def _damage(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        if piece.saved:
            table.log_rule("IJ-DMG-1", "saved", act.seat, card=piece)
            continue
        if _is_gathering_damage(table):
            piece.damage += effect.number
            table.log_rule("IJ-DMG-1", "added", act.seat, card=piece, n=effect.number)
            continue
        strength = current_value(table, piece, "strength")
        if effect.number <= strength:
            facts = {"card": piece, "n": effect.number, "strength": strength}
            table.log_rule("IJ-DMG-1", "lives", piece.owner, **facts)
        else:
            table.record(events.Killed(SEATS[piece.owner], piece, effect.number, strength))
            card_moves.discard_from_play(table, piece)


def _save(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        piece.damage, piece.saved = 0, bool(table.waiting_acts) or _is_gathering_damage(table)
        table.log_rule("IJ-DMG-1", "safe", act.seat, card=piece)


def _discard(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    if effect.target_kind == "permanent":
        card_moves.discard_from_play(table, table.pieces[name])
    elif effect.word("prey") == "path":
        paths = table.paths_on(act.targets[0])
        if paths:
            chosen: OneChoice = yield ChoosePathToDiscard(
                table, act.seat, [str(place + 1) for place in range(len(paths))]
            )
            card_moves.discard_from_play(table, paths[int(chosen.thing) - 1])
    else:
        for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
            card_moves.discard_from_play(table, piece)


def _fetch(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    player = table.players[act.seat]
    player.ovo.remove(name)
    player.gain("hand", [name], ALL_SEATS)
    table.log_rule("IJ-AREA-2", "fetched", act.seat, card=table.cards[name])
    yield from ()


def _draw(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    seat = table.fight.seat if effect.word("seizer") and table.fight is not None else act.seat
    yield from draw_cards(table, seat, effect.number, "IJ-COME-2", "drawn")


def _counter(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    if act.targets:
        card_moves.discard_from_play(table, table.pieces[act.targets[0]])
    else:
        table.countered_indexes.add(len(table.waiting_acts) - 1)
    yield from ()


def _peek(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    player, paths = table.players[act.seat], table.paths_on(name)
    player.seen_paths |= {path.token for path in paths}
    cards = HiddenFact(tuple(path.card for path in paths), act.seat)
    table.log_rule("IJ-AREA-2", "peeks", act.seat, site=table.pieces[name], cards=cards, n=len(paths))
    yield from ()


def _lose_site(table: ImajicaTable, act: Act, effect: Effect, name: str) -> Script:
    for piece in (yield from _choose_affected_pieces(table, act, effect, name)):
        card_moves.return_lost_site(table, piece)


EffectHandler = Callable[[ImajicaTable, Act, Effect, str], Script]

HANDLER_BY_VERB: dict[str, EffectHandler] = {
    "mod": _mod, "pivot": _pivot, "unpivot": _pivot, "move": _move, "damage": _damage, "save": _save,
    "gain": _add_temporary_change, "lose": _add_temporary_change, "bar": _add_temporary_change,
    "discard": _discard, "fetch": _fetch, "draw": _draw, "counter": _counter, "peek": _peek,
    "lose_site": _lose_site,
}  # fmt: skip
"""Functions that carry out each verb of instant cards and powers; other verbs work while in play."""
