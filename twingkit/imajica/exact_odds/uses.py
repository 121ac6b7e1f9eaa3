"""The contributions of characters to a fight, and its changes by cards and powers against an action.

The verbs that can stop a seizure or challenge are `pivot`, `move`, `damage`, `discard`, `unpivot`, `mod` (of
Magic, Strength, influence or the Site's Resistance), `lose` and `save`. Other effects, such as drawing, are
left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import product

import attrs

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.effects import CARD_KIND_BY_ICON, Effect
from twingkit.imajica.box.selector import Selector
from twingkit.imajica.exact_odds.announced_deed import AnnouncedFight
from twingkit.imajica.rules import values
from twingkit.imajica.rules.acts import ARTIST_EFFECT
from twingkit.imajica.rules.pieces import Piece, TemporaryChange
from twingkit.imajica.rules.table import ImajicaTable

VersusBonuses = tuple[tuple[int, frozenset[str]], ...]
"""Bonuses, each with the opposing characters of whom one must take part for it to count."""

_UNBOUNDED_CHANGE = 100
"""A change large enough that the minimum of 0 never applies."""


@attrs.frozen
class CharacterContribution:
    """One character's contribution to the total of its side.

    `raw_value` is the value with all changes. `versus_bonuses` are bonuses that count if one of the given
    characters is on the other side (“versus X”). The value is at least 0; `bonus` is added after that.

    >>> irish = CharacterContribution("irish", 2, -1)
    >>> irish.points_for_side(-3), irish.points_for_side()
    (0, 1)
    >>> CharacterContribution("celestine", 4, 0, ((4, frozenset({"dowd"})),)).value(-6, ["dowd", "irish"])
    2
    """

    token: str
    raw_value: int
    bonus: int
    versus_bonuses: VersusBonuses = ()

    def versus_bonus(self, other_side: Collection[str]) -> int:
        """Return the total “versus” bonus that counts against the characters `other_side`."""
        return sum(number for number, called in self.versus_bonuses if not called.isdisjoint(other_side))

    def value(self, change: int = 0, other_side: Collection[str] = ()) -> int:
        """Return the character's value after a further change, against `other_side`."""
        return max(0, self.raw_value + change + self.versus_bonus(other_side))

    def points_for_side(self, change: int = 0, other_side: Collection[str] = ()) -> int:
        """Return the points added to the side's total after a further change, against `other_side`."""
        return max(0, self.value(change, other_side) + self.bonus)


