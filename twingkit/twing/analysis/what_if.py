"""Single changes of a battle: a card's power, a die's face, an object.

`with_power` and `with_object` return the changed battle; `what_if` computes the worth of every single change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import attrs

from twingkit.arguments import TRUTH, of_class, takes, whole
from twingkit.asking import one_line
from twingkit.messages import Fault, message
from twingkit.notation import Role
from twingkit.odds import Odds
from twingkit.reports.change_worth import difference
from twingkit.reports.explained import explained
from twingkit.reports.row_table import row_table
from twingkit.twing.analysis.reasons import because
from twingkit.twing.analysis.worth_changes import CardChange, exchanged, switched
from twingkit.twing.analysis.worth_reasons import why_same
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.given_dice import Word, first_roll_odds, loaded_dice
from twingkit.twing.exact_odds.odds import DICE_ALONE, check_responses, solve
from twingkit.twing.exact_odds.odds_many import contest_odds
from twingkit.twing.exact_odds.terms import RESPONSES_TAKEN, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle, Side, legal_battle
from twingkit.twing.rules.cards import (
    CROSS,
    FACES,
    SUN,
    Creature,
    Face,
    Spell,
    card_text,
    face_text,
    read_card,
)
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.variants.as_variant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

POWERS = range(1, 100)
"""The powers that a card can have in a battle line."""

KINDS = ("power", "face", "object")
"""The kinds of change that `what_if` makes."""

ROLL, ON, OFF = "roll", "on", "off"
"""The new state of a face or an object that is changed."""


@takes(card=of_class("argument.card", Spell, Creature, str), power=whole(1, 99))
def with_power(
    battle: Battle | str,
    side: Role,
    card: Spell | Creature | str,
    power: int,
    variant: Variant | str = BOX,
) -> Battle:
    """The battle with another power on one card of a side ("attacker" or "defender").

    `card` is a card or its text: `F5`, or `spell F5` and `creature F5` where both lie. Of several equal
    cards one is changed. Raises a `Fault` for what is no card of that side, `BattleError` if the rules of
    `variant` forbid the changed battle (a rider too strong, TW-BAT-3).

    >>> print(with_power("F: F5 F3 + F4 vs W: W6 W4", "attacker", "F3", 6))
    F: F6 F5 + F4 vs W: W6 W4
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    if type(power) is not int or power not in POWERS:
        raise Fault("what_if.power_range", found=one_line(str(power), 24), least=POWERS[0], most=POWERS[-1])
    return _repowered(legal, side, _find(_side(legal, side), side, card), power).check(rules)


