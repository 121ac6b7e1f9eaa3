"""Questions about cats, Miromon, traps and rerolls: their legality, and battles with them."""

from __future__ import annotations

import random

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem, Reason, Texts
from twingkit.learn.quiz.makers import require, require_value
from twingkit.learn.quiz.options import make_item, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles.battle_wording import PHRASES as BATTLE
from twingkit.twing.quiz.battles.battle_wording import learner_role_texts, opponent_role, trap_answer
from twingkit.twing.quiz.battles.staging import PlannedBattle, PlayedBattle, deal_battle, random_face
from twingkit.twing.quiz.explanations import explanation_ruling
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.rules.cards import FACT_BY_FACE
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.rules.typed_rulings import CatPlayed, DieRolled, DieTurned

PHRASES = Phrases("responses")

_PLAY_SEQUENCES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("me", "cat"),),
    (("me", "cat"),),
    (("me", "cat"), ("me", "cat")),
    (("me", "miromon own"),),
    (("me", "miromon other"),),
    (("them", "cat"),),
    (("them", "miromon own"),),
    (("them", "miromon other"),),
    (("me", "cat"), ("them", "miromon other")),
    (("me", "cat"), ("me", "miromon own")),
    (("me", "miromon own"), ("me", "cat")),
    (("them", "miromon other"), ("me", "cat")),
    (("me", "miromon other"), ("them", "cat")),
)
"""Each play with the side that makes it."""


@attrs.frozen
class ResponseAttempt:
    """A response that the learner may or may not be allowed to play: the answer, the key of its question text
    (`may.…`), and the facts of that text.
    """

    answer: str
    question_key: str
    facts: dict[str, object] = attrs.field(factory=dict)

    @classmethod
    def miromon(cls, seat: int, on_own_die: bool) -> ResponseAttempt:
        """Return the attempt of the player in this seat to play Miromon on one of the dice."""
        whose = seat if on_own_die else 1 - seat
        name = "own" if on_own_die else "other"
        return cls(f"miromon {ROLES[whose]}", f"miromon_{name}", {"other": opponent_role(seat)})


CAT_ATTEMPT = ResponseAttempt("cat", "cat")


def may_play_item(
    played: PlayedBattle | None,
    seat: int,
    attempt: ResponseAttempt,
    moment_key: str = "",
    window: str = "respond",
) -> QuizItem | None:
    """Make the quiz question “May the learner play this response?”, asked at the learner's last decision in a
    response window.

    `moment_key` is the key of a sentence before the question. Return None if the battle cannot be played or
    the learner is not asked.
    """
    place = played.answer_index(window, -1, seat) if played else 0
    if played is None or place == len(played.answer_lines):
        return None
    game, line = played.game_at(place), f"{ROLES[seat]}: {attempt.answer}"
    refusal = game.refusal(line)
    why: Reason = refusal or _reason_why_allowed(game, line)
    if refusal and refusal.case == "no_such_creature":  # by its name, not as it was written
        targets = played.staged.battle.sides[1 - seat].lay.creatures
        facts = {**refusal.ruling.facts, "target": attempt.facts["card"], "targets": tuple(targets)}
        why = rule_refusal(refusal.rule, refusal.case, **facts)
    texts = [PHRASES(f"moment.{moment_key}", other=opponent_role(seat))] if moment_key else []
    return make_item(
        played.setup_text,
        played.answer_lines[:place],
        () if refusal else (line,),
        texts=join_texts(
            learner_role_texts(seat), *texts, PHRASES(f"may.{attempt.question_key}", **attempt.facts)
        ),
        choices=yes_no_options(refusal is None, refusal.rule if refusal else ""),
        why=[why],
        seat=seat,
    )


def _reason_why_allowed(game: Game, line: str) -> Reason:
    sides = {side.name: side for side in game.table.fight.sides}
    ruling = game.copy().give_answers(line).latest_rulings[0]
    whose = sides[ruling.facts["enemy" if ruling.rule == "TW-BAT-12" else "side"]]
    facts = {} if whose.shown_face is None else {"face": FACT_BY_FACE[whose.shown_face]}
    case = ruling.case if ruling.rule == "TW-BAT-9" else "allowed"
    return explanation_ruling(ruling.rule, case, **{**ruling.facts, **facts})


