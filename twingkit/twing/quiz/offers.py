"""What may be done in a turn, asked of any table: the engine allows one of the options, or says why not."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import attrs

from twingkit.asking import Refusal
from twingkit.rulebook import Ruling, Texts
from twingkit.twing.actions import RITUAL_CATS, Act
from twingkit.twing.cards import read_card
from twingkit.twing.objects import OBJECTS
from twingkit.twing.player import Player
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.options import MOST, ask, yes_no, you
from twingkit.twing.quiz.phrases import COMMON, Said
from twingkit.twing.quiz.plans import Play, carry_out
from twingkit.twing.quiz.tables import Tabletop
from twingkit.twing.variant import Value

WORDS = ("attack", "duel", "buy", "capture", "ritual", "endgame", "pass")
"""The actions by their first words."""


DEALS = 60
"""Tables dealt for an answer that is wanted, before another one is taken."""


RARELY = 0.6
"""How often passing, or attacking, is no option where something else is."""


@attrs.frozen
class Offer:
    """An action that could be tried, and why it is refused (None: it is allowed)."""

    action: str
    refusal: Refusal | None

    @property
    def word(self) -> str:
        """Which of `WORDS` it is."""
        return self.action.partition(" ")[0]

    @property
    def reason(self) -> tuple[str, str]:
        """The rule that refuses it, and which case of it."""
        assert self.refusal is not None
        return self.refusal.rule, self.refusal.case


def offers(rng: random.Random, play: Play, words: Sequence[str] = WORDS) -> list[Offer]:
    """What the player whose turn it is could try, in any order: also to attack who is out, and to buy what
    does not lie open."""
    question = play.game.question
    assert isinstance(question, Act)
    table = question.table
    tried = [action for action in question.candidates() if _worth_asking(action, words, question.owner)]
    tried += [f"attack p{each.seat + 1}" for each in table.players if each.out and "attack" in words]
    if "buy" in words:
        closed = [name for each in table.players for name in each.owned] or list(OBJECTS)
        tried.append(f"buy {rng.choice(closed)}")
    rng.shuffle(tried)
    return [Offer(action, question.refusal(action)) for action in dict.fromkeys(tried)]


def _worth_asking(action: str, words: Sequence[str], player: Player) -> bool:
    """Whether an action is one of those asked for; a ritual only with the cats there are, nearly enough."""
    if action.startswith("ritual"):
        near = player.cats + player.miromon >= RITUAL_CATS - 1
        return "ritual" in words and near and action.endswith("miromon") is bool(player.miromon)
    return action.partition(" ")[0] in words


def action_texts(table: Tabletop, action: str) -> Texts:
    """An action in words."""
    word, _, target = action.partition(" ")
    seat, _, token = target.partition(" ")
    if word in ("attack", "duel"):
        return COMMON(f"act.{word}", side=table.names[int(seat[1:]) - 1])
    if word == "capture":
        return COMMON("act.capture", side=table.names[int(seat[1:]) - 1], card=read_card(f"creature {token}"))
    if word == "buy":
        return COMMON("act.buy", object=target)
    if action == "ritual miromon":
        return COMMON("act.ritual_miromon")
    return COMMON("act.endgame_again" if word == "endgame" and table.holdings[0].endgame else f"act.{word}")


def which_action(rng: random.Random, table: Tabletop, words: Sequence[str] = WORDS) -> Item | None:
    """Which of these may you do? One is allowed, the others are refused for different reasons."""
    play = carry_out(table)
    if play is None or not isinstance(play.game.question, Act):
        return None
    found = offers(rng, play, words)
    allowed = [each for each in found if each.refusal is None]
    kinds = sorted({each.word for each in allowed})
    if not kinds:
        return None
    for usual in ("pass", "attack"):  # nearly always allowed: the answer in fewer questions
        if len(kinds) > 1 and rng.random() < RARELY:
            kinds = [each for each in kinds if each != usual]
    word = rng.choice(kinds)
    right = next(each for each in allowed if each.word == word)
    wrong = _different([each for each in found if each.refusal])[: MOST - 1]
    done = carry_out(table, f"p1: {right.action}")
    if len(wrong) < 2 or done is None:
        return None
    options = [Choice(_key(right), action_texts(table, right.action), right=True)]
    options += [Choice(_key(each), action_texts(table, each.action), forgot=each.reason[0]) for each in wrong]
    why: list[Ruling | Refusal] = [*done.rulings()[:1]]
    why += [each.refusal for each in wrong if each.refusal]
    return ask(done, 0, texts=COMMON("act.which", you=Said(you(table))), choices=options, why=why)


def may_action(
    rng: random.Random, deal: Callable[[], Tabletop], words: Sequence[str], **stricter: Value
) -> Item | None:
    """May you do this? As often yes as no: tables are dealt until one fits.

    `stricter`: a variant that refuses more; who says no where it does takes its rule for ours.
    """
    wanted = rng.random() < 0.5
    for _ in range(DEALS):
        if found := _may(rng, deal(), words, wanted, stricter):
            return found
    return None


def _may(
    rng: random.Random, table: Tabletop, words: Sequence[str], wanted: bool, stricter: Mapping[str, Value]
) -> Item | None:
    play = carry_out(table)
    if play is None or not isinstance(play.game.question, Act):
        return None
    found = [each for each in offers(rng, play, words) if (each.refusal is None) is wanted]
    if not found:
        return None
    word = rng.choice(sorted({each.word for each in found}))
    offer = next(each for each in found if each.word == word)
    done = play if offer.refusal else carry_out(table, f"p1: {offer.action}")
    if done is None:
        return None
    why: list[Ruling | Refusal] = [offer.refusal] if offer.refusal else [*done.rulings()[:1]]
    strict = carry_out(table.under(**stricter)) if wanted else None
    question = strict.game.question if strict else None
    no = question.refusal(offer.action) if isinstance(question, Act) else None
    return ask(
        done,
        0,
        texts=COMMON("act.may", you=Said(you(table)), action=Said(action_texts(table, offer.action))),
        choices=yes_no(wanted, no.rule if no else why[0].rule),
        why=why,
    )


def _different(refused: Sequence[Offer]) -> list[Offer]:
    """Those refused for different reasons first, by different rules before all, then by different cases."""
    firsts: list[Offer] = []
    for part in (slice(0, 1), slice(0, 2)):
        for each in refused:
            if each not in firsts and each.reason[part] not in [other.reason[part] for other in firsts]:
                firsts.append(each)
    return firsts


def _key(offer: Offer) -> str:
    return offer.action.replace(" ", "-")
