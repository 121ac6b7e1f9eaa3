"""Play a seizure: contests, Paths and securing (IJ-SEIZE, IJ-PATH)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.core.play import Script
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.rules import answers, card_moves
from twingkit.imajica.rules.carry_out import remove_unfit_fighters
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import InfluenceManeuverWindow, NameCharacters
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable
from twingkit.imajica.rules.values import (
    broken_barring_rule,
    broken_readiness_rule,
    current_value,
    has_power_of,
    total_influence,
)
from twingkit.imajica.rules.windows import perform_unless_countered, play_maneuver_window, run_flash_window


class Contest(NameCharacters):
    """The question whether a rival contests a seizure, and with which characters: `contest gentle dowd`, or
    `pass` (IJ-SEIZE-2).
    """

    __slots__ = ()
    act_class = answers.Contest
    kind = act_class.word
    rule = "IJ-SEIZE-2"

    def broken_character_rule(self, token: str) -> BrokenRule | None:
        """Return the rule that forbids a character from contesting, or None."""
        piece = self.table.pieces.get(token)
        if piece is None or not piece.is_character:
            return "IJ-SEIZE-2", "nowhere", {"found": QuotedFact(token[:30])}
        if piece.controller != self.player:
            return "IJ-SEIZE-2", "not_yours", {"card": piece}
        return broken_readiness_rule(piece) or broken_barring_rule(self.table, piece, "contest")


def play_seizure(table: ImajicaTable, seat: int, site_token: str, seizers: Sequence[str]) -> Script:
    """Play one seizure from its announcement to its end (IJ-SEIZE-1 to 8)."""
    site = table.pieces[site_token]
    cards = tuple(table.pieces[token] for token in seizers)
    table.fight = fight = Fight("seizure", seat, site_token, list(seizers), tuple(seizers))
    table.log_rule("IJ-SEIZE-1", "named", seat, cards=cards, site=site)
    for piece in cards:
        piece.acted = True
    yield from run_flash_window(table, "seizes")
    won, rivals = True, table.seats_from(seat)[1:]
    for rival in rivals:
        if won and fight.attackers:
            won = yield from _play_contest(table, fight, site, rival)
    if fight.attackers and not fight.paths_revealed:  # a contest reveals them
        ready = [bool(table.ready_characters(rival)) for rival in rivals]
        case = "uncontested" if all(ready) else "uncontested_able" if any(ready) else "nobody"
        table.log_rule("IJ-SEIZE-2", case, seat)
    if won and fight.attackers:
        yield from _secure(table, fight, site)
    elif won:
        table.log_rule("IJ-SEIZE-6", "no_seizer", seat)
    _end_seizure(table, fight)
    yield from run_flash_window(table, "seized")


def _play_contest(table: ImajicaTable, fight: Fight, site: Piece, rival: int) -> Script:
    """Let one rival contest; return whether the seizure goes on (IJ-SEIZE-2 to 6)."""
    question = Contest(table, rival)
    if not question.nameable_tokens():
        return True
    answer: answers.Pass | answers.Contest = yield question
    if isinstance(answer, answers.Pass):
        return True
    named = answer.tokens
    fight.defenders, fight.rival_seat = list(named), rival
    table.log_rule(
        "IJ-SEIZE-2", "named", rival, cards=tuple(table.pieces[token] for token in named), site=site
    )
    yield from run_flash_window(table, "contested")
    if not fight.paths_revealed:
        yield from _reveal_paths(table, fight, site)
    yield from run_flash_window(table, "read")
    goes_on = True
    if fight.attackers and fight.defenders:
        fight.only_maneuvers = True
        yield from play_maneuver_window(table, [fight.seat, rival], InfluenceManeuverWindow)
        fight.only_maneuvers = False
    if not fight.attackers:
        goes_on = False
        table.log_rule("IJ-SEIZE-6", "no_seizer", fight.seat)
    elif not fight.defenders:
        table.log_rule("IJ-SEIZE-6", "lapsed", rival)
    else:
        own, other = (total_influence(table, side, site) for side in (fight.attackers, fight.defenders))
        tie_goes_on = table.variant.contest_tie == "goes_on" and own == other
        goes_on = own > other or tie_goes_on
        case = "wins" if goes_on else "fails"
        table.log_rule("IJ-SEIZE-4", case, fight.seat, n=own, other=other)
    _pivot_all(table, named, "IJ-SEIZE-5", rival)
    fight.defenders, fight.rival_seat = [], -1
    before = total_influence(table, fight.attackers, site)
    card_moves.end_temporary_changes(table, ["contest"])
    after = total_influence(table, fight.attackers, site)
    if goes_on and before != after:
        table.log_rule("IJ-SEIZE-9", "contest_over", fight.seat, n=after)
    _pivot(table, fight.pivot_afterwards)
    fight.attackers = [token for token in fight.attackers if token not in fight.pivot_afterwards]
    fight.pivot_afterwards = []
    return goes_on and bool(fight.attackers)


def _pivot(table: ImajicaTable, tokens: Iterable[str]) -> tuple[Piece, ...]:
    cards = tuple(table.pieces[token] for token in tokens if token in table.pieces)
    for piece in cards:
        piece.pivoted = True
    return cards


def _pivot_all(table: ImajicaTable, tokens: Iterable[str], rule: str, seat: int) -> None:
    """Pivot all named characters, even those who have left the fight, and log the rule."""
    cards = _pivot(table, tokens)
    if cards:
        table.log_rule(rule, "pivoted", seat, cards=cards)


def _reveal_paths(table: ImajicaTable, fight: Fight, site: Piece) -> Script:
    """Reveal the Paths one by one in the order they were laid, each with a window (IJ-PATH-1 to 3)."""
    fight.paths_revealed = True
    for path in [path for path in table.paths_on(site.token) if not path.known]:
        if path.token not in table.pieces:
            continue
        left = fight.attackers or (table.variant.path_stop == "nobody" and fight.defenders)
        if not left:
            table.log_rule("IJ-PATH-2", "back", fight.seat)
            return
        twin = table.face_up_copy(path.card.id)
        path.known = True
        if twin is not None and twin is not path:
            table.log_rule("IJ-UNIQ-2", "second", path.owner, card=path.card)
            card_moves.discard_from_play(table, path)
            continue
        lasting = path.card.is_permanent
        path.known = False  # it has no effect until its window is over
        effects = () if lasting else path.card.effects
        act = Act(path.owner, "path", path.card, effects=effects, path_token=path.token)
        acted: bool = yield from perform_unless_countered(table, act, flashes_may_answer=True)
        if path.token in table.pieces and (not acted or not lasting):
            card_moves.discard_from_play(table, path)
        path.known = acted and lasting
        remove_unfit_fighters(table)


def _secure(table: ImajicaTable, fight: Fight, site: Piece) -> Script:
    """Try to secure the Site (IJ-SEIZE-7, 8)."""
    if not fight.paths_revealed:
        yield from _reveal_paths(table, fight, site)
    yield from run_flash_window(table, "securing")
    if fight.attackers:
        fight.only_maneuvers = True
        yield from play_maneuver_window(table, [fight.seat], InfluenceManeuverWindow)
        fight.only_maneuvers = False
    if not fight.attackers:
        table.log_rule("IJ-SEIZE-6", "no_seizer", fight.seat)
        return
    own, needed = total_influence(table, fight.attackers, site), current_value(table, site, "resistance")
    enough = would_secure(table, fight)
    if needs_maestro(table, fight):
        table.log_rule("IJ-AFF-1", "alone", fight.seat, n=needed)
    case = "secured" if enough else "short"
    table.log_rule("IJ-SEIZE-7", case, fight.seat, site=site, n=own, needed=needed)
    if enough:
        _take_site(table, site, fight.seat, fight.attackers)


def would_secure(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether the current seizers would secure the Site if nobody contests (IJ-SEIZE-7, IJ-AFF-1)."""
    return _influence_suffices(table, fight) or _does_maestro_secure(table, fight)


