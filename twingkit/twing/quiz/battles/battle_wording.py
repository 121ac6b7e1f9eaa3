"""The wording of questions about a battle, and the values that they ask for, read from the played battle."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import events_of, rulings_about
from twingkit.twing.quiz.battles.staging import PlannedResponse, PlayedBattle
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.rules.cards import FACT_BY_FACE, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.typed_rulings import CreatureTrapped, DieCounted, ShieldLaid, SpellsLaid, UnitsLaid

PHRASES = Phrases("battle")


def learner_role_texts(seat: int) -> TextByLanguage:
    """Return the sentence, in every language, that tells the learner which side they are on."""
    return PHRASES(f"role.you_{seat}")


def opponent_role(seat: int) -> str:
    """Return the role of the learner's opponent, `attacker` or `defender`; the learner has the role of
    `seat`.
    """
    return ROLES[1 - seat]


def question_text(played: PlayedBattle, seat: int, text: TextByLanguage) -> TextByLanguage:
    """Return the full text of a quiz question: the learner's side, the responses so far, then `text`."""
    return join_texts(learner_role_texts(seat), *_story(played, seat), text)


def _story(played: PlayedBattle, seat: int) -> list[TextByLanguage]:
    """Return the plays of both sides, one sentence each, from the first response on."""
    faces = [list(rolled[1:]) for rolled in played.staged.faces]
    texts = [_play_text(played, play, seat, faces[play.seat]) for play in played.staged.plays]
    if texts:
        return [*texts, PHRASES("story.end")]
    passed = any(entry.kind == "respond" for entry in played.game.transcript)
    return [PHRASES("story.none")] if passed else []


def _play_text(played: PlayedBattle, play: PlannedResponse, seat: int, faces: list[int]) -> TextByLanguage:
    player = "you" if play.seat == seat else "other"
    name, _, target = play.answer.partition(" ")
    facts: dict[str, object] = {"other": opponent_role(seat), "object": name}
    if name == "miromon":
        return PHRASES(f"story.miromon_{player}_{'own' if target == ROLES[play.seat] else 'other'}", **facts)
    if name == "trap":
        card = trap_target_creature(played.staged.battle.sides[1 - play.seat].lay, target)
        return PHRASES(f"story.trap_{player}", card=card, **facts)
    sort = "cat" if name == "cat" else "reroll"
    return PHRASES(f"story.{sort}_{player}", face=FACT_BY_FACE[faces.pop(0)], **facts)


# -- naming cards


def trap_target_creature(lay: Lay, target: str) -> Creature:
    """Return the creature card that a trap answer names: `F4`, or `>F3` for a rider."""
    for unit in lay.units:
        card = unit.rider if target.startswith(">") else unit.creature
        if card is not None and card.token == target.removeprefix(">"):
            return card
    raise ValueError(f"{lay} has no creature {target}")


def trap_answer(unit: Unit, card: Creature) -> str:
    """Return the answer that plays a trap on a card of a unit: `trap F4`, or `trap >F3` for a rider."""
    return f"trap >{card.token}" if card is unit.rider else f"trap {card.token}"


def cards_notation(*cards: Creature | Spell) -> str:
    """Return cards as a lay in notation, to be shown beside an option."""
    spells = [card for card in cards if isinstance(card, Spell)]
    return str(Lay(spells, [Unit(card) for card in cards if isinstance(card, Creature)]))


# -- the rulings of a battle as values to ask for: every value is a fact of a ruling or is on the table

_RELEVANT_RULES = (
    "TW-BAT-13 played",
    "TW-BAT-9 interrupt",
    "TW-BAT-11 played",
    "TW-BAT-12 played",
    "TW-BAT-12 own",
    "TW-BAT-14 used",
    "TW-POW-bra sun",
    "TW-POW-panties cross",
    "TW-BAT-15 own_element",
    "TW-BAT-15 spiral",
    "TW-POW-teddy extra",
    "TW-BAT-5 no_die",
    "TW-BAT-3 rides",
)
"""The rules that matter for the winner, the most easily overlooked first."""

_DIE_VALUE_RULES = ("TW-BAT-15", "TW-POW-panties", "TW-POW-bra")


def relevant_rulings(played: PlayedBattle, seat: int | None = None) -> list[Ruling]:
    """Return the rulings that affect the outcome of a battle, or only those about one side."""
    return [ruling for rule in _RELEVANT_RULES for ruling in played.find_rulings(rule, seat)]


def winner_key(played: PlayedBattle, seat: int) -> str:
    """Return the winner as seen by the learner in this seat: `you`, `other` or `tie`."""
    won = played.result.winner
    return "tie" if won is None else "you" if won == seat else "other"


def ornicle_receiver_key(played: PlayedBattle, seat: int) -> str:
    """Return the receiver of the Ornicle of a battle: `you`, `other` or `nobody`."""
    players = played.game.table.players
    return "you" if players[seat].ornicles else "other" if players[1 - seat].ornicles else "nobody"


def final_points(played: PlayedBattle, side_index: int) -> int | None:
    """Return a side's final points (cards and die) in a battle, or None if the points did not decide it."""
    return played.result.points[side_index] if played.result.points else None


def die_value_ruling(played: PlayedBattle, side_index: int) -> Ruling | None:
    """Return the ruling about the value of a side's die, or None if the side has no die."""
    rulings = [
        ruling
        for ruling in rulings_about(played.rulings(), ROLES[side_index])
        if ruling.rule in _DIE_VALUE_RULES
    ]
    return rulings[-1] if rulings else None


def die_value(played: PlayedBattle, side_index: int) -> int | None:
    """Return the value of a side's die: a number, `SUN` or `CROSS`; None if the side has no die."""
    ruling = die_value_ruling(played, side_index)
    return events_of([ruling], DieCounted)[0].result.face if ruling else None


def creature_fate(played: PlayedBattle, side_index: int, card: Creature) -> str | None:
    """Return what happens to a creature of a side: `home`, `lost` or `taken`; None if the creature is not
    found.
    """
    table = played.game.table
    if card in table.players[side_index].entourage:
        return "home"
    if card in table.players[1 - side_index].entourage:
        return "taken"
    return "lost" if card in table.discard_pile else None


def final_discard_pile_size(played: PlayedBattle) -> int:
    """Return the final number of cards on the discard pile."""
    return len(played.game.table.discard_pile)


def card_point_rulings(played: PlayedBattle, seat: int) -> list[Ruling]:
    """Return the rulings of a played battle that count the points on a side's laid cards, the total first."""
    rules = ("TW-BAT-2", "TW-BAT-1", "TW-BAT-4", "TW-BAT-5")
    return [ruling for rule in rules for ruling in played.find_rulings(f"{rule} laid", seat)]


def card_points(played: PlayedBattle, seat: int) -> int:
    """Return the points on a side's cards: after the lay or, if a trap was played, after the trap."""
    traps = [trap for trap in events_of(played.rulings(), CreatureTrapped) if trap.enemy == ROLES[seat]]
    if traps:
        return traps[-1].n
    match card_point_rulings(played, seat)[0].event:
        case UnitsLaid(m=points) | SpellsLaid(n=points) | ShieldLaid(n=points):
            return points
    raise NoQuestion
