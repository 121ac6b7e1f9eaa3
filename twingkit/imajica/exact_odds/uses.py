"""How cards and powers can be used against an action, as changes of the fight.

The verbs that can stop a seizure or challenge are `pivot`, `move`, `damage`, `discard`, `unpivot`, `mod` (of
Magic, Strength, influence or the Site's Resistance), `lose` and `save`. Other effects, such as drawing, are
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import attrs

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.effects import ICONS, Effect
from twingkit.imajica.box.selector import Selector
from twingkit.imajica.exact_odds.announced_deed import AnnouncedDeed
from twingkit.imajica.exact_odds.contributions import contribution_of
from twingkit.imajica.rules.acts import ARTIST_EFFECT
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import (
    barring_card,
    currently_matches,
    has_power_of,
    is_unaffected,
    lost_abilities,
    value,
)

MANEUVER_KIND = {"seize": "influence", "challenge": "combat"}
"""Kind of maneuver for each action."""

STAT = {"seize": "magic", "challenge": "strength"}
"""Value that counts in each action."""


@attrs.frozen
class UseEffect:
    """One change of a fight.

    `kind` is "out", "forward", "unpivot", "mod", "lose" or "save"; `token` the character, `number` the
    amount, `word` what is lost. `max_value` is the highest value the target may have (−1 for any).
    `immune_to` is a card that has no effect on the target unless the protection is lost. `by` is the player
    of the card if that is the changed character.
    """

    kind: str
    token: str
    number: int = 0
    word: str = ""
    max_value: int = -1
    immune_to: str = ""
    by: str = ""


@attrs.frozen
class Use:
    """One card in hand, or one power on the table, with all options for using it.

    `name` is the card's id, or the token whose power it is (if `power`). `formal` is true for a maneuver.
    `source` is the token pivoted for a power ("" for none).
    """

    name: str
    power: bool
    formal: bool
    source: str
    options: tuple[tuple[UseEffect, ...], ...]


@attrs.frozen(eq=False)
class Side:
    """The side of one rival.

    `able` can be named now, `later` after coming forward, being unpivoted, or both.
    """

    deed: AnnouncedDeed
    rival: int
    table: ImajicaTable
    able: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def target(self) -> str:
        """The challenged character; "" in a seizure."""
        return self.deed.focus if self.deed.word == "challenge" else ""

    @property
    def own(self) -> tuple[str, ...]:
        """All characters who could take part on this side, including the target."""
        return (*([self.target] if self.target else []), *self.able, *self.later)


def side_of(deed: AnnouncedDeed, rival: int) -> Side:
    """Return the side of a rival, with a table on which all possible participants are active."""
    before = deed.table
    word = "contest" if deed.word == "seize" else "defend"
    able: list[str] = []
    later: list[str] = []
    for piece in before.characters(rival):
        if piece.is_holder or barring_card(before, piece, word) or piece.token == deed.focus:
            continue
        ready = piece.area == "active" and (
            not piece.pivoted or (word == "defend" and has_power_of(before, piece, "aphrodyte"))
        )
        (able if ready else later).append(piece.token)
    target = [deed.focus] if deed.word == "challenge" else []
    table = deed.against(rival, [*target, *able, *later])
    for token in later:
        table.pieces[token].area = "active"
    return Side(deed, rival, table, tuple(able), tuple(later))


# -- cards


def card_use(side: Side, card: Card) -> Use | None:
    """Return the options of a card in the rival's hand, or None if it cannot help."""
    formal = card.kind == MANEUVER_KIND[side.deed.word]
    if not formal and card.kind != "flash":
        return None
    options = set(_options(side, card, card.effects, formal, ""))
    return Use(card.id, False, formal, "", tuple(sorted(options, key=str))) if options else None


def power_uses(side: Side) -> Iterator[Use]:
    """Yield the rival's helpful powers on the table: of Sites, of characters and of Artists.

    Powers of characters who are pivoted or in the reserve are included; `StopCheck.apply_use` checks whether
    they are available by then.
    """
    table, moment = side.deed.table, MANEUVER_KIND[side.deed.word]
    for piece in table.pieces.values():
        if piece.controller != side.rival or "powers" in lost_abilities(table, piece):
            continue
        site = piece.is_site and piece.area == "state" and not piece.pivoted
        if not (site or piece.ready or piece.token in side.own):
            continue
        powers = [(effects, ICONS[effects[0].icon]) for effects in piece.card.powers]
        if table.variant.artist == "window" and has_power_of(table, piece, "artist"):
            powers.append(((ARTIST_EFFECT,), "flash"))
        for effects, kind in powers:
            if kind not in ("flash", moment) or (kind == moment and piece.token not in side.own):
                continue
            options = set(_options(side, piece.card, effects, kind == moment, piece.token))
            if options:
                source = "" if piece.is_site else piece.token
                yield Use(piece.token, True, kind == moment, source, tuple(sorted(options, key=str)))


