"""The guided first game of Imajica: each seat's progress, and which rules to explain at which moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import singledispatch
from pathlib import Path

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules import questions
from twingkit.imajica.rules.answers import Call, Challenge, Play, Seize, Use, UsePower
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.challenge import DefenderChoice
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rounds import Advance, seats_winning_now
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.seizure import Contest, would_secure
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import dominion_count_to_win, dying_characters, scored_dominions
from twingkit.imajica.view import GameView
from twingkit.learn.first_game.first_game import FirstGameSettings, single_answer

PACKAGE_DIR = Path(__file__).parent

_DECKS_BY_SEAT = ("maestros", "teeth", "clean-slate", "daughters")
"""The learner sits in the first seat."""


def _dominion_share(table: ImajicaTable, seat: int) -> float | None:
    """Return the share of the Dominions needed to win that a seat covers with unpivoted Sites; None if it is
    out of the game."""
    if table.players[seat].is_out:
        return None
    return min(1.0, len(scored_dominions(table, seat)) / dominion_count_to_win(table))


def rules_for_question(question: Question) -> Iterator[str]:
    """Yield the rules that a learner needs to understand a question's options, the most urgent first.

    The last one explains the number after a name, if such a card is shown.
    """
    yield from _governing_rules(question)
    if isinstance(question, questions.ImajicaQuestion) and any(
        "." in token for token in question.table.pieces
    ):
        yield "IJ-UNIQ-1"


@singledispatch
def _governing_rules(question: Question) -> Iterator[str]:
    yield from _DECIDING_RULES.get(type(question), ())


@_governing_rules.register
def _(question: questions.ChooseFirstSite) -> Iterator[str]:
    if any(len(question.table.cards[name].home_dominions) > 1 for name in question.choices):
        yield "IJ-BORDER-1"


@_governing_rules.register
def _(question: DefenderChoice) -> Iterator[str]:
    if _pivoted_target(question) is not None:
        yield "IJ-CHAL-4"
    yield from ("IJ-CHAL-7", "IJ-CHAL-9")


@_governing_rules.register
def _(question: questions.InfluenceManeuverWindow) -> Iterator[str]:
    fight = question.table.fight
    if fight is not None and fight.defenders:
        yield from ("IJ-SEIZE-9", "IJ-SEIZE-4")
    elif fight is not None:
        if not would_secure(question.table, fight):
            yield "IJ-HOLD-3"  # what a maneuver secures stays when the maneuver ends
        yield "IJ-SEIZE-8"
    yield from _window_rules(question)


@_governing_rules.register
def _window_rules(question: questions.FlashWindow) -> Iterator[str]:
    yield from _DECIDING_RULES.get(type(question), ())
    table, fight = question.table, question.table.fight
    uses = list(question.uses())
    use_classes = {type(use) for use in uses}
    if fight is not None:
        yield from _fight_rules(table, fight)
        if UsePower in use_classes:  # which may pivot a character in the fight
            yield from ("IJ-CHAL-5", "IJ-SEIZE-6")[: 1 + (fight.kind == "seizure")]
    yield from (rule for use_class, rule in _RULE_BY_USE.items() if use_class in use_classes)
    cards = [table.cards[use.card] for use in uses if isinstance(use, Play)]
    verbs = {effect.verb for card in cards for effect in card.effects}
    yield from (rule for verb, rule in _RULE_BY_EFFECT.items() if verb in verbs)
    if question.only_counters:
        yield "IJ-DMG-1"
    if dying_characters(table):
        yield from ("IJ-CHAL-9", "IJ-DMG-1")
    if question.when in _LATER_FIGHT_WINDOWS:
        yield "IJ-TIME-3"


def _pivoted_target(question: Question) -> Piece | None:
    """Return the challenged character if it is pivoted, otherwise None.

    Then only defenders could play combat maneuvers from the hand.
    """
    if not isinstance(question, DefenderChoice) or question.table.fight is None:
        return None
    piece = question.table.pieces.get(question.table.fight.target_token)
    held = question.table.hand_ids_of_kind(question.player, "combat")
    return piece if piece is not None and piece.pivoted and held else None


def rule_relevance_reason(question: Question, rule: str) -> Ruling | None:
    """Return why the rule on maneuvers (IJ-CHAL-4) matters now, naming a pivoted target; None for other
    rules.
    """
    piece = _pivoted_target(question) if rule == "IJ-CHAL-4" else None
    return Ruling(rule, "why_pivoted", {"card": piece}, rulebook()) if piece is not None else None


_LATER_FIGHT_WINDOWS = ("defended", "dealt", "contested", "read", "securing")
"""Later windows of a challenge or seizure, in which the same question would be tedious."""

_DECIDING_RULES: dict[type[Question], tuple[str, ...]] = {
    Advance: ("IJ-ORDER-2", "IJ-COME-1"),
    Contest: ("IJ-SEIZE-4", "IJ-SEIZE-5", "IJ-PATH-1"),
    questions.SplitDamage: ("IJ-CHAL-9",),
    questions.CombatManeuverWindow: ("IJ-CHAL-7", "IJ-CARD-3"),
    questions.CounterWindow: ("IJ-AREA-3",),
}
"""Ids of rules that decide the outcome of an answer, by class of question."""

_RULE_BY_USE: dict[type[Use], str] = {UsePower: "IJ-POWER-1", Play: "IJ-CARD-1"}
"""The rule to know before the use of a card or power in a window."""

_RULE_BY_EFFECT = {"pivot": "IJ-CHAL-5", "mod": "IJ-CARD-3", "damage": "IJ-DMG-1", "save": "IJ-DMG-1"}
"""The rule to know before playing a card in a window, by the verb of one of its effects."""


def _fight_rules(table: ImajicaTable, fight: Fight) -> Iterator[str]:
    """Yield the rules to know in the windows of a challenge or a seizure."""
    if fight.kind == "challenge":
        yield from ("IJ-CHAL-4", "IJ-CHAL-5")
        return
    if fight.defenders:
        yield from ("IJ-SEIZE-6", "IJ-CHAL-5")
    elif any(table.ready_characters(seat) for seat in range(len(table.players)) if seat != fight.seat):
        yield "IJ-SEIZE-4"
    if any(True for _ in table.paths_on(fight.target_token)):
        yield "IJ-PATH-1"


@_governing_rules.register
def _(question: AutarchTurn) -> Iterator[str]:
    table = question.table
    hand = [table.cards[name] for name in table.players[question.player].hand]
    kinds = {card.kind for card in hand}
    if "site" in kinds:
        yield "IJ-AUT-1"
    if "path" in kinds:
        yield "IJ-AUT-2"
    if kinds.intersection(("dictate", "action")):
        yield "IJ-CARD-1"
    if any(card.has_hapexamendios_title for card in hand) and any(
        "adorer" in card.affiliations
        for card in (*hand, *(piece.card for piece in table.pieces.values() if piece.is_character))
    ):
        yield "IJ-AFF-3"
    if any(piece.controller == question.player and piece.area == "state" for piece in table.pieces.values()):
        yield from ("IJ-HOLD-1", "IJ-HOLD-2", "IJ-AUT-4")
    if any(card.kind == "site" and len(card.home_dominions) > 1 for card in hand):
        yield "IJ-BORDER-1"


@_governing_rules.register
def _(question: AllyTurn) -> Iterator[str]:
    """Yield the rules for the possible actions: calling, seizing, challenging."""
    table, seat = question.table, question.player
    ready = [piece.token for piece in table.ready_characters(seat) if not piece.acted]
    able = {
        deed
        for deed, targets in (
            (Seize, table.circle_or_held_sites()),
            (Challenge, table.characters(area="active")),
        )
        for target in targets
        for token in ready
        if question.broken_rule(deed(target.token, (token,))) is None
    }
    if Seize in able:
        yield from ("IJ-SEIZE-1", "IJ-SEIZE-7")
    hand = table.players[seat].hand
    callable_names = [name for name in dict.fromkeys(hand) if question.broken_rule(Call(name)) is None]
    if callable_names:
        yield "IJ-ALLY-2"
        in_play = {piece.card.id for piece in table.pieces.values()}
        if any(hand.count(name) > 1 or name in in_play for name in callable_names):
            yield "IJ-UNIQ-1"  # whether a second copy may be called
        yield "IJ-ALLY-1"
    if Challenge in able:
        yield "IJ-CHAL-1"
    if Seize in able:
        yield from ("IJ-SEIZE-2", "IJ-SEIZE-8")
    if Challenge in able:
        yield "IJ-CHAL-7"
    if any(True for _ in table.circle_or_held_sites(seat)):
        yield "IJ-HOLD-1"
    usable = (*ready, *(site.token for site in table.circle_or_held_sites(seat)))
    if any("AA" in table.pieces[token].card.icons for token in usable if not table.pieces[token].pivoted):
        yield "IJ-POWER-1"
    cards = {question.announced(use).card for use in question.uses()}
    effects = [effect for card in cards for effect in card.effects]
    if any(effect.verb == "mod" and effect.word("stat") == "resistance" for effect in effects):
        yield "IJ-HOLD-3"  # whether a Site is kept when its lower Resistance ends
    if any("holder" in effect.selector.filters for effect in effects):
        yield "IJ-HOLD-4"  # what removing a Holder leads to
    kinds = {table.cards[name].kind for name in hand}
    if ready and "action" in kinds:
        yield from ("IJ-ALLY-8", "IJ-CARD-2")
    yield "IJ-ALLY-5"
    if table.players[seat].prime_spent and kinds.intersection(("combat", "influence", "flash")):
        yield "IJ-CARD-1"  # not with the rules of the first question of the turn


def is_rule_too_early(view: GameView, rule: str) -> bool:
    """Return True if a rule is about cards that the learner sees neither in play nor in the hand, so that it
    can wait.
    """
    about = _RELEVANCE_TEST_BY_RULE.get(rule)
    return about is not None and not about(SeenCards.from_view(view))


@attrs.frozen
class SeenCards:
    """The cards that a seat sees: its hand, all cards in play, and the cards in play that it controls."""

    view: GameView
    hand: tuple[Card, ...]
    in_play: tuple[Card, ...]
    own_in_play: tuple[Card, ...]

    @classmethod
    def from_view(cls, view: GameView) -> SeenCards:
        """Return the cards that a view shows."""
        cards = load_cards()
        shown = [(cards[piece.card_id], piece.controller) for piece in view.pieces if piece.card_id in cards]
        own = tuple(card for card, seat in shown if seat == view.player)
        hand = tuple(cards[name] for name in view.hand if name in cards)
        return cls(view, hand, tuple(card for card, _ in shown), own)

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """Return the cards in play and in this seat's hand."""
        return (*self.in_play, *self.hand)

    def has_held_site(self, own: bool = False) -> bool:
        """Return whether a Site is held by anybody, or by this seat if `own` is set."""
        held = [piece.controller for piece in self.view.pieces if piece.area == "state"]
        return self.view.player in held if own else bool(held)

    def can_fight(self) -> bool:
        """Return whether both this seat and a rival have an active character."""
        active = {piece.controller for piece in self.view.pieces if piece.area == "active"}
        return self.view.player in active and len(active) > 1

    def has_affiliation(self, affiliation: str) -> bool:
        """Return whether a character with an affiliation is in play or in this seat's hand."""
        return any(affiliation in card.affiliations for card in self.all_cards)

    def has_tabula_rasa_target(self) -> bool:
        """Return whether a card in play is one that a Tabula Rasa can remove, a permanent action or flash
        (IJ-AFF-6).
        """
        return any(card.is_permanent and card.kind in ("action", "flash") for card in self.in_play)


