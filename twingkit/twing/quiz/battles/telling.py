"""A battle in words, and the values asked for: who has to answer, what was played, who won, what a die
counts.
"""

from __future__ import annotations

from twingkit.core.rulebook import Ruling, Texts
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.quiz.battles.staging import Play, Played
from twingkit.twing.quiz.phrases import Phrases, join_texts
from twingkit.twing.rules.cards import FACE_FACTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay

SAY = Phrases("battle")


def role_text(seat: int) -> Texts:
    """Return the sentence that names the learner's side."""
    return SAY(f"role.you_{seat}")


def opponent_role(seat: int) -> str:
    """Return the role of the side opposite this seat, as a fact: `attacker` or `defender`."""
    return ROLES[1 - seat]


def question_text(played: Played, seat: int, text: Texts) -> Texts:
    """Return the question, preceded by who the learner is and what is played."""
    return join_texts(role_text(seat), *_story(played, seat), text)


def _story(played: Played, seat: int) -> list[Texts]:
    """Return what the sides play, from the first response on, one sentence each."""
    faces = [list(rolled[1:]) for rolled in played.staged.faces]
    texts = [_play_text(played, play, seat, faces[play.seat]) for play in played.staged.plays]
    if texts:
        return [*texts, SAY("story.end")]
    passed = any(entry.kind == "respond" for entry in played.game.transcript)
    return [SAY("story.none")] if passed else []


def _play_text(played: Played, play: Play, seat: int, faces: list[int]) -> Texts:
    """Return a response in words; a re-roll shows the next of the `faces`."""
    player = "you" if play.seat == seat else "other"
    name, _, target = play.answer.partition(" ")
    facts: dict[str, object] = {"other": opponent_role(seat), "object": name}
    if name == "miromon":
        return SAY(f"story.miromon_{player}_{'own' if target == ROLES[play.seat] else 'other'}", **facts)
    if name == "trap":
        card = creature_of(played.staged.battle.sides[1 - play.seat].lay, target)
        return SAY(f"story.trap_{player}", card=card, **facts)
    sort = "cat" if name == "cat" else "reroll"
    return SAY(f"story.{sort}_{player}", face=FACE_FACTS[faces.pop(0)], **facts)


# -- naming cards


def creature_of(lay: Lay, target: str) -> Creature:
    """Return the creature card that a trap names: `F4`, or `>F3` for a rider. Raise `ValueError` for another
    card.
    """
    for unit in lay.units:
        card = unit.rider if target.startswith(">") else unit.creature
        if card is not None and card.token == target.removeprefix(">"):
            return card
    raise ValueError(f"{lay} has no creature {target}")


def target_of(unit: Unit, card: Creature) -> str:
    """Return the answer with which a trap names a card of a unit."""
    return f"trap >{card.token}" if card is unit.rider else f"trap {card.token}"


def is_unambiguous(card: Creature, lay: Lay) -> bool:
    """Return True if the words for a creature fit only one card."""
    return lay.creatures.count(card) == 1


def cards_notation(*cards: Creature | Spell) -> str:
    """Return the cards shown beside an option, as a lay in notation."""
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
"""The rules that matter for finding out who wins, those most easily overlooked first."""

_DIE_VALUE_RULES = ("TW-BAT-15", "TW-POW-panties", "TW-POW-bra")
"""The rules that say what a die counts."""


def relevant_rulings(played: Played, seat: int | None = None) -> list[Ruling]:
    """Return the rulings that affect the outcome, only those about one side if it is given."""
    return [ruling for rule in _RELEVANT_RULES for ruling in played.find_rulings(rule, seat)]


def who_won(played: Played, seat: int) -> str:
    """Return `you`, `other` or `tie`, from the view of the learner in this seat."""
    won = played.result.winner
    return "tie" if won is None else "you" if won == seat else "other"


def who_is_paid(played: Played, seat: int) -> str:
    """Return who receives an Ornicle for the battle: `you`, `other` or `nobody`."""
    players = played.game.table.players
    return "you" if players[seat].ornicles else "other" if players[1 - seat].ornicles else "nobody"


def final_points(played: Played, whose: int) -> int | None:
    """Return a side's points in the end, or None if they did not decide."""
    return played.result.points[whose] if played.result.points else None


def die_ruling(played: Played, whose: int) -> Ruling | None:
    """Return the ruling that says what a side's die counts, or None if it has no die."""
    rulings = [
        ruling
        for ruling in played.rulings()
        if ruling.rule in _DIE_VALUE_RULES
        and ruling.facts["side"] == ROLES[whose]
        and ruling.facts.get("face")
    ]
    return rulings[-1] if rulings else None


def die_value(played: Played, whose: int) -> int | None:
    """Return what a side's die counts: a number, `SUN` or `CROSS`; None if it has no die."""
    ruling = die_ruling(played, whose)
    return int(ruling.facts["result"].face) if ruling else None


def creature_place(played: Played, whose: int, card: Creature) -> str | None:
    """Return where a creature of a side is in the end: `home`, `lost` or `taken`; None if it was not laid."""
    table = played.game.table
    if card in table.players[whose].entourage:
        return "home"
    if card in table.players[1 - whose].entourage:
        return "taken"
    return "lost" if card in table.discard else None


def discard_count(played: Played) -> int:
    """Return the number of cards on the discard pile in the end."""
    return len(played.game.table.discard)


def card_point_rulings(played: Played, seat: int) -> list[Ruling]:
    """Return the rulings about the points on a side's cards, the one for all its cards first."""
    rules = ("TW-BAT-2", "TW-BAT-1", "TW-BAT-4", "TW-BAT-5")
    return [ruling for rule in rules for ruling in played.find_rulings(f"{rule} laid", seat)]


def card_points(played: Played, seat: int) -> int:
    """Return the points on a side's cards in the engine's last ruling about them: after the lay, or after a
    trap.
    """
    traps = [
        ruling for ruling in played.find_rulings("TW-BAT-13 played") if ruling.facts["enemy"] == ROLES[seat]
    ]
    if traps:
        return int(traps[-1].facts["n"])
    ruling = card_point_rulings(played, seat)[0]
    return int(ruling.facts["m" if ruling.rule == "TW-BAT-2" else "n"])
