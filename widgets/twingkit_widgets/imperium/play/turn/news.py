"""The news since the person's last answer: turn after turn what mattered, each sentence with its rule."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.galaxy.table.abilities import abilities
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.table.play.headline import Line, Sentence

MAX_LINES = 9
"""The largest number of lines."""

TURN_BEGINNINGS = frozenset(
    {
        ("IM-TACT-1", "activated"),
        ("IM-STRAT-1", "primary"),
        ("IM-TURN-2", "passed"),
        ("IM-STATUS-8", "round"),
        ("IM-STATUS-2", "revealed"),
        ("IM-AGENDA-1", "revealed"),
    }
)
"""The rulings that begin a turn, or a new part of the round."""

RESULTS = frozenset(
    {
        ("IM-MOVE-11", "lost"),
        ("IM-MOVE-11", "destroyed"),
        ("IM-MOVE-11", "aboard"),
        ("IM-INV-11", "gained"),
        ("IM-INV-11", "destroyed"),
        ("IM-OBJ-1", "scored"),
        ("IM-SPACE-15", "begins"),
        ("IM-SPACE-15", "lands"),
        ("IM-SPACE-12", "won"),
        ("IM-SPACE-12", "won_ground"),
        ("IM-SPACE-13", "left"),
        ("IM-SPACE-13", "nowhere"),
        ("IM-SPACE-7", "destroyed"),
        ("IM-INV-1", "destroyed"),
        ("IM-INV-4", "destroyed"),
        ("IM-INV-7", "destroyed"),
        ("IM-INV-8", "kept"),
        ("IM-FLEET-1", "removed"),
        ("IM-FLEET-2", "removed"),
        ("IM-INV-13", "removed"),
        ("IM-STATUS-3", "drawn"),
        ("IM-STRAT-politics", "drawn"),
        ("IM-STRAT-imperial", "secret"),
        ("IM-STRAT-imperial", "mecatol"),
        ("IM-AGENDA-5", "outcome"),
        ("IM-ASK-6", "refused"),
        ("IM-TRADE-3", "made"),
        ("IM-END-1", "won"),
        ("IM-END-2", "won"),
        ("IM-END-3", "won"),
        ("IM-END-3", "eliminated"),
    }
)
"""The rulings that are news for every player."""

STEPS = frozenset(
    {
        ("IM-MOVE-1", "moved"),
        ("IM-PICK-1", "taken"),
        ("IM-PICK-2", "left"),
        ("IM-TECH-2", "gained"),
        ("IM-TIME-5", "aimed"),
        ("IM-TIME-5", "used"),
        ("IM-PROD-3", "built"),
        ("IM-AGENDA-3", "votes"),
        ("IM-AGENDA-3", "abstains"),
        ("IM-STRAT-construction", "placed"),
        ("IM-STRAT-politics", "speaker"),
        ("IM-STRAT-diplomacy", "system"),
    }
)
"""The rulings that are also news about other players; everything the person does is news except `ROUTINE`."""

ROUTINE = frozenset({("IM-STATUS-4", "removed"), ("IM-STATUS-6", "readied")})
"""The rulings that are the same for all in every round."""


DEALS = frozenset(
    {
        ("IM-TRADE-3", "made"),
        ("IM-TRADE-3", "given"),
        ("IM-TRADE-4", "given"),
        ("IM-TRADE-4", "given_both"),
        ("IM-ASK-6", "refused"),
    }
)
"""The rulings of a deal, which is made in a turn before its action."""

ROLLED = frozenset({"rolled", "rerolled"})
"""The cases of dice in a battle; they are news in the player's own battle."""

SETUP = "IM-SET"
"""The beginning of the rules by which the game is set up."""

BEGUN = "IM-SPACE-15"
"""The rule with which a battle begins."""

ENDED = "IM-SPACE-12"
"""The rule for the end of a battle: who won it."""

PLAYED = "IM-TIME-5"
"""The rule by which a card is played; the card's own rule says what it does."""

OWN_TURN = frozenset({"action", "turn.start"})
"""The windows of cards and abilities that are the action of a turn, or are used at its beginning."""


def is_turn_beginning(ruling: Ruling) -> bool:
    """Return whether a ruling begins a turn or a part of the round: also a card or an ability that is an
    action or is used before it (IM-TURN-5, IM-TIME-2)."""
    if ruling.rule != PLAYED:
        return (ruling.rule, ruling.case) in TURN_BEGINNINGS
    ability = abilities().get(str(ruling.facts.get("card", "")))
    return ability is not None and not OWN_TURN.isdisjoint(ability.windows)


@attrs.frozen
class PlayedCard:
    """The sentence that a card is played; the rule behind it is the card's own."""

    ruling: Ruling
    rule: str

    @localized
    def text(self, lang: str | None = None) -> str:
        """The sentence."""
        return self.ruling.text()


def news_lines(rulings: Sequence[Ruling], since: int, own: str) -> list[Line]:
    """Return the news of the rulings from number `since` on, for the player named `own`.

    First comes each of the player's battles with its dice and losses, then a line for each turn, with the
    effects of the player's answer first.
    """
    fights: list[Line] = []
    turns: list[Line] = []
    fight: list[Ruling] = []
    turn: list[Ruling] = []

    def close(part: list[Ruling], done: list[Line]) -> None:
        if part:
            done.append(Line(tuple(map(_sentence, part))))
        part.clear()

    for ruling in rulings[since:]:
        case, whose = (ruling.rule, ruling.case), str(ruling.facts.get("side", ""))
        if is_turn_beginning(ruling):
            close(fight, fights)
            close(turn, turns)
            turn.append(ruling)
        elif _is_own_battle(ruling, own) or (fight and ruling.rule == ENDED):
            if ruling.rule == BEGUN:
                close(fight, fights)
            if case in RESULTS or ruling.case in ROLLED:
                fight.append(ruling)
            if ruling.rule == ENDED:
                close(fight, fights)
        elif case in RESULTS | STEPS or _is_done_by(own, ruling) or _is_card_effect(ruling, turn):
            if turn and turn[0].facts.get("side") != whose and not _is_card_effect(ruling, turn):
                close(turn, turns)
            turn.append(ruling)
    close(fight, fights)
    close(turn, turns)
    return [*fights, *turns[:1], *turns[1:][1 - MAX_LINES :]]


def _sentence(ruling: Ruling) -> Sentence:
    """A ruling as news: that a card is played leads to the rule of the card."""
    rule = card_rules().get(str(ruling.facts.get("card", "")), "") if ruling.rule == PLAYED else ""
    return PlayedCard(ruling, rule) if rule in rulebook() else ruling


def _is_done_by(own: str, ruling: Ruling) -> bool:
    """True if a ruling is about something a player did or that happened to that player after the set-up."""
    routine = ruling.rule.startswith(SETUP) or (ruling.rule, ruling.case) in ROUTINE
    return str(ruling.facts.get("side", "")) == own and not routine


def _is_own_battle(ruling: Ruling, own: str) -> bool:
    """True if a ruling is about a battle in which a player fights."""
    facts = ruling.facts
    sides = ("side", "enemy") if ruling.rule == BEGUN else ("attacker", "defender")
    return own in {str(facts.get(name, "")) for name in sides}


def _is_card_effect(ruling: Ruling, turn: Sequence[Ruling]) -> bool:
    """True if a ruling is an effect of the card that was played last in a turn."""
    played = [earlier for earlier in turn if earlier.rule == PLAYED]
    return bool(played) and card_rules().get(str(played[-1].facts.get("card", ""))) == ruling.rule
