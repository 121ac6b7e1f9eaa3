"""Current values, affiliations and powers of the cards in play (IJ-CARD-5, IJ-POWER)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.effects import REALM_SCOPE, SIDE_SCOPE, Effect
from twingkit.imajica.box.selector import Selector
from twingkit.imajica.rules.matches import does_effect_apply, matching_pieces
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable


def _abilities_from_changes(piece: Piece, kind: str) -> list[str]:
    """Return the abilities named in a card's temporary changes of one kind."""
    return (
        [note.ability for note in piece.temporary_changes if note.kind == kind]
        if piece.temporary_changes
        else []
    )


def _abilities_from_permanents(table: ImajicaTable, piece: Piece, verb: str) -> list[str]:
    """Return the abilities that permanents on a character grant (`gain`) or take away (`lose`)."""
    if piece.token not in table.pieces.tokens_by_host:
        return []
    on = [other.card for other in table.permanents_on(piece.token)]
    return [effect.words[0] for card in on for effect in card.continuous_effects if effect.verb == verb]


def has_exactly_printed_abilities(table: ImajicaTable, piece: Piece) -> bool:
    """Return whether a character has exactly its printed affiliations, powers and traits."""
    if piece.temporary_changes:
        return False
    return piece.token not in table.pieces.tokens_by_host or not any(
        other.card.index_keys & {"gain", "lose"} for other in table.pieces.lying_on(piece.token)
    )


def lost_abilities(table: ImajicaTable, piece: Piece) -> set[str]:
    """Return the abilities that a character has lost: "powers", "traits" and affiliations."""
    return {*_abilities_from_changes(piece, "lose"), *_abilities_from_permanents(table, piece, "lose")}


def affiliations(table: ImajicaTable, piece: Piece) -> set[str]:
    """Return a character's current affiliations, which are lost together with traits (IJ-POWER-3)."""
    own = {
        *piece.card.affiliations,
        *_abilities_from_changes(piece, "gain"),
        *_abilities_from_permanents(table, piece, "gain"),
    }
    gone = lost_abilities(table, piece) if own else own
    return set() if "traits" in gone else own - gone


def has_affiliation(table: ImajicaTable, piece: Piece, affiliation: str) -> bool:
    """Return whether a character has an affiliation now, without computing all `affiliations`."""
    printed = affiliation in piece.card.affiliations
    if has_exactly_printed_abilities(table, piece):
        return printed
    own = (
        printed
        or affiliation in _abilities_from_changes(piece, "gain")
        or affiliation in _abilities_from_permanents(table, piece, "gain")
    )
    return own and not {"traits", affiliation} & lost_abilities(table, piece)


def has_power_of(table: ImajicaTable, piece: Piece, affiliation: str) -> bool:
    """Return whether a character has the power of an affiliation now (IJ-POWER-3)."""
    if not (piece.temporary_changes or piece.token in table.pieces.tokens_by_host):  # the usual case
        return affiliation in piece.card.affiliations
    return has_affiliation(table, piece, affiliation) and "powers" not in lost_abilities(table, piece)


def ready_with_power(table: ImajicaTable, affiliation: str) -> list[Piece]:
    """Return the active, unpivoted characters with the power of an affiliation (IJ-POWER-3)."""
    pieces = table.pieces
    tokens: Iterable[str] = pieces.tokens_by_affiliation.get(affiliation, ())
    gained = [
        laid.host
        for laid in pieces.with_effect("gain")
        if affiliation in [effect.words[0] for effect in laid.card.continuous_by_index_key["gain"]]
    ]
    if table.cards.has_instant_affiliation_gain:
        tokens = pieces.characters
    elif gained:
        tokens = [token for token in pieces.characters if token in tokens or token in gained]
    return [
        piece
        for token in tokens
        if (piece := pieces[token]).area == "active"
        and not piece.pivoted
        and has_power_of(table, piece, affiliation)
    ]


def is_immune(table: ImajicaTable, piece: Piece, card: Card) -> bool:
    """Return whether a character is immune to a card (IJ-AFF-3, 7, “immune to”)."""
    if not piece.is_character or card.id == piece.card.id:
        return False
    if card.has_emotion_title and has_power_of(table, piece, "oviate"):
        return True
    if card.has_hapexamendios_title and has_power_of(table, piece, "adorer"):
        switch = table.variant.adorer
        if (
            switch == "any"
            or card.kind == "action"
            or (switch == "not_sites" and card.kind not in ("site", "character"))
        ):
            return True
    if "immune" not in piece.card.index_keys:
        return False
    own = [effect.word("against") for effect in piece.card.continuous_effects if effect.verb == "immune"]
    if "powers" in lost_abilities(table, piece):
        return False
    return card.kind in own or ("emotion" in own and card.has_emotion_title)


