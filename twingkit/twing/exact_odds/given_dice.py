"""The odds of a battle if something is known about the dice: fixed faces or excluded faces.

    odds_given_faces(line, attack_faces="Sun")                    the attacker's first roll is a Sun
    odds_given_faces(line, defence_faces=faces_except("Cross"))   the defender's first roll is not a Cross
    odds_given_faces(line, attack_faces=faces_except("Sun"), rolls="every")
                                                                  the attacker's die has no Sun at all

Write faces as in a record ("Sun", "-3"), or use the numbers of `twing.FACES`. The possible faces are equally
likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from twingkit.core.arguments import check_arguments, list_or_single, one_of_words
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.questions import one_line_excerpt
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.contest import DIE_STATES, DieRules, die_state
from twingkit.twing.exact_odds.odds import dice_odds, solve_contest
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.rules.cards import FACES, face_text, parse_face
from twingkit.twing.rules.rulebook import CardOrSideInMessage
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

Faces = int | str | Iterable[int | str]
"""One face of a die or several, as numbers or names."""

_FACES_ARGUMENT = list_or_single("argument.faces", int, str)


@attrs.frozen(cache_hash=True)
class _LoadedProfile(DieRules):
    """The rules for a die that can show only some faces, all equally likely."""

    possible_faces: frozenset[int] = attrs.field(kw_only=True)

    @property
    def roll_counts(self) -> tuple[float, ...]:
        """For each of `states`, how many of twelve rolls give it."""
        counts = Counter(die_state(face) for face in self.possible_faces)
        return tuple(12 * counts[state] / len(self.possible_faces) for state in DIE_STATES)


def parse_faces(faces: Faces) -> tuple[int, ...]:
    """Parse one or more die faces; return their numbers in `FACES`, without duplicates, in the order of the
    die.

    Raises `Fault` for an invalid face.

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
        raise Fault("given_dice.face", found=one_line_excerpt(str(face_or_name), 24), known=names)
    return face


def faces_except(*faces: int | str) -> tuple[int, ...]:
    """Return all faces of the Orn die (TW-BOX-3) except the given ones, as numbers.

    >>> [face_text(face) for face in faces_except("Sun", "Cross", "Spiral")][-1]
    '4'
    """
    left_out = parse_faces(faces) if faces else ()
    return tuple(face for face in FACES if face not in left_out)


@check_arguments(
    attack_faces=_FACES_ARGUMENT,
    defence_faces=_FACES_ARGUMENT,
    responses=RESPONSES_ARGUMENT,
    rolls=one_of_words("first", "every"),
)
def odds_given_faces(
    position: Battle | str,
    *,
    attack_faces: Faces | None = None,
    defence_faces: Faces | None = None,
    rolls: str = "first",
    responses: Responses = "none",
    variant: Variant | str = BOX,
) -> Odds:
    """Return the attacker's odds in a battle if one or both dice can show only the given faces.

    Parameters
    ----------
    position : Battle or str
        The battle or its notation.
    attack_faces, defence_faces : face or iterable of faces, optional
        The possible faces of each die; None for an ordinary die.
    rolls : str
        "first": the faces apply to the first roll only, and rerolls by cats, Hat and Shamrock use an
        ordinary die. "every": they apply to every roll. Miromon can turn the die to any face either way
        (TW-BAT-12). With the dice alone both give the same odds.
    responses : str
        "none" or "best", as in `twing.odds`.
    variant : Variant or str
        As in `twing.odds`.

    Raises
    ------
    NotationError, IllegalBattleError, BudgetError, VariantError
        As `twing.odds`.
    Fault
        An invalid face, no faces at all, or faces for the die of a shield, which does not roll (TW-BAT-5).

    Examples
    --------
    >>> print(odds_given_faces("F: F5 vs W: W6 & cat", attack_faces="Sun"))
    win 91.7%, tie 8.3%, loss 0.0%
    >>> print(odds_given_faces("F: F5 vs W: W6 & cat", attack_faces="Sun", responses="best"))
    win 84.0%, tie 16.0%, loss 0.0%
    """
    rules = as_variant(variant)
    contest = battle_contest(legal_battle(position, rules), rules)
    attack, defence = (
        profile if allowed is None else _loaded(profile, role, parse_faces(allowed))
        for profile, role, allowed in zip(contest.profiles, ROLES, (attack_faces, defence_faces), strict=True)
    )
    if responses == "none":
        odds = dice_odds(contest.margin, attack, defence, contest.terms)
        return odds if (attack, defence) == contest.profiles else attrs.evolve(odds, rule="")
    if rolls == "every":
        contest = attrs.evolve(contest, profiles=(attack, defence))
    values = solve_contest(contest)
    win = loss = 0.0
    for row, weight in enumerate(attack.roll_counts):
        for column, other in enumerate(defence.roll_counts):
            if weight and other:
                won, lost = values.win_and_loss((row, column))
                win += weight * other / 144 * won
                loss += weight * other / 144 * lost
    return Odds(win, max(0.0, 1.0 - win - loss), loss)


def _loaded(profile: DieRules, role: str, faces: tuple[int, ...]) -> DieRules:
    if not profile.rolls_die:
        raise Fault("given_dice.no_die", side=CardOrSideInMessage(role))
    return _LoadedProfile(**attrs.asdict(profile), possible_faces=frozenset(faces))