def _options(
    side: Side, card: Card, effects: Iterable[Effect], formal: bool, power: str
) -> Iterator[tuple[UseEffect, ...]]:
    """Yield the sets of changes that a card or power can make, for each target and acting character."""
    effects = [effect for effect in effects if effect.verb in _READ]
    actors = [power] if power else [""]
    if formal and not power and any(effect.selector.base in ("acting", "self") for effect in effects):
        actors = list(side.own)
    for actor in actors:
        slots = [
            list(_aims(side, card, effect, actor, formal, by="" if power else actor)) for effect in effects
        ]
        for chosen in product(*slots):
            changes = tuple(change for part in chosen for change in part)
            if changes:
                yield changes


def _aims(
    side: Side, card: Card, effect: Effect, actor: str, formal: bool, by: str
) -> Iterator[tuple[UseEffect, ...]]:
    """Yield the changes that one effect can make, an empty set if it does not help."""
    base, table = effect.selector.base, side.table
    if base in ("target", "acting", "self"):
        tokens = [[token] for token in table.pieces] if base == "target" else [[actor]] if actor else []
    else:
        sides = {"seizers": side.deed.actors, "contesters": side.able, "mine": side.own}
        sides["involved"] = (*side.deed.actors, *side.able)
        sides["the-site"] = (side.deed.focus,)
        tokens = [list(sides.get(base, ()))]
    helps = False
    for group in tokens:
        pieces = [table.pieces[token] for token in group]
        if base == "target" and not _can_aim(side, effect.selector, pieces[0], actor, formal):
            continue
        changes = [change for piece in pieces for change in _changes(side, card, effect, piece, formal)]
        if changes:
            helps = True
            yield tuple(attrs.evolve(change, by=by) for change in changes) if by else tuple(changes)
    if not helps:
        yield ()


def _can_aim(side: Side, who: Selector, piece: Piece, actor: str, formal: bool) -> bool:
    """Return whether an effect may target a character, ignoring values (checked when it is used)."""
    if not piece.is_character or (formal and piece.token not in (*side.deed.actors, *side.own)):
        return False
    stat = STAT[side.deed.word]
    filters = tuple(word for word in who.filters if not word.startswith(f"{stat}<="))
    table = side.table if formal or piece.token not in side.later else side.deed.table
    now = table.pieces[piece.token]
    return currently_matches(table, Selector(who.base, filters), now, side.rival, actor)


def _changes(side: Side, card: Card, effect: Effect, piece: Piece, formal: bool) -> Iterator[UseEffect]:
    """Yield the change an effect makes to one character, if it helps this rival."""
    changes = _changes_of(side, effect, piece, formal)
    if is_unaffected(side.table, piece, card):
        changes = (attrs.evolve(change, immune_to=card.id) for change in changes)
    yield from changes


def _changes_of(side: Side, effect: Effect, piece: Piece, formal: bool) -> Iterator[UseEffect]:
    """Yield the change an effect makes to a character without protection."""
    deed, verb, token = side.deed, effect.verb, piece.token
    mine, theirs = token in side.own, token in deed.actors
    most = _limit(side, effect)
    if verb in ("pivot", "move", "discard", "damage") and theirs:
        if _takes_out(side, effect, piece, formal):
            yield UseEffect("out", token, max_value=most)
    elif verb == "unpivot" and mine:
        yield UseEffect("unpivot", token, max_value=most)
    elif verb == "move" and mine and effect.word("area") == "active" and token in side.later:
        if barring_card(deed.table, deed.table.pieces[token], "advance") is None:
            yield UseEffect("forward", token, max_value=most)
    elif verb == "mod":
        stat = effect.word("stat")
        counted = (STAT[deed.word],) if deed.word == "challenge" else ("magic", "influence")
        if stat == "resistance" and token == deed.focus and effect.number > 0 and not formal:
            yield UseEffect("mod", token, effect.number, stat)
        if stat in counted and (mine if effect.number > 0 else theirs):
            yield UseEffect("mod", token, effect.number, stat, max_value=most)
    elif verb == "lose" and (theirs or (mine and _is_versus_target(side, token))):
        yield UseEffect("lose", token, word=effect.word("lost"), max_value=most)
    elif verb == "save" and mine and deed.word == "challenge":
        yield UseEffect("save", token, max_value=most)


def _is_versus_target(side: Side, token: str) -> bool:
    """Return whether an acting character has a “versus” bonus against this one."""
    fighters = [side.table.pieces[actor] for actor in side.deed.actors] if side.target else []
    return any(
        token in called
        for actor in fighters
        for _, called in contribution_of(side.deed, side.table, actor).against
    )


def _takes_out(side: Side, effect: Effect, piece: Piece, formal: bool) -> bool:
    """Return whether an effect can take a character out of the fight (IJ-DMG-1)."""
    if effect.verb == "damage":  # in the formal part of a challenge damage only adds up
        if side.target:
            return not formal
        return effect.number > value(side.table, piece, "strength")
    return effect.verb != "move" or effect.word("area") != "active"


def _limit(side: Side, effect: Effect) -> int:
    """Return the highest value the target may have, −1 for any. Damage kills a lower Strength."""
    limits = [word.partition("<=") for word in effect.selector.filters]
    named = [int(number) for name, sign, number in limits if sign and name == STAT[side.deed.word]]
    kills = [effect.number - 1] if effect.verb == "damage" and side.target else []
    return min([*named, *kills], default=-1)


_READ = ("pivot", "unpivot", "move", "discard", "damage", "mod", "lose", "save")