_LOW_DESTINY = 12
"""Largest number of cards in a Destiny that counts as nearly empty."""

_RELEVANCE_TEST_BY_RULE: Mapping[str, Callable[[SeenCards], bool]] = {
    "IJ-AFF-1": lambda seen: seen.has_affiliation("maestro"),
    "IJ-AFF-2": lambda seen: any("vassal" in card.affiliations for card in seen.in_play),
    "IJ-AFF-3": lambda seen: (
        seen.has_affiliation("adorer") and any(card.has_hapexamendios_title for card in seen.all_cards)
    ),
    "IJ-AFF-4": lambda seen: seen.has_affiliation("aphrodyte") and seen.can_fight(),
    "IJ-AFF-5": lambda seen: any("artist" in card.affiliations for card in seen.own_in_play),
    "IJ-AFF-6": lambda seen: seen.has_affiliation("tabula-rasa") and seen.has_tabula_rasa_target(),
    "IJ-AFF-7": lambda seen: (
        seen.has_affiliation("oviate")
        and (seen.has_affiliation("vassal") or any(card.has_emotion_title for card in seen.all_cards))
    ),
    "IJ-ALLY-3": lambda seen: seen.has_held_site(own=True),
    "IJ-ALLY-8": lambda seen: any(card.kind == "action" for card in seen.hand),
    "IJ-AREA-4": lambda seen: seen.has_held_site(),
    "IJ-AUT-2": lambda seen: any(card.kind == "path" for card in seen.all_cards),
    "IJ-AUT-4": lambda seen: seen.has_held_site(own=True),
    "IJ-BORDER-1": lambda seen: any(len(card.home_dominions) > 1 for card in seen.all_cards),
    "IJ-CARD-2": lambda seen: any(card.kind not in ("character", "site") for card in seen.all_cards),
    "IJ-CHAL-1": SeenCards.can_fight,
    "IJ-CHAL-2": SeenCards.can_fight,
    "IJ-CHAL-3": SeenCards.can_fight,
    "IJ-CHAL-4": SeenCards.can_fight,
    "IJ-CHAL-7": SeenCards.can_fight,
    "IJ-CHAL-8": SeenCards.can_fight,
    "IJ-CHAL-9": SeenCards.can_fight,
    "IJ-HOLD-1": SeenCards.has_held_site,
    "IJ-HOLD-2": SeenCards.has_held_site,
    "IJ-HOLD-3": SeenCards.has_held_site,
    "IJ-OUT-1": lambda seen: min(seat.destiny_count for seat in seen.view.seats) <= _LOW_DESTINY,
    "IJ-POWER-1": lambda seen: any(card.icons for card in seen.all_cards),
    "IJ-POWER-2": lambda seen: any(
        card.continuous_effects and card.kind == "character" for card in seen.in_play
    ),
    "IJ-SEIZE-9": lambda seen: any(card.kind == "influence" for card in seen.hand),
    "IJ-SHORT-1": SeenCards.has_held_site,
    "IJ-TIME-7": lambda seen: any(
        effect.verb == "counter" for card in seen.all_cards for effect in card.effects
    ),
    "IJ-UNIQ-1": lambda seen: any(card.is_unique and card.kind == "character" for card in seen.hand),
}


