"""The tab with the full odds: survivors, cost, duration, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from twingkit import imperium
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.analysis import round_by_round
from twingkit.imperium.battle.analysis.invasion import odds_of_legal_battles_in_slices
from twingkit.imperium.battle.analysis.worth import battles_without_effects
from twingkit.imperium.battle.exact_odds.landings import InvasionOdds
from twingkit.imperium.battle.exact_odds.odds import BattleOdds, estimate_odds_seconds
from twingkit.imperium.battle.notation.battle_line import Battle, role_at
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.draft import MAX_UNITS
from twingkit_widgets.imperium.lab.tabs.plan_tab import FleetOddsTab, share_bar, unit_html
from twingkit_widgets.imperium.lab.tabs.survivors_view import (
    WINNER_FILTERS,
    SurvivorsView,
    units_without_room,
)
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.names import resources_text
from twingkit_widgets.lab import odds_bar
from twingkit_widgets.lab.action_values import parse_integer, parse_offered_value
from twingkit_widgets.lab.tab import Lab
from twingkit_widgets.panel.controls import column_heads
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import number, percent

_MIN_RESOURCES_SHOWN = 0.05
"""The smallest amount of resources that is not shown as none."""


class OddsTab(FleetOddsTab):
    """A tab with the odds, and the state after a chosen round."""

    figure_kind = "odds"
    state_parameter = "after"

    def frame(self) -> DataFrame:
        """Return the odds of the battle in one row, as `imperium.odds_many` does."""
        return imperium.odds_many([self.lab.analysed_subject])

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.round = 1
        """The round after which the state is shown; 0: before the first."""
        self.winner_filter = WINNER_FILTERS[0]
        """The battles that count for what is left: one of `WINNER_FILTERS`."""
        self.shows_table = False
        """True if every round is shown as a table."""

    def act_show_survivors_of(self, value: object) -> None:
        """Show the survivors of the battles that one side wins: `attacker`. Raises `LabFault` for a value not
        in `WINNER_FILTERS`.
        """
        self.winner_filter = parse_offered_value(value, WINNER_FILTERS)
        self.lab.status = f"{self.say('odds.left')} {self.say(f'odds.among_{self.winner_filter}')}"

    def act_after(self, value: object) -> None:
        """Show the state after a round: `3`. Raises `LabFault` for an invalid number."""
        self.round = parse_integer(value, 0, MAX_UNITS)
        self.lab.status = self.say("odds.after", n=self.round) if self.round else self.say("odds.before")

    def act_table(self, value: object) -> None:
        """Show every round as a table, or hide it again."""
        self.shows_table = not self.shows_table
        self.lab.status = self.say("odds.table" if self.shows_table else "odds.table_hidden")

    def saved_state(self) -> str:
        """Return the round and the winner filter, such as `3 attacker`; "" for the default."""
        among = "" if self.winner_filter == WINNER_FILTERS[0] else f"{self.round} {self.winner_filter}"
        return among or (str(self.round) if self.round != 1 else "")

    def load_state(self, state: str) -> None:
        """Restore the round and filter returned by `saved_state`; parts that cannot be used are ignored."""
        round_, _, among = state.partition(" ")
        if round_.isascii() and round_.isdecimal() and int(round_[:4]) <= MAX_UNITS:
            self.round = int(round_[:4])
            self.winner_filter = among if among in WINNER_FILTERS else self.winner_filter

    def view(self) -> Markup:
        """Render the odds of the battle, its survivors, losses and rounds; for an invasion, the odds of its
        landing.
        """
        odds: BattleOdds | InvasionOdds = self.lab.odds
        if isinstance(odds, InvasionOdds):
            return self._landing(odds)
        rounds, after = self._round_by_round(odds)
        return el(
            "div",
            self._chances(odds),
            self._survivors(odds),
            el("div", self._losses(odds), rounds, cls="tk-fleet-two-columns"),
            after,
            rounds_html(self.lab, odds.battle, self.shows_table),
            cls="tk-fleet-odds",
        )

    # -- who wins

    def _landing(self, odds: InvasionOdds) -> Markup:
        costs = {"own": odds.attacker_losses, "other": odds.defender_losses}
        costs_text = self.say("odds.costs_invasion", **{name: number(n, 1) for name, n in costs.items()})
        none = not any(kind.is_ground_force for kind, _ in odds.battle.attacker.units_with_counts())
        troops = el("p", self.say("odds.no_troops"), cls="tk-note") if none else None
        stages = button(self.say("odds.stages"), "tab", "invasion", key="odds:stages")
        part = self.part_html(
            "odds.who",
            self._legend(odds),
            odds_bar.odds_bar_html(odds),
            troops,
            el("p", costs_text),
            rule="IM-ODDS-6",
            key="odds:rule",
        )
        rounds = rounds_html(self.lab, odds.battle, self.shows_table)
        return el("div", part, el("div", stages, data_controls=True), rounds, cls="tk-fleet-odds")

    def _legend(self, odds: BattleOdds | InvasionOdds) -> Markup:
        kind = odds.battle.kind
        items = [
            odds_bar.legend_item(part, self.say(f"odds.{part}_{kind}"), text)
            for part, text in odds_bar.percent_texts(odds).items()
        ]
        return el("dl", items, cls="tk-odds-legend")

    def _chances(self, odds: BattleOdds) -> Markup:
        standoff = None
        if odds.standoff_chance > odds_bar.ROUNDING_TOLERANCE:
            share_text = self.say("odds.standoff", share=percent(odds.standoff_chance, 1))
            standoff = el(
                "p",
                share_text,
                " ",
                self.lab.rule_button("IM-ODDS-4", key="odds:standoff"),
                cls="tk-small tk-soft",
            )
        without = self.lab.or_progress_html(lambda: self._without_effects(odds))
        parts = (self._legend(odds), odds_bar.odds_bar_html(odds), standoff, without)
        return self.part_html("odds.who", parts, rule="IM-ODDS-1", key="odds:rule")

    def _without_effects(self, odds: BattleOdds) -> Markup | None:
        """Render the chances without each single effect that shifts them, the strongest first; None if no
        effect does.

        Raises `UnfinishedError` while they are computed.
        """
        shorter = battles_without_effects(odds.battle)
        if not shorter:
            return None
        seconds = sum(map(estimate_odds_seconds, shorter.values()))
        compute = partial(odds_of_legal_battles_in_slices, list(shorter.values()))
        all_odds = self.lab.long_work.answer(("without", odds.battle), compute, seconds)
        shifts = sorted(zip(shorter, all_odds, strict=True), key=lambda shift: -abs(shift[1].win - odds.win))
        lines = [
            el(
                "li",
                self.say("odds.without", ROLES[index], effect=rulebook()[effect.rule].title(), **shares),
                " ",
                self.lab.rule_button(effect.rule, key=f"odds:without:{index}:{effect.id}"),
            )
            for (index, effect), without in shifts
            if (shares := odds_bar.percent_texts(without)) != odds_bar.percent_texts(odds)
        ]
        return el("ul", lines, cls="tk-list tk-small") if lines else None

    # -- survivors

    def _survivors(self, odds: BattleOdds) -> Markup:
        columns = [SurvivorsView(odds, side_index, self.winner_filter).html() for side_index in (0, 1)]
        choices = [(name, self.say(f"odds.among_{name}")) for name in WINNER_FILTERS]
        among = self.choice_buttons_html(
            choices, self.winner_filter, "show_survivors_of", "odds.among", "tk-fleet-among"
        )
        head = el("header", el("h3", self.say("odds.left")), among)
        return el("section", head, el("div", columns, cls="tk-fleet-two-columns"), cls="tk-fleet-part")

    # -- cost and duration

    def _losses(self, odds: BattleOdds) -> Markup:
        rows = []
        for side_index in (0, 1):
            roster = odds.fight.rosters[side_index]
            pairs = zip(roster.units, roster.counts, strict=True)
            total = sum(kind.cost * count for kind, count in pairs)
            lost = odds.mean_resource_losses[side_index]
            loss_text = self.say(
                "odds.loses", ROLES[side_index], lost=number(lost, 1), whole=resources_text(total)
            )
            share = el(
                "span", share_bar(lost / total if total else 0.0), cls=f"tk-fleet-bar-{ROLES[side_index]}"
            )
            beside = odds.battle.sides[side_index].cost - total
            out = self.say("odds.beside", n=resources_text(beside)) if beside else None
            others = el("p", out, cls="tk-small tk-soft") if out else None
            rows.append(el("li", el("p", loss_text), share, self._stranded_cost(odds, side_index), others))
        lost_lists = el("ul", rows, cls="tk-list tk-stack tk-tight")
        return self.part_html("odds.costs", lost_lists, rule="IM-ODDS-5", key="odds:losses")

    def _stranded_cost(self, odds: BattleOdds, side_index: int) -> Markup | None:
        """Return the additional losses of a side without enough ships to carry its units."""
        kinds = {kind.name: kind for kind in odds.fight.rosters[side_index].units}
        cost = sum(
            left.chance * kinds[name].cost * count
            for left in odds.forces_left(role_at(side_index))
            for name, count in units_without_room(odds, left, side_index)
        )
        if cost < _MIN_RESOURCES_SHOWN:
            return None
        cost_text = self.say("odds.stranded_cost", ROLES[side_index], n=number(cost, 1))
        rule = self.lab.rule_button("IM-UNIT-11", key=f"odds:stranded:{side_index}")
        return el("p", cost_text, " ", rule, cls="tk-small")

    def _round_by_round(self, odds: BattleOdds) -> tuple[Markup, Markup | None]:
        """Return the number of rounds, and the state after the chosen one."""
        try:
            rows = first_rounds(self.lab, odds.battle)
        except UnfinishedError as unfinished:
            return self.lab.long_work.progress_html(unfinished), None
        return self._rounds(odds, rows), self._after(odds, rows)

    def _rounds(self, odds: BattleOdds, rows_known: Sequence[round_by_round.OddsAfterRound]) -> Markup:
        shares: dict[int, float] = {}
        before = 0.0
        for row in rows_known:
            if 1 - row.goes_on > before:
                shares[row.round] = 1 - row.goes_on - before
                before = 1 - row.goes_on
        if rows_known[-1].goes_on > 0:
            shares[FIRST_COMBINED_ROUND] = shares.get(FIRST_COMBINED_ROUND, 0.0) + rows_known[-1].goes_on
        most = max(shares.values(), default=1.0)
        rows = [
            el(
                "li",
                el("span", f"{n}+" if n == FIRST_COMBINED_ROUND else n, cls="tk-number"),
                share_bar(shares.get(n, 0.0) / most),
                el("b", percent(shares.get(n, 0.0), 1), cls="tk-number"),
            )
            for n in range(min(shares, default=1), max(shares, default=1) + 1)
        ]
        mean = self.say("odds.mean_rounds", n=number(odds.mean_rounds, 1))
        bars = el("ol", rows, cls="tk-list tk-fleet-rounds")
        return self._folding("rounds", [el("p", mean), bars])

    def _folding(self, name: str, parts: Sequence[Child], asked: bool = False) -> Markup:
        """Render a part of the tab with its title, folded on phones unless `asked` (the link asks for it)."""
        title = el("summary", el("h3", self.say(f"odds.{name}")))
        inside = el("div", parts, cls="tk-fleet-part")
        cls, fold = "tk-fleet-folding", None if asked else True
        return el("details", title, inside, cls=cls, data_key=f"part:{name}", data_fold=fold, open=True)

    # -- after some round

    def _after(self, odds: BattleOdds, rows: Sequence[round_by_round.OddsAfterRound]) -> Markup:
        last = rows[-1].round
        round_ = min(self.round, last)
        steps = [
            button(
                n if n else lab_word("odds.start"),
                "after",
                n,
                cls="tk-button tk-fleet-step",
                aria_pressed="true" if n == round_ else "false",
                aria_label=self.say("odds.after", n=n) if n else self.say("odds.at_start"),
            )
            for n in range(last + 1)
        ]
        group = el(
            "div",
            steps,
            cls="tk-switch",
            role="group",
            aria_label=self.say("odds.after_choose"),
            data_roving=True,
            data_controls=True,
        )
        row = rows[round_]
        label = self.say("odds.after", n=round_) if round_ else self.say("odds.before")
        words, bar = self._remaining_chances(row)
        tables = [self._stand(odds, row, side_index) for side_index in (0, 1)]
        return self._folding(
            "when",
            [group, el("p", el("b", label), " ", words), bar, el("div", tables, cls="tk-fleet-two-columns")],
            self.round != 1,
        )

    def _remaining_chances(self, row: round_by_round.OddsAfterRound) -> tuple[str, Markup]:
        """Return the chances that both sides, one, or none still have units, as text and as a bar."""
        both, first, second, none = row.remaining_chances
        chances = {"attacker": first, "both": both, "none": none, "defender": second}
        words = [
            lab_word(f"odds.still_{name}", share=percent(chance, 1))
            for name, chance in chances.items()
            if chance > odds_bar.ROUNDING_TOLERANCE
        ]
        looks = {"attacker": "win", "both": "fleet-both", "none": "tie", "defender": "loss"}
        return ", ".join(words), odds_bar.outcomes_bar_html(
            [(looks[name], chance) for name, chance in chances.items()], ""
        )

    def _stand(self, odds: BattleOdds, row: round_by_round.OddsAfterRound, side_index: int) -> Markup:
        roster = odds.fight.rosters[side_index]
        rows = []
        for kind, count in zip(roster.units, roster.counts, strict=True):
            left, hurt = row.mean_units_by_side[side_index][kind.name]
            left_text = number(left, 1)
            damaged = self.say("odds.hurt", n=number(hurt, 1)) if hurt > odds_bar.ROUNDING_TOLERANCE else ""
            rows.append(
                el(
                    "tr",
                    el("th", unit_html(kind, side_index), scope="row"),
                    el("td", left_text, cls="tk-number"),
                    # A card can add units of a kind that the side did not have.
                    el("td", share_bar(left / count) if count else "", cls="tk-fleet-wide"),
                    el("td", damaged, cls="tk-small tk-soft"),
                )
            )
        if not rows:
            return el("p", self.say("odds.no_units"), cls="tk-soft")
        caption = el("caption", self.say("odds.side_stand", ROLES[side_index]), cls="tk-label")
        return el("table", caption, el("tbody", rows), cls="tk-grid tk-fleet-table")


FIRST_COMBINED_ROUND = 8
"""The round from which on later rounds are combined."""

CHANCES = ("goes_on", "win", "tie", "loss")
"""The columns that contain chances."""


def first_rounds(lab: Lab, battle: Battle) -> Sequence[round_by_round.OddsAfterRound]:
    """Return the odds after each of the first rounds of a battle of any kind; raises `UnfinishedError` while
    they are computed.
    """
    seconds = round_by_round.estimate_rounds_seconds(battle, FIRST_COMBINED_ROUND)
    chain = getattr(lab.odds, "chain", None)
    compute = partial(round_by_round.odds_by_round_in_slices, battle, FIRST_COMBINED_ROUND, chain=chain)
    return lab.long_work.answer(("rounds", battle), compute, seconds)


def rounds_html(lab: Lab, battle: Battle, shown: bool) -> Markup:
    """Return the button for the table of a battle's rounds, and the table below it if it is `shown`."""
    toggle = button(
        lab_word("odds.table_hide" if shown else "odds.table_show"),
        "table",
        key="odds:table",
        aria_expanded="true" if shown else "false",
    )
    head = el("header", el("h3", lab_word("odds.table")))
    table = None
    if shown:
        table = lab.or_progress_html(lambda: _table(first_rounds(lab, battle), battle.kind))
    return el("section", head, el("div", toggle, data_controls=True), table, cls="tk-fleet-part")


