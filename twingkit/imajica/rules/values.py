"""Values now: what every card in play counts, which affiliations and powers it has (IJ-CARD-5, IJ-POWER)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.effects import SIDED, Effect
from twingkit.imajica.box.selector import Selector
from twingkit.imajica.rules.matches import is_concerned, matches_selector
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable

GAINED, LOST = ("gain", ""), ("lose", "")
"""The effects of permanents by which a character has something else than printed."""


def notes(piece: Piece, kind: str) -> list[str]:
    """The words of a piece's notes of a kind."""
    return [note.word for note in piece.notes if note.kind == kind] if piece.notes else []


def words_of_permanents(table: ImajicaTable, piece: Piece, verb: str) -> list[str]:
    """The words that permanents on a character say with `gain` or `lose`."""
    laid = table.pieces.standing.get((verb, ""))
    if not laid:
        return []
    on = [other.card for other in laid.values() if other.host == piece.token and other.area == "on"]
    return [effect.words[0] for card in on for effect in card.continuous_effects if effect.verb == verb]


def is_as_printed(table: ImajicaTable, piece: Piece) -> bool:
    """True if a character has nothing but what its card says: no affiliation, power or trait more or less."""
    if piece.notes:
        return False
    lying = table.pieces.standing
    for laid in (lying.get(GAINED), lying.get(LOST)):
        if laid and piece.token in [other.host for other in laid.values()]:
            return False
    return True


def lost_abilities(table: ImajicaTable, piece: Piece) -> set[str]:
    """The things that a character has lost: "powers", "traits", affiliations."""
    return {*notes(piece, "lose"), *words_of_permanents(table, piece, "lose")}


def affiliations(table: ImajicaTable, piece: Piece) -> set[str]:
    """The affiliations of a character now; they are traits, and are lost with them (IJ-POWER-3)."""
    own = {*piece.card.affiliations, *notes(piece, "gain"), *words_of_permanents(table, piece, "gain")}
    gone = lost_abilities(table, piece) if own else own
    return set() if "traits" in gone else own - gone


def has_affiliation(table: ImajicaTable, piece: Piece, affiliation: str) -> bool:
    """True if a character has an affiliation now: one of `affiliations`, without asking for all."""
    printed = affiliation in piece.card.affiliations
    if is_as_printed(table, piece):
        return printed
    own = (
        printed
        or affiliation in notes(piece, "gain")
        or affiliation in words_of_permanents(table, piece, "gain")
    )
    return own and not {"traits", affiliation} & lost_abilities(table, piece)


def has_power_of(table: ImajicaTable, piece: Piece, affiliation: str) -> bool:
    """True if a character has the power of an affiliation now (IJ-POWER-3)."""
    printed = affiliation in piece.card.affiliations
    if not (printed or piece.notes or table.pieces.standing.get(GAINED)):
        return False
    if is_as_printed(table, piece):
        return printed
    return has_affiliation(table, piece, affiliation) and "powers" not in lost_abilities(table, piece)


def ready_with_power(table: ImajicaTable, seat: int, affiliation: str) -> list[Piece]:
    """The active, unpivoted characters of an Autarch with the power of an affiliation now (IJ-POWER-3)."""
    gained = table.pieces.standing.get(GAINED)
    return [
        piece
        for piece in table.pieces.characters.values()
        if piece.controller == seat
        and piece.area == "active"
        and not piece.pivoted
        and (gained or piece.notes or affiliation in piece.card.affiliations)  # else without a call
        and has_power_of(table, piece, affiliation)
    ]


def is_unaffected(table: ImajicaTable, piece: Piece, card: Card) -> bool:
    """True if a card leaves a character alone (IJ-AFF-3, 7, “immune to”)."""
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
    if "immune" not in piece.card.continuous_verbs:
        return False
    own = [effect.word("against") for effect in piece.card.continuous_effects if effect.verb == "immune"]
    if "powers" in lost_abilities(table, piece):
        return False
    return card.kind in own or ("emotion" in own and card.has_emotion_title)


def continuous_effects(table: ImajicaTable, verb: str) -> Iterator[tuple[Piece, Effect]]:
    """Yield every effect of a verb that acts as long as its card lies in play (IJ-POWER-2)."""
    for piece in table.pieces.standing.get((verb, ""), {}).values():
        for effect in piece.card.continuous_by_key[verb, ""]:
            if is_in_force(table, piece, effect):
                yield piece, effect


def is_in_force(table: ImajicaTable, piece: Piece, effect: Effect) -> bool:
    """True if an effect without an icon acts now.

    It does not on a Path before it was read, nor if it was lost, nor on a Site of the Circle but for the
    sides of a seizure (IJ-POWER-2, 3).
    """
    if piece.area == "path":
        return piece.known and piece.card.lasting
    if piece.is_character:
        return ("traits" if effect.is_trait else "powers") not in lost_abilities(table, piece)
    return piece.area != "circle" or not piece.is_site or effect.selector.base in ("seizers", "contesters")


