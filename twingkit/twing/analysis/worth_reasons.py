"""Rulings that explain why a change in a battle affects the odds or does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import Ruling
from twingkit.twing.analysis.changes import CardChange, Change, CharacterElementChange, Replacement
from twingkit.twing.analysis.reasons import reason_ruling
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.contest import side_states_from_battle, trap_victims
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.objects import can_invert_die, can_use_cats_or_miromon, can_use_traps, reroll_object
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, ResponseCardKind
from twingkit.twing.variants.variant import BOX, Variant


@attrs.frozen
class ChangeEffectReason:
    """The reason why a change affects the odds of a battle or not: a ruling that explains it, and the ids of
    all rules involved.
    """

    ruling: Ruling
    rules: tuple[str, ...]


class _Case:
    """A change of a card in its battle: the owner of the card, and the facts on which its effect depends.

    All properties refer to the battle with the card, whether it is added or removed.
    """

    def __init__(
        self,
        change: CardChange,
        before: Battle,
        after: Battle,
        responses: Responses,
        moved: bool,
        variant: Variant,
    ) -> None:
        self.change, self.responses, self.moved, self.variant = change, responses, moved, variant
        self.more = change.is_added
        """True if the card is added."""
        full = after if change.is_added else before
        self.role = change.side
        self.other = ROLES[1 - ROLES.index(change.side)]
        self.side: Side = getattr(full, self.role)
        self.enemy: Side = getattr(full, self.other)
        self.before: Side = getattr(before, self.role)
        self.after: Side = getattr(after, self.role)
        self._full = full

    @property
    def rolls_own(self) -> bool:
        """True if the owner of the card may play cats and Miromon on its own die."""
        return bool(self.side.spells) and can_use_cats_or_miromon(self.enemy.objects, self.variant)

    def victims(self, role: str) -> list[tuple[Creature, ...]]:
        """Return the cards each trap takes from a side, the strongest first; empty if none may be played."""
        side: Side = getattr(self._full, role)
        if not can_use_traps(side.objects) or self.is_safe_from_traps(role):
            return []
        return trap_victims(side_states_from_battle(self._full)[ROLES.index(role)], self.variant)

    def is_safe_from_traps(self, role: str) -> bool:
        """Return whether a side defends and is therefore safe from traps (TW-VAR-5)."""
        return self.variant.trap_targets == "attack" and role == ROLES[1]

    def reason_for_owner(self, rule: str, case: str, *rules: str, **facts: object) -> ChangeEffectReason:
        """Return a reason phrased for the owner of the card, with the facts that most sentences need."""
        ruling = reason_ruling(rule, case, **{"side": self.role, "enemy": self.other} | facts)
        return ChangeEffectReason(ruling, tuple(dict.fromkeys((rule, *rules))))

    def reason_for_enemy(self, rule: str, case: str, *rules: str, **facts: object) -> ChangeEffectReason:
        return self.reason_for_owner(rule, case, *rules, **{"side": self.other, "enemy": self.role} | facts)

    @property
    def no_response_reason(self) -> ChangeEffectReason | None:
        """The reason if nobody responds, or if best play gains nothing from a response; otherwise None."""
        if self.responses == "none":
            return self.reason_for_owner(DICE_ALONE, "no_responses")
        return None if self.moved else self.no_effect_reason()

    def no_effect_reason(self, *rules: str) -> ChangeEffectReason:
        """Return the reason that the card changes nothing in this battle."""
        rule = DICE_ALONE if self.responses == "none" else BEST_RESPONSES
        return self.reason_for_owner(rule, "no_gain" if self.more else "no_loss", *rules)


def change_effect_reason(
    change: Change,
    before: Battle,
    after: Battle,
    responses: Responses,
    odds_changed: bool,
    variant: Variant = BOX,
) -> ChangeEffectReason:
    """Return the reason why a legal change affects the odds or does not.

    `before` and `after` are the battles without and with the change; `odds_changed` says whether their odds
    differ.
    """
    if isinstance(change, CharacterElementChange):
        return _element(change.side, before, after, responses, odds_changed)
    if isinstance(change, Replacement):
        return _replacement(change, before, after, responses, odds_changed, variant)
    case = _Case(change, before, after, responses, odds_changed, variant)
    if card := RESPONSE_CARDS.get(change.kind):
        return _RESPONSES[card.effect](case, card)
    return _REASONS[change.kind if change.kind != "object" else str(change.card)](case)


def _element(
    role: str, before: Battle, after: Battle, responses: Responses, moved: bool
) -> ChangeEffectReason:
    """Return the reason for the effect of spells that become, or stop being, of the own element (TW-BAT-15,
    TW-BAT-21).
    """
    own = [
        bool(side.spells) and side.character == side.spells[0].element
        for side in (getattr(battle, role) for battle in (before, after))
    ]
    rules = ("TW-BAT-15", "TW-BAT-21")
    if moved:
        return ChangeEffectReason(
            reason_ruling("TW-BAT-15", "own" if own[1] else "own_no_more", side=role), rules
        )
    rule = DICE_ALONE if responses == "none" else BEST_RESPONSES
    return ChangeEffectReason(reason_ruling(rule, "no_gain" if own[1] else "no_loss", side=role), rules)


def _replacement(
    change: Replacement, before: Battle, after: Battle, responses: Responses, moved: bool, variant: Variant
) -> ChangeEffectReason:
    """Return the reason why replacing one card or object by another affects the odds or does not.

    A stronger or weaker card is like one more or one fewer; a card of another element like another element; a
    card of another kind like the new card, with the rules of the old one too.
    """
    role, card, other = change.side, change.old_card, change.new_card
    laid = not isinstance(card, str) and type(card) is type(other)
    if laid and not isinstance(card, str) and not isinstance(other, str):
        if card.power == other.power:
            return _element(role, before, after, responses, moved)
        more = other.power > card.power
        stronger = CardChange(role, more, other if more else card)
        return change_effect_reason(stronger, before, after, responses, moved, variant)
    less = change_effect_reason(CardChange(role, False, card), before, after, responses, moved, variant)
    more_of = change_effect_reason(CardChange(role, True, other), before, after, responses, moved, variant)
    return attrs.evolve(more_of, rules=tuple(dict.fromkeys((*more_of.rules, *less.rules))))


def _reroll_card(case: _Case, card: ResponseCardKind) -> ChangeEffectReason:
    """Return the reason for the effect of a card that rerolls a die, such as a cat (TW-BAT-11)."""
    rule = card.rule
    wording = "one_more" if case.more else "one_less"
    if case.variant.cat_die == "any" and case.enemy.spells and can_invert_die(case.enemy.objects):
        wording = "one_more_any" if case.more else "one_less_any"
        return _idle_response(case, rule) or case.reason_for_owner(rule, wording)
    if not case.side.spells:
        return case.reason_for_owner(rule, "no_die", "TW-BAT-5")
    if not case.rolls_own:
        return case.reason_for_owner("TW-POW-socks", "no_cats", rule)
    return _idle_response(case, rule) or case.reason_for_owner(rule, wording)


def _idle_response(case: _Case, rule: str) -> ChangeEffectReason | None:
    """Return the reason why a response does not affect these odds, with its rule added; None if it may affect
    them.
    """
    silent = case.no_response_reason
    return silent and attrs.evolve(silent, rules=(*silent.rules, rule))


def _inversion_card(case: _Case, card: ResponseCardKind) -> ChangeEffectReason:
    if not case.rolls_own and not can_invert_die(case.enemy.objects):
        return case.reason_for_owner("TW-POW-socks", "no_cats", card.rule)
    return _idle_response(case, card.rule) or case.reason_for_owner(
        card.rule, "can_turn" if case.more else "cannot_turn"
    )


def _trap_card(case: _Case, _card: ResponseCardKind) -> ChangeEffectReason:
    victims = case.victims(case.other)
    if case.is_safe_from_traps(case.other):
        return case.reason_for_owner("TW-VAR-5", "attack_only", "TW-BAT-13")
    if not can_use_traps(case.enemy.objects):
        return case.reason_for_owner("TW-POW-boots", "no_traps", "TW-BAT-13")
    if not victims and case.enemy.lay.creatures:
        return case.reason_for_owner("TW-VAR-19", "protected", "TW-BAT-13", card=case.enemy.lay.creatures[0])
    if not victims:
        return case.reason_for_owner("TW-BAT-13", "no_creature")
    fails = case.variant.trap_roll
    if case.side.traps > len(victims) and not fails:
        return case.reason_for_owner("TW-BAT-13", "enough" if case.more else "spare", n=len(victims))
    if silenced := _idle_response(case, "TW-BAT-13"):
        return silenced
    if fails:
        return case.reason_for_owner("TW-PLAY-3", "trap_more" if case.more else "trap_less", "TW-BAT-13")
    target = victims[case.side.traps - 1]
    return case.reason_for_owner("TW-BAT-13", "takes" if case.more else "leaves", card=target)


def _bra(case: _Case) -> ChangeEffectReason:
    if not case.enemy.spells:
        return case.reason_for_enemy("TW-BAT-5", "no_die", "TW-POW-bra")
    return _face(case) or case.reason_for_enemy("TW-POW-bra", "sun" if case.more else "without", "TW-BAT-15")


def _panties(case: _Case) -> ChangeEffectReason:
    if not case.side.spells:
        return case.reason_for_owner("TW-BAT-5", "no_die", "TW-POW-panties")
    return _face(case) or case.reason_for_owner(
        "TW-POW-panties", "cross" if case.more else "without", "TW-BAT-15"
    )


def _face(case: _Case) -> ChangeEffectReason | None:
    """Return the reason why an object that changes what faces count does not affect the odds; None if it
    affects them.
    """
    return None if case.moved else case.no_effect_reason(f"TW-POW-{case.change.card}")


def _reroll(case: _Case) -> ChangeEffectReason:
    """Return the reason for the effect of the Hat or the Shamrock, which reroll a die (TW-BAT-14)."""
    name = str(case.change.card)
    if name != reroll_object(case.role):
        return case.reason_for_owner(f"TW-POW-{name}", "role")
    if not case.side.spells:
        return case.reason_for_owner("TW-BAT-14", "no_die", f"TW-POW-{name}", "TW-BAT-5")
    if silenced := _idle_response(case, f"TW-POW-{name}"):
        return silenced
    wording = "can_reroll" if case.more else "one_less"
    if name == "shamrock" and case.variant.shamrock == "unlimited":
        wording = "again" if case.more else "never_again"
    return ChangeEffectReason(
        case.reason_for_owner("TW-BAT-14", wording, object=name).ruling, (f"TW-POW-{name}", "TW-BAT-14")
    )


def _boots(case: _Case) -> ChangeEffectReason:
    if not case.enemy.traps:
        return case.reason_for_enemy("TW-BAT-13", "none_left", "TW-POW-boots")
    if not case.side.lay.creatures:
        return case.reason_for_enemy("TW-BAT-13", "no_creature", "TW-POW-boots")
    if case.is_safe_from_traps(case.role):
        return case.reason_for_enemy("TW-VAR-5", "attack_only", "TW-BAT-13", "TW-POW-boots")
    return _idle_response(case, "TW-POW-boots") or case.reason_for_enemy(
        "TW-POW-boots", "no_traps" if case.more else "without", "TW-BAT-13"
    )


def _socks(case: _Case) -> ChangeEffectReason:
    if not case.enemy.cats and not case.enemy.miromon:
        return case.reason_for_enemy("TW-POW-socks", "nothing_held")
    aims = case.variant.cat_die == "any" and bool(case.side.spells)
    if not case.enemy.miromon and not case.enemy.spells and not aims:
        return case.reason_for_enemy("TW-BAT-11", "no_die", "TW-POW-socks", "TW-BAT-5")
    stopped = [
        rule
        for rule, held in (
            ("TW-BAT-11", case.enemy.cats and (case.enemy.spells or aims)),
            ("TW-BAT-12", case.enemy.miromon),
        )
        if held
    ]
    own = case.variant.socks == "own_die"
    wording = ("off_die" if own else "no_cats") if case.more else "off_die_without" if own else "without"
    return _idle_response(case, "TW-POW-socks") or case.reason_for_enemy("TW-POW-socks", wording, *stopped)


def _teddy(case: _Case) -> ChangeEffectReason:
    if case.variant.teddy == "within" and case.more:
        return case.no_effect_reason("TW-POW-teddy")
    return case.reason_for_owner("TW-POW-teddy", "room" if case.more else "unused")


def _card(case: _Case) -> ChangeEffectReason:
    """Return the reason for a spell or creature: its points, and the die or the traps that depend on it."""
    had, has = bool(case.before.spells), bool(case.after.spells)
    own = case.side.spells and case.side.spells[0].element == case.side.character
    facts = {"n": case.after.lay.power, "m": case.before.lay.power}
    if had != has:
        rules = ("TW-BAT-17", *(("TW-BAT-15",) if own else ()))
        if has:
            return case.reason_for_owner("TW-BAT-7", "rolls_now", *rules)
        return case.reason_for_owner("TW-BAT-5", "becomes_shield", "TW-BAT-7", *rules)
    hunted = (
        isinstance(case.change.card, Creature)
        and case.responses == "best"
        and case.enemy.traps > 0
        and any(case.change.card in trap_loss for trap_loss in case.victims(case.role))
    )
    rules = ("TW-BAT-13",) if hunted else ()
    if case.moved:
        return case.reason_for_owner("TW-BAT-17", "points", *rules, **facts)
    if hunted:
        wording = "answered" if case.more else "taken_anyway"
        return case.reason_for_owner("TW-BAT-13", wording, "TW-BAT-17", BEST_RESPONSES)
    return case.reason_for_owner("TW-BAT-17", "same", *rules, **facts)


_RESPONSES = {"reroll": _reroll_card, "trap": _trap_card, "turn": _inversion_card}
"""The functions that return the reason for a response card, by what the card does."""

_REASONS: Mapping[str, Callable[[_Case], ChangeEffectReason]] = {
    "spell": _card,
    "creature": _card,
    "bra": _bra,
    "panties": _panties,
    "hat": _reroll,
    "shamrock": _reroll,
    "boots": _boots,
    "socks": _socks,
    "cup": lambda case: case.reason_for_enemy("TW-POW-cup", "no_rider" if case.more else "without"),
    "teddy": _teddy,
    "puppet": lambda case: case.reason_for_owner(
        "TW-POW-puppet", "events_only", DICE_ALONE if case.responses == "none" else BEST_RESPONSES
    ),
}
"""The functions that return the reason, by the kind of the card or the object."""