def _table(rows: Sequence[round_by_round.OddsAfterRound], kind: str) -> Markup:
    names = ("round", *CHANCES)
    heads = column_heads(lab_word(f"odds.table_{name}") for name in names)
    heads += column_heads(lab_say("odds.table_left", role) for role in ROLES)
    bodies = []
    for phase, same in groupby(rows, key=lambda row: row.phase):
        title = el("th", lab_word(f"odds.table_{phase}"), colspan=len(heads), scope="rowgroup")
        lead = [el("tr", title)] if kind == "invasion" else []
        bodies.append(el("tbody", lead, [_row(row) for row in rows_until_over(same)]))
    table = el("table", el("thead", el("tr", heads)), bodies, cls="tk-grid tk-fleet-table tk-fleet-every")
    how = "odds.table_how_invasion" if kind == "invasion" else "odds.table_how"
    note = el("p", lab_word(how), cls="tk-small tk-soft")
    return el(
        "div",
        table,
        note,
        cls="tk-plot-table",
        tabindex="0",
        role="region",
        aria_label=lab_word("odds.table"),
    )


def _row(row: round_by_round.OddsAfterRound) -> Markup:
    start = lab_word("odds.start")
    cells = [el("td", percent(getattr(row, name), 1), cls="tk-number") for name in CHANCES]
    cells += [el("td", _mean_left_text(row, side_index), cls="tk-number") for side_index in (0, 1)]
    return el("tr", el("th", row.round or start, scope="row"), cells)


def _mean_left_text(row: round_by_round.OddsAfterRound, side_index: int) -> str:
    """Return the mean number of units left, and of damaged ones."""
    units, hurt = row.mean_units_and_damaged(role_at(side_index))
    damaged = f" ({lab_say('odds.hurt', n=number(hurt, 1))})" if hurt > odds_bar.ROUNDING_TOLERANCE else ""
    return number(units, 1) + damaged


def rows_until_over(rows: Iterable[round_by_round.OddsAfterRound]) -> Iterator[round_by_round.OddsAfterRound]:
    """Yield rows up to the first round after which the battle is always over."""
    for row in rows:
        yield row
        if row.goes_on <= odds_bar.ROUNDING_TOLERANCE:
            return