def total_change(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """The sum of all changes of a value; those of permanent Paths add up, too (IJ-POWER-2)."""
    total = 0
    if piece.notes:
        total = sum([note.number for note in piece.notes if note.kind == stat])
    standing, fight = table.pieces.standing, table.fight
    for kind in ("mod", SIDED) if fight is not None and fight.kind == "seizure" else ("mod",):
        sources = standing.get((kind, stat))
        if not sources:
            continue
        for source in sources.values():
            for effect in source.card.continuous_by_key[kind, stat]:
                if (
                    not is_concerned(table, source, effect, piece)
                    or not is_in_force(table, source, effect)
                    or is_unaffected(table, piece, source.card)
                ):
                    continue
                total += effect.number
    return total


def value(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """A value of a card now: "magic", "strength", "prime" or "resistance"; at least 0 (IJ-CARD-5)."""
    total: int = getattr(piece.card, stat)
    if table.fight is not None and stat == "strength":
        total += versus(table, piece)
    total += total_change(table, piece, stat)
    return total if total > 0 else 0


def currently_matches(table: ImajicaTable, who: Selector, piece: Piece, seat: int, acting: str = "") -> bool:
    """True if a card passes all filters of `who` now, by its values and affiliations of this moment."""
    return matches_selector(table, who, piece, seat, acting, figure=value, kinds=affiliations)


def _traits(table: ImajicaTable, piece: Piece, verb: str) -> Iterator[Effect]:
    kind = "traits" if verb in ("versus", "allies_for", "hold_alone") else "powers"
    if kind not in lost_abilities(table, piece):
        yield from (effect for effect in piece.card.continuous_effects if effect.verb == verb)


def has_name(table: ImajicaTable, piece: Piece, name: str) -> bool:
    """True if a name or an affiliation is that of a character."""
    return piece.card.id == name or has_affiliation(table, piece, name)


def versus(table: ImajicaTable, piece: Piece) -> int:
    """The Strength that a character has against the other side of the challenge under way (IJ-POWER-4)."""
    fight = table.fight
    if "versus" not in piece.card.continuous_verbs or fight is None or fight.kind != "challenge":
        return 0
    others = fight.opposite(piece.token)
    return sum(
        effect.number
        for effect in _traits(table, piece, "versus")
        if any(has_name(table, table.pieces[token], effect.word("name")) for token in others)
    )


def survivable_damage(table: ImajicaTable, piece: Piece) -> int:
    """The largest damage that a character lives with: its Strength (IJ-CHAL-9)."""
    return piece.card.strength if table.variant.death == "printed" else value(table, piece, "strength")


def influence(table: ImajicaTable, piece: Piece, site: Piece) -> int:
    """The influence of a character at a Site: Magic and bonuses (IJ-SEIZE-4, IJ-HOLD-2)."""
    total = value(table, piece, "magic") + total_change(table, piece, "influence")
    if "versus_site" in piece.card.continuous_verbs:
        for effect in _traits(table, piece, "versus_site"):
            place = effect.word("place")
            if place == site.card.id or place in [f"dominion={number}" for number in site.card.home]:
                total += effect.number
    return total if total > 0 else 0


def suffices_alone(table: ImajicaTable, holder: Piece, site: Piece) -> bool:
    """True if a Holder suffices for a Site whatever its Resistance (IJ-HOLD-2)."""
    if has_power_of(table, holder, "maestro"):
        return True
    return "hold_alone" in holder.card.continuous_verbs and site.card.id in [
        effect.word("name") for effect in _traits(table, holder, "hold_alone")
    ]


def find_keeper(table: ImajicaTable, site: Piece) -> Piece | None:
    """A Holder who suffices: a Maestro, or one who may hold the Site alone (IJ-HOLD-2); None if none does."""
    return next((holder for holder in table.holders(site.token) if suffices_alone(table, holder, site)), None)


def holders_influence(table: ImajicaTable, site: Piece) -> int:
    """The influence of a Site's Holders."""
    return sum(influence(table, holder, site) for holder in table.holders(site.token))


def missing_influence(table: ImajicaTable, site: Piece) -> int:
    """The influence that the Holders of a Site lack now, 0 if they have enough (IJ-HOLD-3)."""
    if find_keeper(table, site) is not None:
        return 0
    return max(0, value(table, site, "resistance") - holders_influence(table, site))


def barring_card(table: ImajicaTable, piece: Piece, deed: str) -> Card | None:
    """The permanent card that forbids a character a deed; None if none does (IJ-TIME-6)."""
    for laid in table.permanents_on(piece.token):
        for effect in laid.card.effects:
            if (
                effect.verb == "bar"
                and effect.word("deed") == deed
                and not is_unaffected(table, piece, laid.card)
            ):
                return laid.card
    return None


def broken_bar_rule(table: ImajicaTable, piece: Piece, deed: str) -> BrokenRule | None:
    """The rule by which a permanent card keeps a character from a deed; None if none does (IJ-TIME-6)."""
    other = barring_card(table, piece, deed)
    return ("IJ-TIME-6", "barred", {"card": piece, "other": other}) if other else None


def broken_readiness_rule(piece: Piece, *, pivoted_too: bool = False) -> BrokenRule | None:
    """The rule that keeps a character from acting because it is not active or, unless `pivoted_too`, pivoted
    (IJ-HOLD-1, IJ-ALLY-6, IJ-PIV-1)."""
    if piece.area != "active":
        return "IJ-HOLD-1" if piece.is_holder else "IJ-ALLY-6", "not_active", {"card": piece}
    if piece.pivoted and not pivoted_too:
        return "IJ-PIV-1", "pivoted", {"card": piece}
    return None


def prime_limit(table: ImajicaTable, seat: int) -> int:
    """The Prime that alliances of a turn may take (IJ-ALLY-2)."""
    return table.variant.prime_limit + sum(number for _, number in limit_changes(table, seat))


def limit_changes(table: ImajicaTable, seat: int) -> list[tuple[Piece, int]]:
    """The cards that change the Prime of an Autarch's turn, each with its number."""
    return [
        (source, effect.number)
        for source, effect in continuous_effects(table, "prime_limit")
        if effect.word("all") or source.controller == seat
    ]


def calling_prime(table: ImajicaTable, seat: int, card: Card) -> int:
    """The Prime of a character as it is brought in, with “allies for −N” (IJ-POWER-4).

    A discount counts once, and the Prime is at least 0.
    """
    total = card.prime
    for effect in card.continuous_effects:
        wanted = effect.word("condition")
        if effect.verb == "allies_for" and any(
            _fits(table, piece, wanted) for piece in table.characters(seat)
        ):
            total += effect.number
    return max(0, total)


def _fits(table: ImajicaTable, piece: Piece, wanted: str) -> bool:
    if wanted in ("female", "male"):
        return piece.card.sex in (wanted[0], "both")
    return has_affiliation(table, piece, wanted)


GOALS = {"five": 5, "three": 3}
"""The number of Dominions that win, by the form of the game."""


def dominions_counted(homes: Iterable[Iterable[int]], victory: str) -> tuple[int, ...]:
    """The Dominions for which Sites of these homes count, as many as can be, of equally many the lowest.

    In the shorter game (`victory` "three") each Site counts for one only (IJ-SHORT-1).

    >>> dominions_counted([(1, 5), (1,)], "three"), dominions_counted([(1, 5)], "three"), dominions_counted([(1, 5)], "five")
    ((1, 5), (1,), (1, 5))
    """
    if victory == "five":
        return tuple(sorted({dominion for home in homes for dominion in home}))
    return _counted_once(tuple(sorted(map(tuple, homes))))


@cache
def _counted_once(homes: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The Dominions for which Sites of these homes count where each counts for one only (IJ-SHORT-1)."""
    covered: set[frozenset[int]] = {frozenset()}
    for home in homes:
        covered |= {done | {dominion} for done in covered for dominion in home}
    return min((tuple(sorted(done)) for done in covered), key=lambda done: (-len(done), done))


def dominions_to_win(table: ImajicaTable) -> int:
    """The number of Dominions that win (IJ-REC-2, IJ-SHORT-1)."""
    return GOALS[table.variant.victory]


def counted_dominions(table: ImajicaTable, seat: int, *, pivoted: bool = False) -> tuple[int, ...]:
    """The Dominions for which an Autarch's unpivoted Sites count (IJ-REC-2, IJ-SHORT-1); with `pivoted` those
    for which all its Sites would count."""
    homes = [site.card.home for site in table.sites(seat) if pivoted or not site.pivoted]
    return dominions_counted(homes, table.variant.victory)


def new_dominions(table: ImajicaTable, seat: int, home: Iterable[int]) -> set[int]:
    """The Dominions of a `home` for which a Site would count beside those that an Autarch controls."""
    had = [site.card.home for site in table.sites(seat)]
    count = len(dominions_counted(had, table.variant.victory))
    return {
        dominion
        for dominion in home
        if len(dominions_counted([*had, (dominion,)], table.variant.victory)) > count
    }


def dominions(table: ImajicaTable, seat: int, *, unpivoted: bool = False) -> set[int]:
    """The Dominions of the Sites that an Autarch controls."""
    sites = [site for site in table.sites(seat) if not (unpivoted and site.pivoted)]
    return {dominion for site in sites for dominion in site.card.home}
