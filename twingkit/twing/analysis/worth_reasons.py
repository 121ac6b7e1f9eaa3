"""Why a change is worth something in a battle, or why it does nothing: the rule that says so."""

from __future__ import annotations

import attrs

from twingkit.rulebook import Ruling
from twingkit.twing.analysis.reasons import because
from twingkit.twing.analysis.worth_changes import Change
from twingkit.twing.cards import Creature
from twingkit.twing.chances import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.notation import ROLES, Battle, Side
from twingkit.twing.objects import may_use_cats, may_use_traps, reroll_object


@attrs.frozen
class Reason:
    """Why: the ruling that says it, and the ids of all rules that cause it, the ruling's own first."""

    said: Ruling
    rules: tuple[str, ...]


class _Place:
    """A change in its battle, as the rules see it: whose card it is, and what the other side has.

    What is asked of it is what the battle with the card has; the battle without the card is `less`.
    """

    def __init__(self, change: Change, before: Battle, after: Battle, responses: str, moved: bool) -> None:
        self.change, self.responses, self.moved = change, responses, moved
        self.more = change.more
        """Whether the card comes."""
        full = after if change.more else before
        self.role = change.side
        self.other = ROLES[1 - ROLES.index(change.side)]
        self.side: Side = getattr(full, self.role)
        self.enemy: Side = getattr(full, self.other)
        self.before: Side = getattr(before, self.role)
        self.after: Side = getattr(after, self.role)

    def say(self, rule: str, case: str, *rules: str, **facts: object) -> Reason:
        """A reason with the facts that most sentences want, from the card's owner's place."""
        said = because(rule, case, **{"side": self.role, "enemy": self.other} | facts)
        return Reason(said, tuple(dict.fromkeys((rule, *rules))))

    def say_of_enemy(self, rule: str, case: str, *rules: str, **facts: object) -> Reason:
        """The same from the other side's place."""
        return self.say(rule, case, *rules, **{"side": self.other, "enemy": self.role} | facts)

    @property
    def silent(self) -> Reason | None:
        """Where nobody responds, or where best play gains nothing by a response: that it is so."""
        if self.responses == "none":
            return self.say(DICE_ALONE, "no_responses")
        return None if self.moved else self.idle()

    def idle(self, *rules: str) -> Reason:
        """That the card does nothing here, although it may act."""
        rule = DICE_ALONE if self.responses == "none" else BEST_RESPONSES
        return self.say(rule, "no_gain" if self.more else "no_loss", *rules)


def reason(change: Change, before: Battle, after: Battle, responses: str, moved: bool) -> Reason:
    """Why a change that the rules allow changes the odds, or why not.

    `before` and `after` are the battles without and with the change, `moved` says whether their odds differ.
    """
    place = _Place(change, before, after, responses, moved)
    return _REASONS[change.kind if change.kind != "object" else str(change.card)](place)


def _cat(at: _Place) -> Reason:
    """TW-BAT-11."""
    return (
        _no_re_roll(at)
        or _silenced(at, "TW-BAT-11")
        or at.say("TW-BAT-11", "one_more" if at.more else "one_less")
    )


def _no_re_roll(at: _Place) -> Reason | None:
    if not at.side.spells:
        return at.say("TW-BAT-11", "no_die", "TW-BAT-5")
    if not may_use_cats(at.enemy.objects):
        return at.say("TW-POW-socks", "no_cats", "TW-BAT-11")
    return None


def _silenced(at: _Place, rule: str) -> Reason | None:
    """That a response does nothing in these odds, beside the rule of the response."""
    silent = at.silent
    return silent and attrs.evolve(silent, rules=(*silent.rules, rule))


def _miromon(at: _Place) -> Reason:
    """TW-BAT-12."""
    if not may_use_cats(at.enemy.objects):
        return at.say("TW-POW-socks", "no_cats", "TW-BAT-12")
    return _silenced(at, "TW-BAT-12") or at.say("TW-BAT-12", "can_turn" if at.more else "cannot_turn")


def _trap(at: _Place) -> Reason:
    """TW-BAT-13."""
    prey = sorted(at.enemy.lay.creatures, key=lambda card: -card.power)
    if not may_use_traps(at.enemy.objects):
        return at.say("TW-POW-boots", "no_traps", "TW-BAT-13")
    if not prey:
        return at.say("TW-BAT-13", "no_creature")
    if at.side.traps > len(prey):
        return at.say("TW-BAT-13", "enough" if at.more else "spare", n=len(prey))
    target = prey[at.side.traps - 1]
    return _silenced(at, "TW-BAT-13") or at.say("TW-BAT-13", "takes" if at.more else "leaves", card=target)


def _bra(at: _Place) -> Reason:
    """TW-POW-bra: the other side's Sun."""
    if not at.enemy.spells:
        return at.say_of_enemy("TW-BAT-5", "no_die", "TW-POW-bra")
    return _face(at) or at.say_of_enemy("TW-POW-bra", "sun" if at.more else "without", "TW-BAT-15")


