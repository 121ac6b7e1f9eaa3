"""Questions on what may be done in a turn, for any table: the engine allows one of the options, or gives the
reason against it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from twingkit.core.asking import Refusal
from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.making import required, until
from twingkit.twing.quiz.asking import MOST_OPTIONS, Mistake, Reason, choices, varied, yes_no
from twingkit.twing.quiz.games.plans import Play, Tabletop, carry_out
from twingkit.twing.quiz.phrases import Phrases, Said, joined
from twingkit.twing.rules.cards import read_card
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import refuse
from twingkit.twing.rules.turns.actions import RITUAL_CATS, Act, denials

SAY = Phrases("offers")

WORDS = ("attack", "duel", "buy", "capture", "ritual", "endgame", "pass")
"""The actions by their first words."""

RARELY = 0.6
"""The probability that passing, or attacking, is no option where something else is."""


@attrs.frozen
class Offer:
    """An action that could be tried, and why it is refused (None: it is allowed)."""

    action: str
    refusal: Refusal | None

    @property
    def word(self) -> str:
        """The word of `WORDS` that the action begins with."""
        return self.action.partition(" ")[0]


def offers(rng: random.Random, play: Play, words: Sequence[str] = WORDS) -> list[Offer]:
    """The actions that the player whose turn it is could try, in any order: also to attack a player who is
    out, and to buy an object that is not in the display."""
    question = play.game.question
    assert isinstance(question, Act)
    table = question.table
    actions = [action for action in question.candidates() if _worth_asking(action, words, question.owner)]
    actions += [f"attack p{player.seat + 1}" for player in table.players if player.out and "attack" in words]
    if "buy" in words:
        closed = [name for player in table.players for name in player.owned] or list(OBJECTS)
        actions.append(f"buy {rng.choice(closed)}")
    rng.shuffle(actions)
    return [Offer(action, question.refusal(action)) for action in dict.fromkeys(actions)]


def refusals(play: Play, action: str) -> tuple[Refusal, ...]:
    """Everything that forbids an action; where it is one thing alone, without it the action would be
    allowed."""
    question = play.game.question
    assert isinstance(question, Act)
    return tuple(
        refuse(*denial[:2], **denial[2]) for denial in denials(question.table, question.owner, action)
    )


def _told(play: Play, action: str) -> Mistake:
    """An action as a wrong option, with all that forbids it."""
    reasons = refusals(play, action)
    return Mistake(action, reasons[0].rule if len(reasons) == 1 else "", reasons)


def _worth_asking(action: str, words: Sequence[str], player: Player) -> bool:
    """True if an action begins with one of these words; a ritual only with nearly enough cats."""
    if action.startswith("ritual"):
        near = player.cats + player.miromon >= RITUAL_CATS - 1
        return "ritual" in words and near and action.endswith("miromon") is bool(player.miromon)
    return action.partition(" ")[0] in words


def action_texts(table: Tabletop, action: str) -> Texts:
    """An action in words."""
    word, _, target = action.partition(" ")
    seat, _, token = target.partition(" ")
    if word in ("attack", "duel"):
        return SAY(f"act.{word}", side=table.names[int(seat[1:]) - 1])
    if word == "capture":
        return SAY("act.capture", side=table.names[int(seat[1:]) - 1], card=read_card(f"creature {token}"))
    if word == "buy":
        return SAY("act.buy", object=target)
    if action == "ritual miromon":
        return SAY("act.ritual_miromon")
    return SAY("act.endgame_again" if word == "endgame" and table.holdings[0].endgame else f"act.{word}")


def _action_texts(table: Tabletop, ask: str, **facts: object) -> Texts:
    """The question; before it, that the object stack is empty, which no picture of the table shows."""
    note = [SAY("ask.no_stack")] if len(table.lying) == len(OBJECTS) else []
    return joined(*note, SAY(f"ask.{ask}", **facts))


def which_action(rng: random.Random, table: Tabletop, words: Sequence[str] = WORDS) -> Item | None:
    """The question “Which of these may you do?” One is allowed, the others are refused for different
    reasons."""
    play = carry_out(table)
    if play is None or not isinstance(play.game.question, Act):
        return None
    every = offers(rng, play, words)
    allowed = [offer for offer in every if offer.refusal is None]
    kinds = sorted({offer.word for offer in allowed})
    if not kinds:
        return None
    for usual in ("pass", "attack"):  # nearly always allowed: the answer in fewer questions
        if len(kinds) > 1 and rng.random() < RARELY:
            kinds = [kind for kind in kinds if kind != usual]
    word = rng.choice(kinds)
    right = next(offer for offer in allowed if offer.word == word)
    # for different reasons only: twice the same one is once too often
    refused = [(offer.action, offer.refusal) for offer in every if offer.refusal]
    cases = len({(refusal.rule, refusal.case) for _, refusal in refused})
    wrong = varied(refused)[: min(MOST_OPTIONS - 1, cases)]
    after = required(carry_out(table, f"p1: {right.action}"))
    options = choices(
        right.action,
        [_told(play, action) for action, _ in wrong],
        lambda action: action_texts(table, action),
        key=lambda action: str(action).replace(" ", "-"),
    )
    return after.ask(0, _action_texts(table, "which"), options, after.rulings()[:1])


def may_action(rng: random.Random, deal: Callable[[], Tabletop], words: Sequence[str]) -> Item | None:
    """The question “May you do this?”, with yes and no equally often: tables are dealt until one fits."""
    target = rng.random() < 0.5
    return until(lambda: _may(rng, deal(), words, target))


def _may(rng: random.Random, table: Tabletop, words: Sequence[str], target: bool) -> Item | None:
    play = carry_out(table)
    if play is None or not isinstance(play.game.question, Act):
        return None
    matching = [offer for offer in offers(rng, play, words) if (offer.refusal is None) is target]
    if not matching:
        return None
    word = rng.choice(sorted({offer.word for offer in matching}))
    offer = next(candidate for candidate in matching if candidate.word == word)
    after = required(play if offer.refusal else carry_out(table, f"p1: {offer.action}"))
    why: Reason = offer.refusal if offer.refusal else after.rulings()[0]
    texts = _action_texts(table, "may", action=Said(action_texts(table, offer.action)))
    alone = offer.refusal is not None and len(refusals(play, offer.action)) == 1
    return after.ask(0, texts, yes_no(target, why.rule if alone else ""), [why])
