"""A battle in words: who the learner is, what the sides have played, and the cards that are meant."""

from __future__ import annotations

from twingkit.rulebook import Texts
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.quiz.battles.staging import Play, Played
from twingkit.twing.quiz.phrases import Phrases, joined
from twingkit.twing.rules.cards import FACE_FACTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay

SAY = Phrases("battle")


def role(seat: int) -> Texts:
    """The sentence on the learner's side."""
    return SAY(f"role.you_{seat}")


def other(seat: int) -> str:
    """The role of the side that faces the one in this seat, as a fact: `attacker` or `defender`."""
    return ROLES[1 - seat]


def asked(played: Played, seat: int, text: Texts) -> Texts:
    """The question after who the learner is, and after what is played."""
    return joined(role(seat), *_story(played, seat), text)


def _story(played: Played, seat: int) -> list[Texts]:
    """The plays of the sides in words, from the first response on, one sentence each."""
    faces = [list(rolled[1:]) for rolled in played.staged.faces]
    texts = [_play_text(played, play, seat, faces[play.seat]) for play in played.staged.plays]
    if texts:
        return [*texts, SAY("story.end")]
    passed = any(entry.kind == "respond" for entry in played.game.transcript)
    return [SAY("story.none")] if passed else []


def _play_text(played: Played, play: Play, seat: int, faces: list[int]) -> Texts:
    """A response in words; a new roll is the next of the `faces` to come."""
    player = "you" if play.seat == seat else "other"
    name, _, target = play.answer.partition(" ")
    facts: dict[str, object] = {"other": other(seat), "object": name}
    if name == "miromon":
        return SAY(f"story.miromon_{player}_{'own' if target == ROLES[play.seat] else 'other'}", **facts)
    if name == "trap":
        card = creature_of(played.staged.battle.sides[1 - play.seat].lay, target)
        return SAY(f"story.trap_{player}", card=card, **facts)
    sort = "cat" if name == "cat" else "reroll"
    return SAY(f"story.{sort}_{player}", face=FACE_FACTS[faces.pop(0)], **facts)


# -- cards that are meant


def creature_of(lay: Lay, target: str) -> Creature:
    """The creature card that a trap names: `F4`, or `>F3` for a rider. Raises `ValueError` for another."""
    for unit in lay.units:
        card = unit.rider if target.startswith(">") else unit.creature
        if card is not None and card.token == target.removeprefix(">"):
            return card
    raise ValueError(f"{lay} has no creature {target}")


def target_of(unit: Unit, card: Creature) -> str:
    """The answer with which a trap names a card of a unit."""
    return f"trap >{card.token}" if card is unit.rider else f"trap {card.token}"


def alone(card: Creature, lay: Lay) -> bool:
    """True if the words for a creature mean one card only."""
    return lay.creatures.count(card) == 1


def shown(*cards: Creature | Spell) -> str:
    """The cards shown beside an option, as a lay in notation."""
    spells = [card for card in cards if isinstance(card, Spell)]
    return str(Lay(spells, [Unit(card) for card in cards if isinstance(card, Creature)]))