@contextmanager
def without_abilities(table: ImajicaTable, lost: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Treat these abilities ("powers", "traits" or an affiliation) as lost inside the block."""
    kept = {token: table.pieces[token].temporary_changes for token, _ in lost}
    for token, word in sorted(lost):
        piece = table.pieces[token]
        piece.temporary_changes = (*piece.temporary_changes, TemporaryChange("lose", 0, word, "round"))
    try:
        yield
    finally:
        for token, notes in kept.items():
            table.pieces[token].temporary_changes = notes


def fight_contribution(deed: AnnouncedFight, table: ImajicaTable, piece: Piece) -> CharacterContribution:
    """Return what a character contributes to its side's total in a seizure or challenge, on a table where
    that is set up.
    """
    if deed.is_seizure:
        kept = piece.temporary_changes
        raw = piece.card.magic + values.total_value_change(table, piece, "magic")
        piece.temporary_changes = (*kept, TemporaryChange("magic", _UNBOUNDED_CHANGE, "", "round"))
        bonus = values.influence(table, piece, table.pieces[deed.target_token]) - raw - _UNBOUNDED_CHANGE
        piece.temporary_changes = kept
        return CharacterContribution(piece.token, raw, bonus)
    raw = piece.card.strength + values.total_value_change(table, piece, "strength")
    return CharacterContribution(piece.token, raw, 0, _versus(table, piece))


def _versus(table: ImajicaTable, piece: Piece) -> VersusBonuses:
    if "traits" in values.lost_abilities(table, piece):
        return ()
    return tuple(
        (
            effect.number,
            frozenset(
                other.token
                for other in table.characters()
                if other.controller != piece.controller
                and values.has_name_or_affiliation(table, other, effect.word("name"))
            ),
        )
        for effect in piece.card.continuous_effects
        if effect.verb == "versus"
    )


_MANEUVER_KIND_BY_ACTION = {"seize": "influence", "challenge": "combat"}

STAT_BY_ACTION = {"seize": "magic", "challenge": "strength"}
"""Value of characters that counts in each action."""


@attrs.frozen
class FightChange:
    """One change in a fight that the use of a card or power makes, such as a changed value.

    `kind` is "out", "forward", "unpivot", "mod", "lose" or "save"; `token` the character, `number` the
    amount, `stat_or_ability` the loss. `max_value` is the highest value the target may have (−1 for any).
    `immune_to` is a card that has no effect on the target unless the protection is lost. `user_token` is the
    player of the card if that is the changed character.
    """

    kind: str
    token: str
    number: int = 0
    stat_or_ability: str = ""
    max_value: int = -1
    immune_to: str = ""
    user_token: str = ""


@attrs.frozen
class CardOrPowerUse:
    """A rival's card in hand or power on the table, with all options for using it against an action.

    `name` is the card's id, or the token whose power it is (if `is_power`). `is_maneuver` is true for a
    maneuver. `pivoted_token` is the token pivoted for a power ("" for none).
    """

    name: str
    is_power: bool
    is_maneuver: bool
    pivoted_token: str
    change_options: tuple[tuple[FightChange, ...], ...]


@attrs.frozen(eq=False)
class RivalFightSide:
    """One rival's side in a seizure or challenge: the characters who can take part in it, now or later.

    `able_characters` can be named now, `later_characters` after coming forward, being unpivoted, or both.
    """

    deed: AnnouncedFight
    rival: int
    table: ImajicaTable
    able_characters: tuple[str, ...]
    later_characters: tuple[str, ...]

    @property
    def challenged_token(self) -> str:
        """The challenged character; "" in a seizure."""
        return "" if self.deed.is_seizure else self.deed.target_token

    @property
    def all_characters(self) -> tuple[str, ...]:
        """All characters who could take part on this side, including the target."""
        return (
            *([self.challenged_token] if self.challenged_token else []),
            *self.able_characters,
            *self.later_characters,
        )


def rival_side(deed: AnnouncedFight, rival: int) -> RivalFightSide:
    """Return a rival's side in a seizure or challenge, with a copy of the table on which all its possible
    participants are active.
    """
    before = deed.table
    word = "contest" if deed.is_seizure else "defend"
    able: list[str] = []
    later: list[str] = []
    for piece in before.characters(rival):
        if piece.is_holder or values.barring_card(before, piece, word) or piece.token == deed.target_token:
            continue
        ready = piece.area == "active" and (
            not piece.pivoted or (not deed.is_seizure and values.has_power_of(before, piece, "aphrodyte"))
        )
        (able if ready else later).append(piece.token)
    target = [] if deed.is_seizure else [deed.target_token]
    table = deed.table_with_opposition(rival, [*target, *able, *later])
    for token in later:
        table.pieces[token].area = "active"
    return RivalFightSide(deed, rival, table, tuple(able), tuple(later))


# -- cards


def helpful_card_use(side: RivalFightSide, card: Card) -> CardOrPowerUse | None:
    """Return the use of a card from the rival's hand against the action, with all its options;
    None if it cannot help the rival.
    """
    formal = card.kind == _MANEUVER_KIND_BY_ACTION[side.deed.action]
    if not formal and card.kind != "flash":
        return None
    options = set(_options(side, card, card.effects, formal, ""))
    return CardOrPowerUse(card.id, False, formal, "", tuple(sorted(options, key=str))) if options else None


def power_uses(side: RivalFightSide) -> Iterator[CardOrPowerUse]:
    """Yield the powers of Sites, characters and Artists on the table with which the rival can oppose the
    action.

    Powers of characters who are pivoted or in the reserve are included; `StopChecker.apply_use` checks
    whether they are available by then.
    """
    table, moment = side.deed.table, _MANEUVER_KIND_BY_ACTION[side.deed.action]
    for piece in table.pieces.values():
        if piece.controller != side.rival or "powers" in values.lost_abilities(table, piece):
            continue
        site = piece.is_site and piece.area == "state" and not piece.pivoted
        if not (site or piece.is_ready or piece.token in side.all_characters):
            continue
        powers = [(effects, CARD_KIND_BY_ICON[effects[0].icon]) for effects in piece.card.powers]
        if table.variant.artist == "window" and values.has_power_of(table, piece, "artist"):
            powers.append(((ARTIST_EFFECT,), "flash"))
        for effects, kind in powers:
            if kind not in ("flash", moment) or (kind == moment and piece.token not in side.all_characters):
                continue
            options = set(_options(side, piece.card, effects, kind == moment, piece.token))
            if options:
                source = "" if piece.is_site else piece.token
                yield CardOrPowerUse(
                    piece.token, True, kind == moment, source, tuple(sorted(options, key=str))
                )


def _options(
    side: RivalFightSide, card: Card, effects: Iterable[Effect], formal: bool, power: str
) -> Iterator[tuple[FightChange, ...]]:
    """Yield the sets of changes that a card or power can make, by target and acting character."""
    effects = [effect for effect in effects if effect.verb in _READ]
    actors = [power] if power else [""]
    if formal and not power and any(effect.selector.base in ("acting", "self") for effect in effects):
        actors = list(side.all_characters)
    for actor in actors:
        slots = [
            list(_aims(side, card, effect, actor, formal, by="" if power else actor)) for effect in effects
        ]
        for chosen in product(*slots):
            changes = tuple(change for part in chosen for change in part)
            if changes:
                yield changes


def _aims(
    side: RivalFightSide, card: Card, effect: Effect, actor: str, formal: bool, by: str
) -> Iterator[tuple[FightChange, ...]]:
    """Yield the changes that one effect can make; an empty set if it does not help."""
    base, table = effect.selector.base, side.table
    if base in ("target", "acting", "self"):
        tokens = [[token] for token in table.pieces] if base == "target" else [[actor]] if actor else []
    else:
        sides = {"seizers": side.deed.actors, "contesters": side.able_characters, "mine": side.all_characters}
        sides["involved"] = (*side.deed.actors, *side.able_characters)
        sides["the-site"] = (side.deed.target_token,)
        tokens = [list(sides.get(base, ()))]
    helps = False
    for group in tokens:
        pieces = [table.pieces[token] for token in group]
        if base == "target" and not _can_aim(side, effect.selector, pieces[0], actor, formal):
            continue
        changes = [change for piece in pieces for change in _changes(side, card, effect, piece, formal)]
        if changes:
            helps = True
            yield tuple(attrs.evolve(change, user_token=by) for change in changes) if by else tuple(changes)
    if not helps:
        yield ()


def _can_aim(side: RivalFightSide, who: Selector, piece: Piece, actor: str, formal: bool) -> bool:
    """Return whether an effect may target a character, ignoring values (they are checked later)."""
    if not piece.is_character or (formal and piece.token not in (*side.deed.actors, *side.all_characters)):
        return False
    stat = STAT_BY_ACTION[side.deed.action]
    filters = tuple(word for word in who.filters if not word.startswith(f"{stat}<="))
    table = side.table if formal or piece.token not in side.later_characters else side.deed.table
    now = table.pieces[piece.token]
    return bool(values.currently_matching(table, Selector(who.base, filters), [now], side.rival, actor))


def _changes(
    side: RivalFightSide, card: Card, effect: Effect, piece: Piece, formal: bool
) -> Iterator[FightChange]:
    """Yield the change an effect makes to one character, if it helps this rival."""
    changes = _changes_of(side, effect, piece, formal)
    if values.is_immune(side.table, piece, card):
        changes = (attrs.evolve(change, immune_to=card.id) for change in changes)
    yield from changes


def _changes_of(side: RivalFightSide, effect: Effect, piece: Piece, formal: bool) -> Iterator[FightChange]:
    """Yield the change an effect makes to a character without protection."""
    deed, verb, token = side.deed, effect.verb, piece.token
    mine, theirs = token in side.all_characters, token in deed.actors
    most = _limit(side, effect)
    if verb in ("pivot", "move", "discard", "damage") and theirs:
        if _takes_out(side, effect, piece, formal):
            yield FightChange("out", token, max_value=most)
    elif verb == "unpivot" and mine:
        yield FightChange("unpivot", token, max_value=most)
    elif verb == "move" and mine and effect.word("area") == "active" and token in side.later_characters:
        if values.barring_card(deed.table, deed.table.pieces[token], "advance") is None:
            yield FightChange("forward", token, max_value=most)
    elif verb == "mod":
        stat = effect.stat
        counted = ("magic", "influence") if deed.is_seizure else (STAT_BY_ACTION[deed.action],)
        if stat == "resistance" and token == deed.target_token and effect.number > 0 and not formal:
            yield FightChange("mod", token, effect.number, stat)
        if stat in counted and (mine if effect.number > 0 else theirs):
            yield FightChange("mod", token, effect.number, stat, max_value=most)
    elif verb == "lose" and (theirs or (mine and _is_versus_target(side, token))):
        yield FightChange("lose", token, stat_or_ability=effect.word("lost"), max_value=most)
    elif verb == "save" and mine and not deed.is_seizure:
        yield FightChange("save", token, max_value=most)


def _is_versus_target(side: RivalFightSide, token: str) -> bool:
    fighters = [side.table.pieces[actor] for actor in side.deed.actors] if side.challenged_token else []
    return any(
        token in called
        for actor in fighters
        for _, called in fight_contribution(side.deed, side.table, actor).versus_bonuses
    )


def _takes_out(side: RivalFightSide, effect: Effect, piece: Piece, formal: bool) -> bool:
    if effect.verb == "damage":  # in the formal part of a challenge damage only adds up
        if side.challenged_token:
            return not formal
        return effect.number > values.current_value(side.table, piece, "strength")
    return effect.verb != "move" or effect.word("area") != "active"


def _limit(side: RivalFightSide, effect: Effect) -> int:
    """Return the highest value that a target of the effect may have, −1 for any; damage kills only characters
    with less Strength.
    """
    limits = [word.partition("<=") for word in effect.selector.filters]
    named = [
        int(number) for name, sign, number in limits if sign and name == STAT_BY_ACTION[side.deed.action]
    ]
    kills = [effect.number - 1] if effect.verb == "damage" and side.challenged_token else []
    return min([*named, *kills], default=-1)


_READ = ("pivot", "unpivot", "move", "discard", "damage", "mod", "lose", "save")