_QUIET_WINDOWS = ("begins", "called", "acted", "retreated", "ends", "fought", "seized")
"""Windows in which nothing is announced and no fight is going on."""


def automatic_answer(game: Game) -> str:
    """Return the answer that a guided game gives automatically for the learner; "" if the learner has to
    answer.

    That is the only possible answer, a pass in a quiet window, or one that needs no maneuver. In phase 3
    cards matter: when an own turn begins; when a rival's does that they can hit; at the end of a turn, if
    they can hit Holders of a rival about to win; in an own turn, if a character could become ready.
    """
    question = game.question
    if isinstance(question, questions.InfluenceManeuverWindow) and _needs_no_maneuver(question):
        return questions.PASS
    if type(question) is not questions.FlashWindow:
        return single_answer(question)
    table, seat, when = question.table, question.player, question.when
    if when not in _QUIET_WINDOWS:
        return ""
    acts = list(map(question.announced, question.uses()))
    targets = [table.pieces[name] for act in acts for name in act.targets if name in table.pieces]
    winners = {*seats_winning_now(table)} - {seat} if when == "ends" else ()
    if table.phase == "ally" and table.current == seat and when != "ends":
        verbs = {effect.verb for act in acts for effect in act.effects or act.card.effects}
        matters = when == "begins" or not verbs.isdisjoint(("move", "unpivot"))
    elif when == "begins":
        matters = any(target.controller == table.current for target in targets)
    else:
        matters = any(target.controller in winners and target.area == "state" for target in targets)
    return "" if matters and table.phase == "ally" else questions.PASS