@takes(on=TRUTH)
def with_object(
    battle: Battle | str, side: Role, name: str, on: bool = True, variant: Variant | str = BOX
) -> Battle:
    """The battle with an object of a side switched on or off.

    Raises a `Fault` for an unknown object, `BattleError` if the rules of `variant` forbid the changed battle:
    a fourth object (TW-OBJ-2), one that the other side has (TW-BOX-1), the Teddy gone from under its unit
    (TW-BAT-2), the Cup against riders (TW-POW-cup).

    >>> print(with_object("F: F5 vs W: W6 @ hat", "defender", "hat", on=False))
    F: F5 vs W: W6
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    own = _side(legal, side)
    if name not in OBJECTS:
        raise Fault("what_if.object", found=one_line(str(name), 24), known=", ".join(OBJECTS))
    return legal.with_side(side, objects=switched(own, name, on)).check(rules)


COLUMNS = (
    *("kind", "side", "what", "to", "battle"),
    *("win", "tie", "loss", "edge", "edge_change", "rules", "label", "reason"),
)
"""The columns of `what_if`."""


@attrs.frozen
class BattleChange:
    """One change of a battle: its `kind` (of `KINDS`), whose it is, what is changed to what, the battle that
    comes of it, and its odds; `gain` is the attacker's edge afterwards minus the edge before, `why` the
    reason if that is 0, in the language that was asked for."""

    kind: str
    side: str
    what: str
    to: str
    rule: str
    battle: Battle
    odds: Odds
    gain: float
    why: str = ""

    def label(self, lang: str = "en") -> str:
        """The change in words."""
        side = Word(self.side)
        if self.kind == "power":
            card = read_card(self.what)
            case = "spell" if isinstance(card, Spell) else "creature"
            sentence = message(f"what_if.{case}", lang, side=side, card=Word(card), n=self.to)
        elif self.kind == "face":
            face = next(face for face in FACES if face_text(face) == self.what)
            sentence = message("what_if.face", lang, side=side, face=Word(Face(face)))
        else:
            sentence = message(f"what_if.{self.to}", lang, side=side, object=Word(self.what))
        return sentence[:1].upper() + sentence[1:]


def what_if_rows(
    battle: Battle | str, responses: Responses = "best", variant: Variant | str = BOX, lang: Lang = "en"
) -> list[BattleChange]:
    """Every single change of a battle that the rules allow, with its odds; see `what_if`."""
    check_responses(responses)
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    contest = contest_of(legal, rules)
    drafts = [draft for draft in (*_powers(legal), *_objects(legal)) if not draft[-1].problems(rules)]
    base, *solved = contest_odds([contest, *(contest_of(draft[-1], rules) for draft in drafts)], responses)
    known = [*zip(drafts, solved, strict=True), *_faces(legal, contest, responses)]
    rows = []
    for draft, odds in known:
        why = _why(draft, legal, (base, odds), responses, rules, lang)
        rows.append(BattleChange(*draft, odds, odds.edge - base.edge, why))
    return sorted(rows, key=lambda row: KINDS.index(row.kind))


@explained
@takes(responses=RESPONSES_TAKEN)
def what_if(
    battle: Battle | str, responses: Responses = "best", lang: Lang = "en", variant: Variant | str = BOX
) -> pd.DataFrame:
    """Return what every single change of a battle is worth: one row for each.

    Changes (`kind`): "power", each different card of each side one stronger and one weaker; "face", the first
    roll of each die fixed to each face (re-rolls are free, see `odds_given`); "object", each object switched
    on or off on each side. Changes that the rules forbid (a rider stronger than its mount, a fourth object)
    have no row. Both sides respond at their best unless `responses` is "none", as in `card_worth`.

    Columns: kind, side, what (`spell F5`, `Sun`, `hat`), to (the new power, "roll", "on", "off"), battle (the
    changed line), win, tie, loss, edge (the attacker's), edge_change (against the battle as it is, −2 to 2),
    rules, label (in `lang`), reason (of an edge_change of 0, in `lang`; else empty). `attrs` hold battle,
    responses and the odds of the battle as it is. `variant` is a `Variant`, a preset's name or a line of
    switches. Errors are those of `twing.odds`; `BudgetError` also where one change (one re-roll more) takes
    too long.

    >>> frame = what_if("F: F5 F3 vs W: W6 W4")
    >>> columns = ["side", "what", "to", "edge_change"]
    >>> print(frame[frame.kind == "power"][columns].round(3).to_string(index=False))
        side     what to  edge_change
    attacker spell F5  6        0.118
    attacker spell F5  4       -0.104
    attacker spell F3  4        0.118
    attacker spell F3  2       -0.104
    defender spell W6  7       -0.104
    defender spell W6  5        0.118
    defender spell W4  5       -0.104
    defender spell W4  3        0.118
    """

    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    rows = what_if_rows(legal, responses, rules, lang)
    as_is = contest_odds([contest_of(legal, rules)], responses)[0]
    facts = {"battle": str(legal), "responses": responses, **as_is.chances, **named(rules)}
    cells = [
        (
            *(row.kind, row.side, row.what, row.to, str(row.battle)),
            *row.odds.chances.values(),
            *(row.gain, row.rule, row.label(lang), row.why),
        )
        for row in rows
    ]
    return row_table(cells, COLUMNS, **facts)


_Draft = tuple[str, str, str, str, str, Battle]
"""A change without its odds: the first fields of `BattleChange`."""


def _powers(battle: Battle) -> Iterator[_Draft]:
    """Each different card one stronger and one weaker (TW-BAT-17)."""
    for role, own in zip(ROLES, battle.sides, strict=True):
        for card in dict.fromkeys(_cards(own)):
            for power in (card.power + 1, card.power - 1):
                if power in POWERS:
                    changed = _repowered(battle, role, card, power)
                    yield "power", role, card_text(card), str(power), "TW-BAT-17", changed


def _objects(battle: Battle) -> Iterator[_Draft]:
    """Each object switched on where it is off, and off where it is on."""
    for role, own in zip(ROLES, battle.sides, strict=True):
        for name in OBJECTS:
            on = name not in own.objects
            changed = battle.with_side(role, objects=switched(own, name, on))
            yield "object", role, name, ON if on else OFF, f"TW-POW-{name}", changed


def _faces(battle: Battle, contest: Contest, responses: Responses) -> Iterator[tuple[_Draft, Odds]]:
    """The first roll of each die fixed to each face, with its odds."""
    values = solve(contest) if responses == "best" else None
    for role, profile in zip(ROLES, contest.profiles, strict=True):
        for face in FACES if profile.rolls else ():
            fixed = (face, None) if role == ROLES[0] else (None, face)
            odds = first_roll_odds(contest, loaded_dice(contest, fixed), values)
            rule = "TW-BAT-16" if face in (SUN, CROSS) else "TW-BAT-15"
            yield ("face", role, face_text(face), ROLL, rule, battle), odds


def _why(
    draft: _Draft,
    battle: Battle,
    odds: tuple[Odds, Odds],
    responses: Responses,
    variant: Variant,
    lang: str,
) -> str:
    """The reason why a change leaves the edge of the battle as it is; empty where it does not."""
    kind, side, item, to, _, changed = draft
    if kind == "face":
        same = not difference(odds[1].edge, odds[0].edge)
        return because(DICE_ALONE, "face_mean").text(lang) if same else ""
    battles = battle, changed
    if kind == "object":
        return why_same(CardChange(side, to == ON, item), battles, odds, responses, variant, lang)
    card = cast("Spell | Creature", read_card(item))
    more = int(to) > card.power
    there = attrs.evolve(card, power=int(to)) if more else card
    return why_same(CardChange(side, more, there), battles, odds, responses, variant, lang)


def _side(battle: Battle, side: str) -> Side:
    if side not in ROLES:
        raise Fault("what_if.side", found=one_line(str(side), 24))
    return battle.sides[ROLES.index(side)]


def _cards(own: Side) -> tuple[Spell | Creature, ...]:
    return (*own.lay.spells, *own.lay.creatures)


def _find(own: Side, side: str, card: Spell | Creature | str) -> Spell | Creature:
    """The card of a side that is meant."""
    cards = _cards(own)
    meant = {same for same in cards if card in (same, card_text(same), same.token)}
    if len(meant) == 1:
        return meant.pop()
    names = ", ".join(dict.fromkeys(card_text(same) for same in cards))
    quoted = one_line(card if isinstance(card, str) else card_text(card), 40)
    raise Fault("what_if.which" if meant else "what_if.no_card", side=Word(side), found=quoted, known=names)


def _repowered(battle: Battle, side: str, card: Spell | Creature, power: int) -> Battle:
    """The battle with another power on the first such card of a side."""
    lay: Lay = getattr(battle, side).lay
    return battle.with_side(side, lay=exchanged(lay, card, attrs.evolve(card, power=power)))
