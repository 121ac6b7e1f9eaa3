"""The choices before an answer in Imajica: what to do first, then with whom and on whom.

A choice is kept as `aim`, the beginning of the answer ("seize slew", "play pneuma by sartori"), and the
`picked` characters, moves or shares of damage. What can be chosen next are the allowed answers that begin so.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Question
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.autarch import Autarch
from twingkit.imajica.rules.carry_out import carry_out
from twingkit.imajica.rules.challenge import dying_characters
from twingkit.imajica.rules.deeds import Ally
from twingkit.imajica.rules.questions import PASS, Damage, ImajicaQuestion, Influence, NameCharacters, Respond
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.windows import has_no_effect, own_cards_stopped, pivot_after_use, sites_lost
from twingkit.imajica.view import sums_of
from twingkit_widgets.imajica.play.answers import ACTS, split_targets
from twingkit_widgets.imajica.play.dealing import shares_of
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState

FIGHTS = ("seize", "challenge")
"""The words of deeds for which characters are picked one by one."""

MOVE = "reassign"
"""The word of a reassignment, whose moves are picked one by one."""

FEW = 6
"""No more answers than these stand side by side without a choice before them."""


@attrs.frozen(kw_only=True)
class ImajicaUiState(UiState):
    """The state of what is chosen: the beginning `aim` of an answer, and what is `picked` for it."""

    aim: str = ""
    picked: tuple[str, ...] = ()


def ui_state_of(player_view: PlayerView) -> ImajicaUiState:
    """The choices of the person so far."""
    assert isinstance(player_view.ui_state, ImajicaUiState)
    return player_view.ui_state


def is_picking(asked: Question | None, aim: str) -> bool:
    """True if the answer is picked together now: characters, moves, or who dies."""
    return isinstance(asked, NameCharacters | Damage) or aim.partition(" ")[0] in (*FIGHTS, MOVE)


def is_aim(asked: ImajicaQuestion, aim: str) -> bool:
    """True if an answer can begin so."""
    word, *rest = aim.split()
    if word in FIGHTS:
        return isinstance(asked, Ally) and len(rest) == 1 and rest[0] in targets_of(asked, word)
    if word == MOVE:
        return isinstance(asked, Autarch) and bool(moves_of(asked))
    return bool(answers_from(asked, aim))


# -- what is picked


def pickable(asked: ImajicaQuestion, aim: str) -> list[str]:
    """The tokens, or moves, that can be picked for an answer."""
    if isinstance(asked, Damage):
        fight = asked.table.fight
        return list(fight.involved) if fight else []
    if isinstance(asked, NameCharacters):
        return asked.able()
    if aim == MOVE and isinstance(asked, Autarch):
        return moves_of(asked)
    ready = [piece.token for piece in asked.table.ready(asked.player)]
    return [token for token in ready if asked.broken_rule(f"{aim} with {token}") is None]


def unpickable(asked: ImajicaQuestion, aim: str) -> list[str]:
    """The own characters that cannot be picked, of those that one might think of."""
    if isinstance(asked, Damage) or not is_picking(asked, aim) or aim == MOVE:
        return []
    area = "reserve" if getattr(asked, "word", "") == "advance" else "active"
    fight = asked.table.fight
    others = {*pickable(asked, aim), *(fight.involved if fight else ())}
    own = asked.table.characters(asked.player, area)
    return [piece.token for piece in own if piece.token not in others]


def picked_answer(asked: ImajicaQuestion, aim: str, picked: Sequence[str]) -> str:
    """The answer that picked characters, moves or victims make."""
    if isinstance(asked, Damage):
        return " ".join(["damage", *(f"{token} {number}" for token, number in shares_of(picked).items())])
    if isinstance(asked, NameCharacters):
        return " ".join([asked.word, *picked])
    return " ".join([aim, *([] if aim == MOVE else ["with"]), *picked])


def moves_of(asked: Autarch) -> list[str]:
    """The moves that a reassignment can have (IJ-AUT-4)."""
    table, seat = asked.table, asked.player
    places = [*(site.token for site in table.sites(seat)), "reserve"]
    moves = [f"{piece.token}>{place}" for piece in table.characters(seat) for place in places]
    return [move for move in moves if asked.broken_rule(f"{MOVE} {move}") is None]


# -- what is chosen step by step


def targets_of(asked: Ally, word: str) -> list[str]:
    """The characters that can be challenged, or the Sites that can be seized."""
    table = asked.table
    pieces = table.sites() if word == "seize" else table.characters(area="active")
    return [piece.token for piece in pieces if pickable(asked, f"{word} {piece.token}")]


def plain_answers(asked: ImajicaQuestion) -> list[str]:
    """The allowed answers of one step: calls, retreats, Sites and Paths to lay, or all that there are."""
    table, seat = asked.table, asked.player
    if isinstance(asked, Ally):
        calls = [f"call {name}" for name in dict.fromkeys(table.players[seat].hand)]
        tried = [*calls, *(f"retreat {piece.token}" for piece in table.ready(seat))]
    elif isinstance(asked, Autarch):
        hand = list(dict.fromkeys(table.players[seat].hand))
        tried = [f"lay {name}" for name in hand]
        tried += [f"path {name} on {site.token}" for name in hand for site in table.sites()]
    else:
        return [answer for answer in asked.options() if answer.split()[0] not in (*ACTS, PASS)]
    return [answer for answer in tried if asked.broken_rule(answer) is None]


def remaining_action(asked: Ally) -> str:
    """Return what can be done in an Ally turn: "call" if Allies can still be called, "act", or "nothing"."""
    plain = plain_answers(asked)
    if any(answer.startswith("call ") for answer in plain):
        return "call"
    return (
        "act" if plain or any(targets_of(asked, word) for word in FIGHTS) or act_answers(asked) else "nothing"
    )


def answer_naming_all(asked: ImajicaQuestion) -> str:
    """The answer that names all who may be named, where that is what one mostly wants; "" where it is not."""
    tokens = asked.able() if isinstance(asked, Advance) else []
    return picked_answer(asked, "", tokens) if len(tokens) > 1 else ""


def moment_of(asked: ImajicaQuestion) -> str:
    """The kind of card that may be played at a question."""
    if isinstance(asked, Respond):
        return asked.moment
    return "action" if isinstance(asked, Ally) else "dictate"


def does_nothing(asked: ImajicaQuestion, answer: str) -> bool:
    """True for a card or a power that would do nothing as things stand."""
    if answer.partition(" ")[0] not in ACTS:
        return False
    return has_no_effect(asked.table, acts.parse_act(asked.table, asked.player, answer, moment_of(asked)))


def sites_lost_by(asked: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """The tokens of the Sites that a card or a power would cost its own player."""
    if answer.partition(" ")[0] not in ACTS:
        return ()
    return sites_lost(asked.table, acts.parse_act(asked.table, asked.player, answer, moment_of(asked)))


def own_cards_stopped_by(asked: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """The tokens of the own cards that a card or a power would pivot or remove."""
    if answer.partition(" ")[0] not in ACTS:
        return ()
    return own_cards_stopped(asked.table, acts.parse_act(asked.table, asked.player, answer, moment_of(asked)))


def only_weakens(asked: ImajicaQuestion, answer: str) -> bool:
    """True for an influence maneuver that would only leave the person’s side worse off (IJ-SEIZE-3)."""
    if not isinstance(asked, Influence):
        return False
    done = table_after(asked, answer)
    if done is None or done.fight is None or asked.table.fight is None:
        return False
    return _lead(done, done.fight, asked.player) < _lead(asked.table, asked.table.fight, asked.player)


def _lead(table: ImajicaTable, fight: Fight, seat: int) -> int:
    """By how much a side of a fight is ahead; of a seizure that nobody contests, of the Resistance."""
    own, other, *resistance = sums_of(table, fight)
    if resistance and not fight.theirs:
        other = resistance[0]
    return own - other if seat == fight.seat else other - own


def characters_saved_by(asked: ImajicaQuestion, answer: str) -> tuple[str, ...]:
    """The tokens of those whom dealt damage kills now, and no more after a card or a power (IJ-CHAL-9)."""
    dead = dying_characters(asked.table)
    done = table_after(asked, answer) if dead else None
    if done is None:
        return ()
    left = {piece.token for piece in dying_characters(done)}
    return tuple(piece.token for piece in dead if piece.token in done.pieces and piece.token not in left)


def table_after(asked: ImajicaQuestion, answer: str) -> ImajicaTable | None:
    """A copy of the table on which a card or a power has acted, and who used the power is pivoted (IJ-PIV-2);
    None for another answer, and for one that asks something first."""
    if answer.partition(" ")[0] not in ACTS:
        return None
    done: ImajicaTable = asked.table.copy()
    act = acts.parse_act(done, asked.player, answer, moment_of(asked))
    if next(carry_out(done, act), None) is not None:
        return None
    pivot_after_use(done, act)
    return done


def act_answers(asked: ImajicaQuestion) -> list[str]:
    """The cards and powers that can be played now, aimed in every way."""
    if isinstance(asked, Ally | Autarch):
        return list(acts.options(asked.table, asked.player, moment_of(asked)))
    if isinstance(asked, Respond):
        return [answer for answer in asked.options() if answer != PASS]
    return []


def answers_from(asked: ImajicaQuestion, aim: str) -> list[str]:
    """The cards and powers that can be played now and begin with an aim."""
    return [answer for answer in act_answers(asked) if f"{answer} ".startswith(f"{aim} ")]


def group_by_beginning(answers: Sequence[str]) -> dict[str, list[str]]:
    """Cards and powers by their beginnings (`play pneuma`, `use veiled-empress 2`), each with its answers."""
    ways: dict[str, list[str]] = {}
    for answer in answers:
        word, *rest = answer.split()
        head, _ = split_targets(rest)
        own = head[:2] if head[1:2] and head[1].isdecimal() else head[:1]
        ways.setdefault(" ".join([word, *own]), []).append(answer)
    return ways


def next_steps(answers: Sequence[str]) -> dict[str, list[str]]:
    """Return what can be chosen next of some answers that begin alike: the answers themselves if they are
    few, else the Ally by whom, each with its answers."""
    by: dict[str, list[str]] = {}
    for answer in answers:
        head, _ = split_targets(answer.split())
        by.setdefault(" ".join(head), []).append(answer)
    if len(answers) <= FEW or len(by) == 1:
        return {answer: [answer] for answer in answers}
    return by