def _needs_no_maneuver(question: questions.InfluenceManeuverWindow) -> bool:
    """Return whether a seizure succeeds without the maneuvers in hand, all of which only change values."""
    table, fight = question.table, question.table.fight
    if fight is None or fight.defenders or not would_secure(table, fight):
        return False
    cards = [question.announced(use).card for use in question.uses()]
    return all(
        card.verbs == {"mod"} and (card.kind == "character" or not card.is_permanent) for card in cards
    )


FIRST_GAME = FirstGameSettings.load(
    PACKAGE_DIR / "first_game.toml",
    PACKAGE_DIR / "first_deals.toml",
    setup_lines={
        count: (
            f"imajica {count}",
            *(f"deck {_DECKS_BY_SEAT[seat % len(_DECKS_BY_SEAT)]}" for seat in range(count)),
            "variant short",
        )
        for count in (2, 3, 4)
    },
    progress_to_goal=_dominion_share,
    max_lead=0.4,
    max_answers=160,
    first_screen_rules=("IJ-AREA-1",),
    rules_for_options=rules_for_question,
    reason_for_rule=rule_relevance_reason,
    explains_promptly=True,
    max_needed_rules=3,
    is_rule_too_early=is_rule_too_early,
    automatic_answer=automatic_answer,
    filler_rules={
        "autarch": (
            *("IJ-SEIZE-1", "IJ-SEIZE-7", "IJ-SEIZE-2", "IJ-AREA-3", "IJ-HOLD-1", "IJ-AUT-2", "IJ-REC-2"),
            "IJ-BORDER-1",
            *("IJ-SHORT-1", "IJ-UNIQ-1", "IJ-AUT-4", "IJ-AREA-4"),
        ),
        "ally": (
            *("IJ-SEIZE-1", "IJ-SEIZE-7", "IJ-SEIZE-2", "IJ-CHAL-1", "IJ-PIV-1", "IJ-CHAL-8"),
            *("IJ-ALLY-1", "IJ-ALLY-3", "IJ-ALLY-7", "IJ-ALLY-6", "IJ-CHAL-4", "IJ-AFF-5", "IJ-AFF-4"),
            *("IJ-ALLY-8", "IJ-AFF-7", "IJ-AFF-6"),
        ),
        "respond": (
            *("IJ-PIV-1", "IJ-TIME-4", "IJ-SEIZE-4", "IJ-CHAL-7", "IJ-CHAL-9"),
            *("IJ-CHAL-2", "IJ-HOLD-2", "IJ-HOLD-3", "IJ-OUT-1", "IJ-TIME-7", "IJ-CARD-2", "IJ-POWER-1"),
            *("IJ-POWER-2", "IJ-CHAL-3", "IJ-SEIZE-9"),
        ),
    },
    unexplained_rules=("IJ-DECK-", "IJ-ODDS-", "IJ-VAR-"),
    unexplained_refusals=("IJ-TIME-1", "IJ-CARD-1"),
)
"""The guided first game, which three Dominions win."""