def continuous_effects(table: ImajicaTable, verb: str) -> Iterator[tuple[Piece, Effect]]:
    """Yield every continuous effect with this verb that is in force now, with its card (IJ-POWER-2)."""
    for piece in table.pieces.with_effect(verb):
        for effect in piece.card.continuous_by_index_key[verb]:
            if _is_in_force(table, piece, effect):
                yield piece, effect


def _is_in_force(table: ImajicaTable, piece: Piece, effect: Effect) -> bool:
    """Return whether a continuous effect of a card (one without an icon) works now (IJ-POWER-2, 3).

    It does not on an unread Path, if it was lost, or on a Site in the Circle, except for the sides of a
    seizure.
    """
    if piece.area == "path":
        return piece.known and piece.card.is_permanent
    if piece.is_character:
        return ("traits" if effect.is_trait else "powers") not in lost_abilities(table, piece)
    return piece.area != "circle" or not piece.is_site or effect.selector.base in ("seizers", "contesters")


def has_unchanged_values(table: ImajicaTable, piece: Piece) -> bool:
    """Return whether nothing at all changes the values of a card, so that they need not be computed."""
    pieces, fight = table.pieces, table.fight
    if piece.temporary_changes or piece.token in pieces.tokens_by_host or "mod" in piece.card.index_keys:
        return False
    for token in pieces.tokens_by_effect.get(REALM_SCOPE, ()):
        if pieces[token].controller == piece.controller:
            return False
    if fight is None or (piece.token not in fight.attackers and piece.token not in fight.defenders):
        return True
    return not cards_changing_one_side(table)


def cards_changing_one_side(table: ImajicaTable) -> list[Piece]:
    """Return the cards that may change values of one side of the current seizure: its Site and read Paths."""
    fight, pieces = table.fight, table.pieces
    if fight is None or fight.kind != "seizure":
        return []
    site = pieces[fight.target_token]
    if fight.target_token not in pieces.tokens_by_host and SIDE_SCOPE not in site.card.index_keys:
        return []
    sources = [site, *pieces.lying_on(fight.target_token)]
    return [
        source
        for source in sources
        if (source.known or source.area != "path") and SIDE_SCOPE in source.card.index_keys
    ]