def needs_maestro(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether the seizers would secure the Site only thanks to a Maestro (IJ-AFF-1)."""
    is_short = fight.kind == "seizure" and not _influence_suffices(table, fight)
    return is_short and _does_maestro_secure(table, fight)


def _influence_suffices(table: ImajicaTable, fight: Fight) -> bool:
    site = table.pieces[fight.target_token]
    own, needed = total_influence(table, fight.attackers, site), current_value(table, site, "resistance")
    return own > needed if table.variant.secure == "gt" else own >= needed


def _does_maestro_secure(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether a Maestro among the seizers secures the Site at any Resistance (IJ-AFF-1)."""
    alone = {"named": fight.first_named, "remaining": fight.attackers, "any": ()}[table.variant.maestro_alone]
    if len(alone) > 1:
        return False
    return any(has_power_of(table, table.pieces[token], "maestro") for token in fight.attackers)


def _take_site(table: ImajicaTable, site: Piece, seat: int, holders: list[str]) -> None:
    """Move a seized Site and its Holders to the seat's state, its controlled Sites, and discard the Site's
    Paths (IJ-SEIZE-8, IJ-PATH-3).
    """
    site.area, site.controller = "state", seat
    for token in holders:
        table.pieces[token].area, table.pieces[token].site = "state", site.token
    for path in table.paths_on(site.token):
        card_moves.discard_from_play(table, path)


def _end_seizure(table: ImajicaTable, fight: Fight) -> None:
    """Pivot the seizers, whether they hold the Site or not, and end the fight (IJ-SEIZE-4, 8, 9)."""
    _pivot_all(table, dict.fromkeys((*fight.first_named, *fight.pivot_afterwards)), "IJ-SEIZE-8", fight.seat)
    site = table.pieces[fight.target_token]
    before = total_influence(table, fight.attackers, site)
    card_moves.end_temporary_changes(table, ["contest", "seizure"])
    expired = before != total_influence(table, fight.attackers, site)
    table.fight = None  # effects on the seizers do not concern the Holders
    after, needed = total_influence(table, fight.attackers, site), current_value(table, site, "resistance")
    if site.controller == fight.seat and site.area == "state" and expired:
        case = "held" if after < needed and table.variant.hold_check == "event" else "seizure_over"
        table.log_rule("IJ-SEIZE-9", case, fight.seat, site=site, n=after, needed=needed)
    card_moves.lose_sites_after_expiry(table)