def _panties(at: _Place) -> Reason:
    """TW-POW-panties: the own Cross."""
    if not at.side.spells:
        return at.say("TW-BAT-5", "no_die", "TW-POW-panties")
    return _face(at) or at.say("TW-POW-panties", "cross" if at.more else "without", "TW-BAT-15")


def _face(at: _Place) -> Reason | None:
    """That an object acts on a face, and yet nothing is decided differently."""
    return None if at.moved else at.idle(f"TW-POW-{at.change.card}")


def _reroll(at: _Place) -> Reason:
    """TW-BAT-14: the Hat and the Shamrock."""
    name = str(at.change.card)
    if name != reroll_object(at.role):
        return at.say(f"TW-POW-{name}", "role")
    if not at.side.spells:
        return at.say("TW-BAT-14", "no_die", f"TW-POW-{name}", "TW-BAT-5")
    found = _silenced(at, f"TW-POW-{name}")
    if found is not None:
        return found
    case = "can_reroll" if at.more else "one_less"
    return Reason(at.say("TW-BAT-14", case, object=name).said, (f"TW-POW-{name}", "TW-BAT-14"))


def _boots(at: _Place) -> Reason:
    """TW-POW-boots: the other side's traps."""
    if not at.enemy.traps:
        return at.say_of_enemy("TW-BAT-13", "none_left", "TW-POW-boots")
    if not at.side.lay.creatures:
        return at.say_of_enemy("TW-BAT-13", "no_creature", "TW-POW-boots")
    return _silenced(at, "TW-POW-boots") or at.say_of_enemy(
        "TW-POW-boots", "no_traps" if at.more else "without", "TW-BAT-13"
    )


def _socks(at: _Place) -> Reason:
    """TW-POW-socks: the other side's cats and Miromon."""
    if not at.enemy.cats and not at.enemy.miromon:
        return at.say_of_enemy("TW-POW-socks", "nothing_held")
    if not at.enemy.miromon and not at.enemy.spells:
        return at.say_of_enemy("TW-BAT-11", "no_die", "TW-POW-socks", "TW-BAT-5")
    stopped = [
        rule
        for rule, held in (("TW-BAT-11", at.enemy.cats and at.enemy.spells), ("TW-BAT-12", at.enemy.miromon))
        if held
    ]
    return _silenced(at, "TW-POW-socks") or at.say_of_enemy(
        "TW-POW-socks", "no_cats" if at.more else "without", *stopped
    )


def _cup(at: _Place) -> Reason:
    """TW-POW-cup: it acts when cards are laid, so that it never changes the odds of cards that lie."""
    return at.say_of_enemy("TW-POW-cup", "no_rider" if at.more else "without")


def _teddy(at: _Place) -> Reason:
    """TW-POW-teddy: room for one unit more."""
    return at.say("TW-POW-teddy", "room" if at.more else "unused")


def _puppet(at: _Place) -> Reason:
    """TW-POW-puppet: events are no part of the odds."""
    return at.say("TW-POW-puppet", "events_only", DICE_ALONE if at.responses == "none" else BEST_RESPONSES)


def _card(at: _Place) -> Reason:
    """A spell or creature: its points, and what else comes or goes with it."""
    had, has = bool(at.before.spells), bool(at.after.spells)
    own = at.side.spells and at.side.spells[0].element == at.side.character
    facts = {"n": at.after.lay.power, "m": at.before.lay.power}
    if had != has:
        rules = ("TW-BAT-17", *(("TW-BAT-15",) if own else ()))
        if has:
            return at.say("TW-BAT-7", "rolls_now", *rules)
        return at.say("TW-BAT-5", "becomes_shield", "TW-BAT-7", *rules)
    hunted = (
        isinstance(at.change.card, Creature)
        and at.responses == "best"
        and at.enemy.traps > 0
        and may_use_traps(at.side.objects)
    )
    rules = ("TW-BAT-13",) if hunted else ()
    if at.moved:
        return at.say("TW-BAT-17", "points", *rules, **facts)
    if hunted:
        case = "answered" if at.more else "taken_anyway"
        return at.say("TW-BAT-13", case, "TW-BAT-17", BEST_RESPONSES)
    return at.say("TW-BAT-17", "same", *rules, **facts)


_REASONS = {
    "cat": _cat,
    "trap": _trap,
    "miromon": _miromon,
    "spell": _card,
    "creature": _card,
    "bra": _bra,
    "panties": _panties,
    "hat": _reroll,
    "shamrock": _reroll,
    "boots": _boots,
    "socks": _socks,
    "cup": _cup,
    "teddy": _teddy,
    "puppet": _puppet,
}
"""What says why, by the kind of the card or the object."""