def total_value_change(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """Return the sum of all changes of a value, including those of several permanent Paths (IJ-POWER-2)."""
    total = 0
    if piece.temporary_changes:
        total = sum([note.number for note in piece.temporary_changes if note.kind == stat])
    pieces = table.pieces
    if piece.token in pieces.tokens_by_host:
        total += _change_by(table, pieces.lying_on(piece.token), "mod", piece, stat)
    if "mod" in piece.card.index_keys and piece.token in pieces:
        total += _change_by(table, [pieces[piece.token]], "mod", piece, stat)
    if REALM_SCOPE in pieces.tokens_by_effect:
        total += _change_by(table, pieces.with_effect(REALM_SCOPE), REALM_SCOPE, piece, stat)
    if table.fight is not None:
        total += _change_by(table, cards_changing_one_side(table), SIDE_SCOPE, piece, stat)
    return total


def _change_by(table: ImajicaTable, sources: Iterable[Piece], index_key: str, piece: Piece, stat: str) -> int:
    """Return by how much the effects of `sources` with this `index_key` change the value `stat` of a card, in
    total.
    """
    return sum([
        effect.number
        for source in sources
        for effect in source.card.continuous_by_index_key.get(index_key, ())
        if effect.stat == stat
        and does_effect_apply(table, source, effect, piece)
        and _is_in_force(table, source, effect)
        and not is_immune(table, piece, source.card)
    ])  # fmt: skip


def current_value(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """Return the current "magic", "strength", "prime" or "resistance" of a card, at least 0 (IJ-CARD-5)."""
    total: int = getattr(piece.card, stat)
    if stat == "strength" and table.fight is not None:
        total += _versus_strength(table, piece)
    if not has_unchanged_values(table, piece):
        total += total_value_change(table, piece, stat)
    return total if total > 0 else 0


def currently_matching(
    table: ImajicaTable, selector: Selector, pieces: Iterable[Piece], seat: int, acting_token: str = ""
) -> list[Piece]:
    """Return the cards among `pieces` that match a selector with their current values and affiliations."""
    return matching_pieces(
        table, selector, pieces, seat, acting_token, value_of=current_value, affiliations_of=affiliations
    )


def _traits(table: ImajicaTable, piece: Piece, verb: str) -> Iterator[Effect]:
    kind = "traits" if verb in ("versus", "allies_for", "hold_alone") else "powers"
    if kind not in lost_abilities(table, piece):
        yield from (effect for effect in piece.card.continuous_effects if effect.verb == verb)


def has_name_or_affiliation(table: ImajicaTable, piece: Piece, name: str) -> bool:
    """Return whether a character has this name or affiliation."""
    return piece.card.id == name or has_affiliation(table, piece, name)


def _versus_strength(table: ImajicaTable, piece: Piece) -> int:
    """Return the Strength that “versus X” adds against the other side of the challenge (IJ-POWER-4)."""
    fight = table.fight
    if "versus" not in piece.card.index_keys or fight is None or fight.kind != "challenge":
        return 0
    others = fight.opposing_side(piece.token)
    return sum(
        effect.number
        for effect in _traits(table, piece, "versus")
        if any(has_name_or_affiliation(table, table.pieces[token], effect.word("name")) for token in others)
    )


def survivable_damage(table: ImajicaTable, piece: Piece) -> int:
    """Return the largest damage that a character survives: its Strength (IJ-CHAL-9)."""
    return (
        piece.card.strength if table.variant.death == "printed" else current_value(table, piece, "strength")
    )


def deadly_damage(table: ImajicaTable, piece: Piece) -> int:
    """Return the smallest further damage that kills a character (IJ-CHAL-9)."""
    return max(1, survivable_damage(table, piece) + 1 - piece.damage)


def dying_characters(table: ImajicaTable) -> list[Piece]:
    """Return the characters that die of their damage if nothing changes (IJ-CHAL-9)."""
    return [piece for piece in table.characters() if piece.damage > survivable_damage(table, piece)]


def influence(table: ImajicaTable, piece: Piece, site: Piece) -> int:
    """Return the influence of a character at a Site: Magic and bonuses (IJ-SEIZE-4, IJ-HOLD-2)."""
    total = piece.card.magic
    if not has_unchanged_values(table, piece):
        total = current_value(table, piece, "magic") + total_value_change(table, piece, "influence")
    if "versus_site" in piece.card.index_keys:
        for effect in _traits(table, piece, "versus_site"):
            place = effect.word("place")
            if place == site.card.id or place in [
                f"dominion={number}" for number in site.card.home_dominions
            ]:
                total += effect.number
    return total if total > 0 else 0


def can_hold_alone(table: ImajicaTable, holder: Piece, site: Piece) -> bool:
    """Return whether a Holder can hold a Site alone whatever its Resistance (IJ-HOLD-2)."""
    if has_power_of(table, holder, "maestro"):
        return True
    return "hold_alone" in holder.card.index_keys and site.card.id in [
        effect.word("name") for effect in _traits(table, holder, "hold_alone")
    ]


def total_influence(table: ImajicaTable, tokens: Iterable[str], site: Piece) -> int:
    """Return the total influence of these characters at a Site."""
    return sum(influence(table, table.pieces[token], site) for token in tokens)


def missing_influence(table: ImajicaTable, site: Piece) -> int:
    """Return the influence that the Holders of a Site lack, 0 if they have enough (IJ-HOLD-3)."""
    holders = table.holders(site.token)
    if any(can_hold_alone(table, holder, site) for holder in holders):
        return 0
    held = sum(influence(table, holder, site) for holder in holders)
    return max(0, current_value(table, site, "resistance") - held)


def barring_card(table: ImajicaTable, piece: Piece, deed: str) -> Card | None:
    """Return the permanent card that forbids a character an action such as "seize", or None (IJ-TIME-6)."""
    for laid in table.permanents_on(piece.token) if piece.token in table.pieces.tokens_by_host else ():
        for effect in laid.card.effects:
            if (
                effect.verb == "bar"
                and effect.word("deed") == deed
                and not is_immune(table, piece, laid.card)
            ):
                return laid.card
    return None


def broken_barring_rule(table: ImajicaTable, piece: Piece, deed: str) -> BrokenRule | None:
    """Return the rule by which a permanent card forbids a character an action, or None (IJ-TIME-6)."""
    other = barring_card(table, piece, deed)
    return ("IJ-TIME-6", "barred", {"card": piece, "other": other}) if other else None


def broken_readiness_rule(piece: Piece, *, pivoted_too: bool = False) -> BrokenRule | None:
    """Return the rule that stops a character from acting because it is not active, or is pivoted; None if it
    is ready.

    With `pivoted_too` a pivoted character may act (IJ-HOLD-1, IJ-ALLY-6, IJ-PIV-1).
    """
    if piece.area != "active":
        return "IJ-HOLD-1" if piece.is_holder else "IJ-ALLY-6", "not_active", {"card": piece}
    if piece.pivoted and not pivoted_too:
        return "IJ-PIV-1", "pivoted", {"card": piece}
    return None


def prime_limit(table: ImajicaTable, seat: int) -> int:
    """Return the Prime that an Autarch may spend on alliances in a turn (IJ-ALLY-2)."""
    return table.variant.prime_limit + sum(number for _, number in prime_limit_changes(table, seat))


def prime_limit_changes(table: ImajicaTable, seat: int) -> list[tuple[Piece, int]]:
    """Return the cards that change an Autarch's Prime limit, each with the amount."""
    return [
        (source, effect.number)
        for source, effect in continuous_effects(table, "prime_limit")
        if effect.word("all") or source.controller == seat
    ]


def calling_prime(table: ImajicaTable, seat: int, card: Card) -> int:
    """Return the Prime for calling a character, after discounts “allies for −N” (IJ-POWER-4).

    A discount counts once, and the Prime is at least 0.
    """
    total = card.prime
    for effect in card.continuous_effects:
        if effect.verb == "allies_for" and discount_helper(table, seat, effect.word("condition")):
            total += effect.number
    return max(0, total)


def discount_helper(table: ImajicaTable, seat: int, condition: str) -> Piece | None:
    """Return a seat's character of the sex or affiliation that a discount requires, or None (IJ-POWER-4)."""
    for piece in table.characters(seat):
        if condition in ("female", "male"):
            if piece.card.sex in (condition[0], "both"):
                return piece
        elif has_affiliation(table, piece, condition):
            return piece
    return None


WINNING_DOMINIONS_BY_FORM = {"five": 5, "three": 3}
"""Number of Dominions that win, by form of the game."""


def covered_dominions(homes: Iterable[Iterable[int]], victory: str) -> tuple[int, ...]:
    """Return the Dominions covered by Sites, given the home Dominions of each Site: as many as possible,
    preferring low numbers.

    In the shorter game (`victory` "three") each Site covers only one (IJ-SHORT-1).

    >>> covered_dominions([(1, 5), (1,)], "three"), covered_dominions([(1, 5)], "three")
    ((1, 5), (1,))
    >>> covered_dominions([(1, 5)], "five")
    (1, 5)
    """
    if victory == "five":
        return tuple(sorted({dominion for home in homes for dominion in home}))
    return _counted_once(tuple(sorted(map(tuple, homes))))


@cache
def _counted_once(homes: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    covered: set[frozenset[int]] = {frozenset()}
    for home in homes:
        covered |= {done | {dominion} for done in covered for dominion in home}
    return min((tuple(sorted(done)) for done in covered), key=lambda done: (-len(done), done))


def dominion_count_to_win(table: ImajicaTable) -> int:
    """Return the number of Dominions needed to win (IJ-REC-2, IJ-SHORT-1)."""
    return WINNING_DOMINIONS_BY_FORM[table.variant.victory]


def scored_dominions(table: ImajicaTable, seat: int, *, pivoted_too: bool = False) -> tuple[int, ...]:
    """Return the Dominions that count for an Autarch's victory: those its unpivoted Sites cover (IJ-REC-2,
    IJ-SHORT-1).

    With `pivoted_too`, pivoted Sites count as well.
    """
    homes = [
        site.card.home_dominions
        for site in table.circle_or_held_sites(seat)
        if pivoted_too or not site.pivoted
    ]
    return covered_dominions(homes, table.variant.victory)


def dominion_counts_now_and_with_home(table: ImajicaTable, seat: int, home: Iterable[int]) -> tuple[int, int]:
    """Return how many Dominions an Autarch covers now, and with one more Site of these home Dominions."""
    homes = [site.card.home_dominions for site in table.circle_or_held_sites(seat)]
    victory = table.variant.victory
    return len(covered_dominions(homes, victory)), len(covered_dominions([*homes, home], victory))


def new_dominions(table: ImajicaTable, seat: int, home: Iterable[int]) -> set[int]:
    """Return the Dominions in `home`, a Site's home Dominions, that would add to those that an Autarch
    covers.
    """
    counts = {dominion: dominion_counts_now_and_with_home(table, seat, [dominion]) for dominion in home}
    return {dominion for dominion, (had, count) in counts.items() if count > had}


def controlled_dominions(table: ImajicaTable, seat: int, *, unpivoted_only: bool = False) -> set[int]:
    """Return the Dominions of the Sites that an Autarch controls."""
    sites = [site for site in table.circle_or_held_sites(seat) if not (unpivoted_only and site.pivoted)]
    return {dominion for site in sites for dominion in site.card.home_dominions}
