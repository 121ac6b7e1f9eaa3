"""The odds of a battle if something is known about the dice: faces fixed, or faces left out.

    odds_given(line, attack_faces="Sun")                  the attacker's first roll is a Sun
    odds_given(line, defence_faces=faces_but("Cross"))    the defender's first roll is no Cross
    odds_given(line, faces_but("Sun"), rolls="every")     the attacker's die has no Sun at all

Faces are written as in a record ("Sun", "-3") or given as the numbers of `twing.FACES`; those that can come
are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from twingkit.core.arguments import check_arguments, list_or_single, one_of_words
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Words
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import STATES, Contest, Profile, state_of
from twingkit.twing.exact_odds.odds import check_responses, dice_odds, solve_contest
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle, legal_battle
from twingkit.twing.rules.cards import FACES, face_text, parse_face
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

ROLLS = ("first", "every")
"""The rolls of a die that are meant: the first one, or re-rolls too."""

Faces = int | str | Iterable[int | str]
"""One face or several."""

FACES_ARGUMENT = list_or_single("argument.faces", int, str)
"""One face or several, where a function takes them."""


@attrs.frozen
class RulebookWord:
    """A fact of a message that is said by the words of the rulebook: a side, a card, a face, an object."""

    value: object

    @localized
    def text(self, lang: str | None = None) -> str:
        """The fact in words."""
        words: Words = rulebook().words
        return words.label(self.value)


@attrs.frozen(cache_hash=True)
class LoadedProfile(Profile):
    """A die of which only some faces can come, all equally likely."""

    faces: frozenset[int] = attrs.field(kw_only=True)

    @property
    def weights(self) -> tuple[float, ...]:
        """The number of twelve rolls that give each state."""
        counts = Counter(state_of(face) for face in self.faces)
        return tuple(12 * counts[state] / len(self.faces) for state in STATES)


def parse_faces(faces: Faces) -> tuple[int, ...]:
    """Faces as numbers of `FACES`, each once, in the die's order; a `Fault` names what is no face.

    >>> parse_faces(["Sun", -3, "+2"])
    (-3, 2, 99)
    """
    chosen = {_face(face) for face in ([faces] if isinstance(faces, int | str) else faces)}
    if not chosen:
        raise Fault("given_dice.no_faces")
    return tuple(face for face in FACES if face in chosen)


def _face(face_or_name: object) -> int:
    face = parse_face(face_or_name) if isinstance(face_or_name, str) else face_or_name
    if type(face) is not int or face not in FACES:
        names = ", ".join(face_text(face) for face in FACES)
        raise Fault("given_dice.face", found=one_line(str(face_or_name), 24), known=names)
    return face


def faces_except(*faces: int | str) -> tuple[int, ...]:
    """All faces of the Orn die (TW-BOX-3) without these.

    >>> [face_text(face) for face in faces_except("Sun", "Cross", "Spiral")][-1]
    '4'
    """
    left_out = parse_faces(faces) if faces else ()
    return tuple(face for face in FACES if face not in left_out)


@check_arguments(
    attack_faces=FACES_ARGUMENT,
    defence_faces=FACES_ARGUMENT,
    responses=RESPONSES_ARGUMENT,
    rolls=one_of_words(*ROLLS),
)
def odds_given(
    battle: Battle | str,
    attack_faces: Faces | None = None,
    defence_faces: Faces | None = None,
    responses: Responses = "none",
    rolls: str = "first",
    variant: Variant | str = BOX,
) -> Odds:
    """The attacker's odds if a die shows one of these faces; None leaves the die as it is.

    With `rolls="first"` this is known of the first roll only: what cats, Hat and Shamrock roll later is a
    whole die again. With `rolls="every"` the die has no other faces, however often it is rolled. What
    Miromon turns a die to is free either way (TW-BAT-12). For the dice alone both are the same.

    `responses` and `variant` are those of `twing.odds`, whose errors are raised for a bad battle; a `Fault`
    for what is no face, for no faces at all and for the die of a shield, which is not rolled (TW-BAT-5).

    >>> print(odds_given("F: F5 vs W: W6 & cat", attack_faces="Sun"))
    win 91.7%, tie 8.3%, loss 0.0%
    >>> print(odds_given("F: F5 vs W: W6 & cat", attack_faces="Sun", responses="best"))
    win 84.0%, tie 16.0%, loss 0.0%
    """
    check_responses(responses)
    if rolls not in ROLLS:
        raise Fault("given_dice.rolls", found=one_line(str(rolls), 24))
    rules = as_variant(variant)
    contest = contest_of(legal_battle(battle, rules), rules)
    dice = loaded_dice(contest, (attack_faces, defence_faces))
    if responses == "none":
        return first_roll_odds(contest, dice)
    return first_roll_odds(
        contest, dice, solve_contest(attrs.evolve(contest, profiles=dice) if rolls == "every" else contest)
    )


def loaded_dice(contest: Contest, faces: tuple[Faces | None, Faces | None]) -> tuple[Profile, Profile]:
    """The profiles of both dice when only these faces can come."""
    attack, defence = (
        profile if allowed is None else _loaded(profile, role, parse_faces(allowed))
        for profile, role, allowed in zip(contest.profiles, ROLES, faces, strict=True)
    )
    return attack, defence


def _loaded(profile: Profile, role: str, faces: tuple[int, ...]) -> Profile:
    if not profile.rolls:
        raise Fault("given_dice.no_die", side=RulebookWord(role))
    return LoadedProfile(**attrs.asdict(profile), faces=frozenset(faces))


def first_roll_odds(contest: Contest, dice: tuple[Profile, Profile], values: Values | None = None) -> Odds:
    """The odds of a contest with these dice for the first roll: alone, or followed by best play."""
    if values is None:
        odds = dice_odds(contest.margin, *dice, contest.terms)
        return odds if dice == contest.profiles else attrs.evolve(odds, rule="")
    win = loss = 0.0
    for row, weight in enumerate(dice[0].weights):
        for column, other in enumerate(dice[1].weights):
            if weight and other:
                won, lost = values.chances((row, column))
                win += weight * other / 144 * won
                loss += weight * other / 144 * lost
    return Odds(win, max(0.0, 1.0 - win - loss), loss)