def play_in_time_item(
    played: PlayedBattle, seat: int, attempt: ResponseAttempt, before_roll: bool
) -> QuizItem | None:
    """Make the quiz question “May the learner play this response now?”, either before the roll
    (`before_roll`) or after it.
    """
    moment = ("before_roll", "before_roll") if before_roll else ("", "respond")
    return may_play_item(played, seat, attempt, *moment)


# -- battles with responses


def deal_mixed_element_battle(rng: random.Random, both_have_creatures: bool = False) -> Battle:
    """Deal a random battle in which each die may have its side's own element, optionally with creatures on
    both sides. Raise `NoQuestion` if the sides' card points differ by more than 5.
    """
    units = 1.0 if both_have_creatures else 0.25
    return deal_battle(
        rng, element_chances=(0.35, 0.35), creature_chances=(units, units), rider_chance=0.5, max_difference=5
    )


def plan_random_rolls(rng: random.Random, battle: Battle) -> PlannedBattle:
    """Return a plan of a battle in which each side with spells rolls one random face, sometimes a symbol."""
    return PlannedBattle.with_one_roll_each(battle, random_face(rng), random_face(rng))


def deal_cats_and_miromon_battle(rng: random.Random, seat: int) -> tuple[PlannedBattle, int]:
    """Deal a battle and plan responses with cats and Miromon for it; return the plan and the seat whose die
    was changed last.
    """
    staged, touched = plan_random_rolls(rng, deal_mixed_element_battle(rng)), seat
    cats, miromon = [0, 0], [0, 0]
    for player, play in rng.choice(_PLAY_SEQUENCES):
        by = seat if player == "me" else 1 - seat
        name, _, whose = play.partition(" ")
        touched = 1 - by if whose == "other" else by
        if name == "cat":
            cats[by] += 1
            staged = staged.with_play(by, "cat", random_face(rng))
        else:
            miromon[by] += 1
            staged = staged.with_play(by, f"miromon {ROLES[touched]}")
    for side in (0, 1):
        staged = staged.with_response_cards(side, cat=cats[side], miromon=miromon[side])
    return staged, touched


def require_sensible_plays(played: PlayedBattle | None) -> PlayedBattle:
    """Return a played battle, or raise `NoQuestion` if it is None or a player hurts themselves in it, by
    changing a good roll of their own or improving the opponent's.
    """
    battle, faces = require_value(played), {}
    for ruling in battle.rulings():
        match ruling.event:
            case DieRolled(side, face):
                faces[side] = face.face
            case CatPlayed(side):
                require(faces[side] <= 1)
            case DieTurned(side, whose, face, result):
                require(face.face != 0 and (face.face > 0) is not (whose == side))
                faces[whose] = result.face
    return battle


def deal_battle_with_trap(rng: random.Random, likely_seat: int) -> PlayedBattle:
    """Deal a battle in which a player, mostly the one in `likely_seat`, plays a trap, in some cases with a
    cat before or after it; raise `NoQuestion` if the dealt cards or dice do not suit.
    """
    dealt = make_or_none(deal_mixed_element_battle, rng, True)
    by = likely_seat if rng.random() < 0.65 else 1 - likely_seat
    battle = require_value(dealt)
    units = battle.sides[1 - by].units
    require(units)
    unit = (
        next((mounted for mounted in units if mounted.rider), units[0]) if rng.random() < 0.7 else units[-1]
    )
    card = rng.choice(unit.cards)
    require(battle.sides[1 - by].lay.creatures.count(card) <= 1)
    staged = PlannedBattle.with_one_roll_each(
        battle, random_face(rng, 0.1), random_face(rng, 0.1)
    )  # a trap matters for the points
    cat = rng.choice(("", "", "", "before", "after"))
    if cat == "before":
        staged = staged.with_play(by, "cat", random_face(rng, 0.1))
    staged = staged.with_play(by, trap_answer(unit, card))
    if cat == "after":
        staged = staged.with_play(by, "cat", random_face(rng, 0.1))
    return require_sensible_plays(staged.with_response_cards(by, trap=1, cat=int(bool(cat))).play_out())


def miromon_or_pass_options(seat: int) -> dict[str, tuple[str, Texts, str]]:
    """Return answer options for a pass and for Miromon on either die: by key, the response, its text and its
    cards.
    """
    return {
        "pass": ("", BATTLE("answer.pass"), ""),
        "own": (f"miromon {ROLES[seat]}", BATTLE("answer.miromon_own"), ""),
        "other": (
            f"miromon {ROLES[1 - seat]}",
            BATTLE("answer.miromon_other", other=opponent_role(seat)),
            "",
        ),
    }
