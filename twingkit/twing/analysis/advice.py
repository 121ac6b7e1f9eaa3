"""Advice on lays: every legal attack with its best answer, or every legal defence against an attack.

`advise(position)` returns a table with one row for each legal lay, the best first; `rank_lays` returns the
same without pandas, ranked by a goal, and explains the best lay in sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from twingkit.analyse.advice_by_playouts import advise_by_playouts
from twingkit.core.arguments import check_arguments
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES, Role
from twingkit.core.play import Game
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import Odds
from twingkit.odds.shares import DEFAULT_CONFIDENCE
from twingkit.players.lookahead.ratings import DEFAULT_PLAYOUT_COUNT
from twingkit.twing.analysis.lay_table import LayNumbers, lay_notation
from twingkit.twing.analysis.parties import CreatureParty
from twingkit.twing.analysis.prospects import AdviceRequest, LayProspect, SideProspects
from twingkit.twing.box.box import BOX_ARGUMENT, Box
from twingkit.twing.exact_odds import impossible_outcomes
from twingkit.twing.exact_odds.hidden_hands import DEFAULT_SEED
from twingkit.twing.exact_odds.odds import ProbabilityFact
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, Side, parse_lay
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.as_variant import variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

_DIGITS = 10
"""Number of digits to which values are rounded before ranking."""


@attrs.frozen
class RatedLay(LayProspect):
    """One legal lay of the advised side with its prospects: a row of `advise`.

    `option` and `reply` are in notation; `rank` counts from 1. `frontier`: no other lay has as good an edge
    for fewer cards lost, a better edge for as many, or the same edge for as many cards with less power lost.
    `rules` are the ids of the rules that affect this lay. `error` is the standard error of `edge` if hidden
    hands were sampled, otherwise 0.
    """

    option: str
    frontier: bool
    error: float
    rank: int
    rules: tuple[str, ...]

    def by_column(self) -> dict[str, object]:
        """Return the row with the columns in the order of `COLUMNS`."""
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = ("option", *(field.name for field in attrs.fields(RatedLay) if field.name != "option"))
"""The columns of a rated lay."""


def rated_lays(request: AdviceRequest, goal: str, outlook: SideProspects) -> list[RatedLay]:
    """Return every legal lay of the advised side with its prospects, ranked by a goal of `advise`, the best
    first.
    """
    entries = outlook.lay_prospects
    keys = [prospect_sort_key(goal, entry.prospect) for entry in entries]
    prospects = [attrs.asdict(entry.prospect) for entry in entries]
    frontier = _frontier([entry.prospect for entry in entries])
    ranked = sorted(
        (keys[index], lay_notation(spells, party), rules, index)
        for index, entry in enumerate(entries)
        for sets, parties in entry.lay_class.blocks
        for party in parties
        for rules in (_rules(entry.lay_class.numbers, party, request.side == ROLES[0]),)
        for spells in sets
    )
    return [
        RatedLay(
            **prospects[index],
            option=text,
            frontier=frontier[index],
            error=entries[index].edge_error,
            rank=rank,
            rules=rules,
        )
        for rank, (_, text, rules, index) in enumerate(ranked, 1)
    ]


def prospect_sort_key(goal: str, prospect: LayProspect) -> tuple[float, ...]:
    """Return a key that sorts prospects of lays by a goal of `advise`, the best first."""
    edge = -prospect.edge, prospect.cards_lost, prospect.power_lost
    if goal == "win":
        key: tuple[float, ...] = edge
    elif goal == "value":
        key = (-prospect.value, *edge)
    else:
        key = (prospect.loss, prospect.at_risk, *edge)
    return tuple([round(number, _DIGITS) for number in key])


def _frontier(prospects: Sequence[LayProspect]) -> list[bool]:
    """Return, for each prospect, whether no other prospect is better in both edge and cost (see
    `RatedLay`).
    """
    keys = [_costs(prospect) for prospect in prospects]
    chosen = set[tuple[float, ...]]()
    highest = -2.0
    for key in sorted(set(keys)):
        if -key[1] > highest:
            highest = -key[1]
            chosen.add(key)
    return [key in chosen for key in keys]


def _costs(prospect: LayProspect) -> tuple[float, float, float]:
    return (
        round(prospect.cards_lost, _DIGITS),
        round(-prospect.edge, _DIGITS),
        round(prospect.power_lost, _DIGITS),
    )


def _rules(numbers: LayNumbers, party: CreatureParty, attacks: bool) -> tuple[str, ...]:
    extra = numbers.rolls_die and len(party.units) > numbers.spell_count
    comes_home = attacks and numbers.losses_if_defeated[0][0] < numbers.creature_count
    return _ids(
        numbers.rolls_die,
        numbers.has_own_element,
        bool(party.units),
        party.has_rider,
        party.has_other_element or extra,
        comes_home,
    )


@lru_cache(maxsize=64)
def _ids(rolls: bool, own: bool, units: bool, rides: bool, teddy: bool, comes_home: bool) -> tuple[str, ...]:
    acting = {
        "TW-BAT-3": rides,
        "TW-BAT-4": not rolls and not units,
        "TW-BAT-5": not rolls and units,
        "TW-BAT-15": own,
        "TW-BAT-18": not rolls and units,
        "TW-BAT-21": comes_home,
        "TW-POW-teddy": teddy,
    }
    return tuple(rule for rule, acts in acting.items() if acts)


GOALS = ("win", "value", "safety")
"""The goals for which lays are ranked: best edge, most wins for each card lost, fewest losses."""

_NEARLY_BEST_TOLERANCE = 0.1
"""Largest part of its chance to win that a lay may give up and still count as nearly the best."""

_MIN_CARDS_SAVED = 0.5
"""Number of cards, on average, that a cheaper lay must save to be mentioned."""


@attrs.frozen
class RankedLays:
    """The advice for one side: each legal lay as a row, the best first, with the situation, goal and variant.

    `hand_count`, `samples` and `uses_assumed_counts` are as in `SideProspects`.
    """

    situation: Situation
    side: str
    goal: str
    responses: Responses
    hand_count: int
    samples: int
    uses_assumed_counts: bool
    rows: list[RatedLay]
    variant: Variant = BOX

    @property
    def frame_attrs(self) -> dict[str, str | int | bool]:
        """The situation, options and sample sizes as plain values, for the `attrs` of a DataFrame."""
        return {
            "position": str(self.situation),
            "side": self.side,
            "goal": self.goal,
            "responses": self.responses,
            "hands": self.hand_count,
            "samples": self.samples,
            "assumed": self.uses_assumed_counts,
            "exact": not self.samples,
            **variant_table_attrs(self.variant),
        }

    @localized
    def sentences(self, lang: str | None = None) -> list[str]:
        """Return the advice in sentences: best lay, its best answer, a cheaper lay, and assumptions.

        A cheaper lay is mentioned if it wins nearly as often, assumptions if cards are hidden.
        """
        best = self.rows[0]
        chances = {name: _percent(getattr(best, name)) for name in ("win", "tie", "loss")}
        case = f"best_{self.goal}" if len(self.rows) > 1 else "only"
        sentences = [message(f"advice.{case}", lay=_lay_name(best.option), **chances)]
        if best.reply and all(holder.laid is None for holder in self.situation.sides):
            sentences.append(message("advice.answer", lay=_lay_name(best.reply)))
        cheaper = [
            row
            for row in self.rows
            if row.frontier
            and _wins_nearly_as_often(row, best)
            and row.cards_lost <= best.cards_lost - _MIN_CARDS_SAVED
        ]
        if cheaper:
            row = min(cheaper, key=lambda candidate: (candidate.cards_lost, candidate.rank))
            fewer = _number(best.cards_lost - row.cards_lost)
            facts = {"lay": _lay_name(row.option), "win": _percent(row.win), "fewer": fewer}
            sentences.append(message("advice.cheaper", **facts))
        if self.situation.hidden_count:
            sentences.append(
                message("advice.drawn" if self.samples else "advice.hands", n=self.samples or self.hand_count)
            )
        if self.uses_assumed_counts:
            sentences.append(message("advice.assumed"))
        return sentences


def rank_lays(
    situation: Situation | Battle | str,
    side: Role | None = None,
    goal: str = "win",
    responses: Responses = "best",
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
    variant: Variant | str = BOX,
) -> RankedLays:
    """Return advice on which cards a side should lay, as an object with ranked lays and explaining sentences
    (as `advise`, but without pandas).

    >>> result = rank_lays("F: hand F5 F3 W6 + F4 vs W: hand W6 W4 & cat")
    >>> for sentence in result.sentences():
    ...     print(sentence)
    Lay F5 F3 + F4: ...
    The best answer is W6 W4.
    """
    return finish(
        rank_lays_in_slices(
            AdviceRequest.from_situation(situation, side, responses, variant), goal, samples, seed, box
        )
    )


def rank_lays_in_slices(
    request: AdviceRequest,
    goal: str,
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
) -> Slices[RankedLays]:
    """Compute `rank_lays` in slices: a generator that yields its progress (0 to 1) and returns the advice."""
    if goal not in GOALS:
        raise Fault("advice.goal", goal=goal, names=", ".join(GOALS))
    outlook = yield from request.compute_outlook(samples, seed, box)
    return RankedLays(
        request.situation,
        request.side,
        goal,
        request.responses,
        outlook.hand_count,
        outlook.samples,
        outlook.uses_assumed_counts,
        rated_lays(request, goal, outlook),
        request.variant,
    )


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, box=BOX_ARGUMENT)
@localized
def advise(
    position: Situation | Battle | Game | str,
    *,
    side: Role | None = None,
    player: str | None = None,
    goal: str = "win",
    responses: Responses = "best",
    variant: Variant | str = BOX,
    samples: int | None = None,
    playouts: int = DEFAULT_PLAYOUT_COUNT,
    seed: int = DEFAULT_SEED,
    confidence: float = DEFAULT_CONFIDENCE,
    box: Box | None = None,
    lang: Lang | None = None,
) -> DataFrame:
    """Return every legal lay of one side with its odds and costs as a table, the best first.

    The defender answers an attack with the lay that leaves the lowest edge; among equals the one with the
    fewest cards, then the fewest creatures, then the fewest points. For advice on a defence, the attack must
    be laid.

    A whole game, as a `Game` or as the lines of a position, is advised by playouts instead: its answers are
    the rows, with the columns of `twingkit.analyse.advice_by_playouts.advise_by_playouts`.

    Parameters
    ----------
    position : Situation, Battle or str
        The cards of both sides, as a value or in notation. In a battle, both sides hold only the laid cards;
        if its defender is advised, the attack stays on the table.
    side : str, optional
        "attacker" or "defender"; by default the side that has not laid, the attacker if neither has.
    goal : str
        How lays are ranked: "win" by the edge, "value" by the chance to win for each card lost, "safety" by
        the chance to lose, then by the cards at risk. Ties are broken by the edge, fewer cards lost, less
        power lost, and the notation.
    responses : str
        "best" (TW-ODDS-2), or "none" for the dice alone (TW-ODDS-1).
    variant : Variant or str
        A `Variant`, a preset's name or a line of switches. Two cats are laid with an attack if that is better
        against the best answer (TW-PLAY-3). With secret lays, the attack is still the one that is best
        against its best answer.
    samples : int, optional
        How many possible hands are sampled if cards of the other side are hidden (`?*3`). By default all are
        examined; if there are too many, 300 are sampled. The lay is chosen without knowing the hand, the
        answer with knowledge of it; responses assume open hands (`odds_with_hidden_cards` shows the cost of
        not knowing).
    player, playouts, confidence
        For whole games, as in `advise_by_playouts`.
    seed : int
        The seed of the sampling and of the playouts.
    box : Box, optional
        The box from which the hidden cards come.
    lang : str, optional
        The language of `reason`.

    Returns
    -------
    DataFrame
        - `option`: the lay, in notation
        - `win`, `tie`, `loss`, `edge` (win minus loss): the chances of the side that lays it
        - `reply`: the other side's best answer; empty if there is none, or if it depends on hidden cards
        - `ornicles`, `creatures_lost`, `cards_lost`, `power_lost`, `enemy_creatures_lost`,
          `enemy_cards_lost`: mean gains and costs of the battle
        - `value`: the chance to win for each own card lost, counting at least one card
        - `at_risk`: own cards on the table that are gone after a lost battle without traps
        - `frontier`: whether no other lay has as good an edge for fewer cards lost, a better edge for as
          many, or the same edge for as many cards with less power lost
        - `error`: the standard error of `edge` if hands were sampled, otherwise 0
        - `rank`: from 1
        - `rules`: the list of ids of the rules that affect this lay
        - `reason`: explains each chance of 0, otherwise empty

        `attrs`: `position`, `side`, `goal`, `responses`, and for hidden cards `hands` (how many hands were
        examined), `samples` (how many were sampled, 0 if all were examined), `exact` and `assumed` (whether
        the box has invented numbers, TW-BOX-5).

    Raises
    ------
    NotationError, IllegalBattleError
        The position is not valid or not legal.
    BudgetError
        Best play would take too long.
    Fault
        This side cannot be advised.

    Examples
    --------
    >>> table = advise("F: hand F5 F3 W6 + F4 vs W: hand W6 W4 & cat")
    >>> table.loc[0, ["option", "reply"]].tolist(), round(float(table.loc[0, "win"]), 3)
    (['F5 F3 + F4', 'W6 W4'], 0.537)
    """
    if isinstance(position, Game) or (
        isinstance(position, str) and with_plain_blanks(position).startswith("players ")
    ):
        own = None if isinstance(position, Game) else str(variant)
        return advise_by_playouts(
            position,
            game="twing",
            player=player,
            playouts=playouts,
            seed=seed,
            confidence=confidence,
            variant=own,
            lang=lang,
        )
    request = AdviceRequest.from_situation(position, side, responses, variant)
    advice = finish(rank_lays_in_slices(request, goal, samples, seed, box))
    frame = frame_from_rows(advice.rows, COLUMNS, **advice.frame_attrs)
    frame["rules"] = [list(row.rules) for row in advice.rows]
    frame["reason"] = [_why_never(request, advice.hand_count, row) for row in advice.rows]
    return frame.astype(dict.fromkeys(("option", "reply", "reason"), "str"))


def _why_never(request: AdviceRequest, hands: int, row: RatedLay) -> str:
    odds = Odds(row.win, row.tie, row.loss)
    if not impossible_outcomes.zero_outcomes(odds):
        return ""
    mine, other = request.situation.sides[:: 1 if request.side_index == 0 else -1]
    reply = parse_lay(row.reply) if row.reply else other.laid
    if reply is None or other.hidden_count:
        return impossible_outcomes.impossible_in_hands_reason(odds, hands)
    own = Side(mine.character, parse_lay(row.option), mine.objects, mine.response_cards)
    enemy = Side(other.character, reply, other.objects, other.response_cards)
    battle = Battle(*((own, enemy) if request.side_index == 0 else (enemy, own)))
    attacker = odds if request.side_index == 0 else odds.for_defender()
    return impossible_outcomes.impossible_outcomes_text(
        battle_contest(battle, request.variant), attacker, request.responses, request.side
    )


def _wins_nearly_as_often(row: RatedLay, best: RatedLay) -> bool:
    """Return whether a lay wins nearly as often as the best one, and loses hardly more often."""
    leeway = _NEARLY_BEST_TOLERANCE * best.win
    return row.win >= best.win - leeway > 0 and row.loss <= best.loss + leeway


def _lay_name(lay: str) -> str:
    return message("advice.nothing") if lay == "nothing" else lay


def _percent(chance: float) -> str:
    return ProbabilityFact(chance).label(rulebook().words)


def _number(count: float) -> str:
    return message("advice.number").format(*divmod(round(count * 10), 10))
