"""The advice tab: every lay of the advised side, the best first, with its best answer."""

from __future__ import annotations

import attrs

from twingkit import twing
from twingkit.core.notation import ROLES, NotationError, Role
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.twing.analysis.advice import GOALS, RankedLays, RatedLay, rank_lays_in_slices
from twingkit.twing.analysis.prospects import AdviceRequest
from twingkit.twing.notation.situation import Situation
from twingkit_widgets.lab.action_values import parse_integer, parse_offered_value
from twingkit_widgets.lab.odds_bar import BAR_PARTS
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.controls import table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import number, percent
from twingkit_widgets.twing.lab import chips
from twingkit_widgets.twing.lab.advice_reasons import reason_sentences
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.words import lab_say, lab_word

_FIRST_ROWS = 6
"""The number of lays shown before the visitor asks for more."""

QUICK, THOROUGH = 20, 200
"""The number of hands sampled for unknown cards: by default, and on request."""

_MORE_ROWS = 40
"""The number of lays shown on request."""

LIES, BEST = "lies", "best"
"""The opposing lays to compare with: the lay on the table, or the best answer."""


class AdviceTab(BattleTab):
    """The tab that lists all possible lays (sets of cards to play) of the advised side, the best first."""

    accepts_any_draft = True  # this tab reports itself what it cannot advise on
    figure_kind = "advice"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.advised = ""
        """The advised side chosen by the visitor, or "".

        The choice holds while the cards go to the side `_advised_at`. Otherwise the advised side is the one
        that gets the cards, or the defender if an attack is laid and the defender holds more.
        """
        self._advised_at = ""
        self.against = ""
        """The chosen opposing lay, `LIES` or `BEST`; if empty, the lay on the table if possible."""
        self.goal: str = GOALS[0]
        self.samples = QUICK
        """The number of hands sampled for unknown cards."""
        self._all_lays = False
        self._explained_lay = ""
        """The lay whose reasons are open."""

    @property
    def _target(self) -> str:
        return str(self.lab.get_part("builder").target)

    @property
    def advised_side(self) -> str:
        """The side that gets the advice: "attacker" or "defender"."""
        if self.advised and self._advised_at == self._target[:1]:
            return self.advised
        attack, defence = self.draft.sides
        builds = self._target[:1] == "1" and (defence.has_laid or defence.holds_unlaid)
        answers = attack.has_laid and (
            builds or ((defence.holds_unlaid or not defence.has_laid) and not attack.holds_unlaid)
        )
        return ROLES[1 if answers else 0]

    @property
    def opposition_mode(self) -> str:
        """The opposing lay that lays are rated against: the one on the table (`LIES`) or the best answer to
        each lay (`BEST`). For the defender it is always the attack on the table.
        """
        if self.advised_side == ROLES[1]:
            return LIES
        return (self.against or LIES) if self.draft.sides[1].has_laid else BEST

    def act_advise(self, value: object) -> None:
        """Choose the advised side, such as `defender`."""
        self.advised, self._advised_at = parse_offered_value(value, ROLES), self._target[:1]
        self._all_lays, self._explained_lay = False, ""

    def act_against(self, value: object) -> None:
        """Compare lays with the lay on the table, or (`best`) with the best answer to each."""
        self.against, self._explained_lay = parse_offered_value(value, (LIES, BEST)), ""

    def act_goal(self, value: object) -> None:
        """Choose the goal of the advice, such as `safety`."""
        self.goal, self._explained_lay = parse_offered_value(value, GOALS), ""

    def act_thorough(self, value: object) -> None:
        """Sample more hands for the unknown cards, which is slower and more precise."""
        self.samples = THOROUGH

    def act_all_lays(self, value: object) -> None:
        """Show more lays, or only the first ones again."""
        self._all_lays = not self._all_lays

    def act_explain_lay(self, value: object) -> None:
        """Explain the lay in `value`, such as `F5 + F4`, or close its explanation."""
        self._explained_lay = "" if value == self._explained_lay else str(value)

    def act_use_lay(self, value: object) -> None:
        """Put the lay of this rank, such as `2`, and its best answer on the table."""
        rows = self.advice().rows
        row, role, met = rows[parse_integer(value, 1, len(rows)) - 1], self.advised_side, self.opposition_mode
        side_index = ROLES.index(role)
        if role == ROLES[0]:
            self.against = met  # keep the choice, although the other side has laid cards now
        draft = self.draft.copy()
        try:
            draft.sides[side_index].set_lay(chips.parse_lay_or_nothing(row.option))
            if row.reply and met == BEST:
                draft.sides[1 - side_index].set_lay(chips.parse_lay_or_nothing(row.reply))
        except NotationError as fault:
            raise LabFault from fault
        self.advised, self._advised_at = role, self._target[:1]
        self.lab.set_draft(draft)
        self.lab.status = f"{lab_say('advice.laid', role, lay=row.option)} {self.lab.status}"

    def advised_situation(self) -> Situation:
        """Return the situation of the advised side with its laid cards taken back into its hand and
        entourage.

        The side knows its own cards. Unknown cards of the other side are averaged over all hands, or over as
        many as time allows.
        """
        side_index = ROLES.index(self.advised_side)
        situation = self.draft.situation(laid_sides=(1 - side_index,) if self.opposition_mode == LIES else ())
        attacker, defender = situation.sides
        if side_index:
            return attrs.evolve(situation, defender=attrs.evolve(defender, hidden_count=0))
        return attrs.evolve(situation, attacker=attrs.evolve(attacker, hidden_count=0))

    def advice(self) -> RankedLays:
        """Return all lays of the advised side, the best first.

        Raises the errors of `advise`, and `UnfinishedError` during the computation.
        """
        situation = self.advised_situation()
        samples = self.samples if situation.hidden_count else None
        request = AdviceRequest.from_situation(situation, self.advised_side, variant=self.variant)
        return self.computed(rank_lays_in_slices, request, self.goal, samples)

    def frame(self) -> DataFrame:
        """Return all lays of the advised side, the best first, as `twing.advise` does."""
        situation = self.advised_situation()
        side: Role = "defender" if self.advised_side == "defender" else "attacker"
        return twing.advise(
            str(situation),
            side=side,
            goal=self.goal,
            samples=self.samples if situation.hidden_count else None,
            variant=self.variant,
        )

    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""
        asked = f'"{self.advised_situation()}", side="{self.advised_side}", goal="{self.goal}"'
        return f"twing.advise({asked}{self.rules_argument})"

    def view(self) -> Markup:
        """Return the HTML: side and goal, the advice in a sentence, and the lays as a table."""
        goals: list[tuple[str, Child]] = [(goal, lab_say(f"advice.{goal}")) for goal in GOALS]
        meets: list[tuple[str, Child]] = [(met, lab_say(f"advice.{met}")) for met in (LIES, BEST)]
        choice = self.advised_side == ROLES[0] and self.draft.sides[1].has_laid
        head = el(
            "div",
            self._named("advice.side", chips.side_buttons_html(self.advised_side, "advise", "advice.side")),
            self._named("advice.goal", chips.choice_buttons_html(goals, self.goal, "goal", "advice.goal")),
            self._named(
                "advice.against",
                chips.choice_buttons_html(meets, self.opposition_mode, "against", "advice.against"),
            )
            if choice
            else None,
            cls="tk-row tk-adv-head",
            data_controls=True,
        )
        return el("div", head, self._body(), cls="tk-stack")

    def _named(self, name: str, switch: Markup) -> Markup:
        return el("div", el("span", lab_say(name), cls="tk-label"), switch, cls="tk-adv-choice")

    def _about(self) -> Markup:
        """Return a note on the opposing lay that lays are rated against, and on how unknown cards are
        treated.
        """
        sides = self.draft.sides
        side_index = ROLES.index(self.advised_side)
        own, other = sides[side_index], sides[1 - side_index]
        key = "attack" if side_index else self.opposition_mode
        sentences = [lab_say(f"advice.about_{key}", cards=other.lay if other.has_laid else "")]
        if self.opposition_mode == BEST and other.has_laid:
            sentences.append(lab_say("advice.about_in_hand"))
        if other.hidden_count:
            sentences.append(lab_say("advice.about_unknown", n=other.hidden_count))
        if own.hidden_count:
            sentences.append(lab_say("advice.own_unknown", n=own.hidden_count))
        return el("p", " ".join(sentences), cls="tk-adv-about")

    def _body(self) -> Child:
        side, sides = self.advised_side, self.draft.sides
        if side == ROLES[1] and not sides[0].has_laid:
            return el("p", lab_say("advice.attack_first"), cls="tk-note")
        if not any(card for card in sides[ROLES.index(side)].to_situation_side().cards):
            return el("p", lab_say("advice.no_cards", side), cls="tk-note")
        return [self._about(), self.lab.or_progress_html(self._ranking)]

    def _ranking(self) -> Child:
        ranking = self.advice()
        summary = el("div", [el("p", text) for text in ranking.sentences()], cls="tk-lab-said")
        order = lab_say(f"advice.order_{self.goal}") if len(ranking.rows) > 1 else ""
        ornicles = lab_say("advice.ornicles_are")
        return [
            summary,
            self._more_draws_button(ranking),
            el("div", el("p", order, " ", ornicles), self._legend(), cls="tk-small tk-soft tk-adv-how"),
            self._table(ranking),
            self._more(len(ranking.rows)),
        ]

    def _legend(self) -> Markup:
        signs = [(f"tk-swatch tk-{part}", f"bar_{part}") for part in BAR_PARTS]
        signs += [(f"tk-mini tk-mini-{kind}", kind) for kind in ("spell", "creature")]
        parts = [
            el("span", el("span", cls=cls, aria_hidden="true"), lab_word(f"advice.{key}"))
            for cls, key in signs
        ]
        return el("p", parts, cls="tk-adv-legend")

    def _more_draws_button(self, ranking: RankedLays) -> Markup | None:
        if not ranking.samples or ranking.samples >= THOROUGH:
            return None
        text = lab_say("advice.thorough", n=THOROUGH)
        return el("p", button(text, "thorough", key="thorough"), data_controls=True)

    def _table(self, ranking: RankedLays) -> Markup:
        rows = ranking.rows
        answers = self.opposition_mode == BEST and bool(rows[0].reply)
        columns = ["lay", *(["answer"] if answers else []), "chances", "key", "ornicles", "cards", "what"]
        head = [el("th", self._column(name), scope="col", cls=f"tk-adv-{name}") for name in columns]
        rows_shown = rows[: _MORE_ROWS if self._all_lays else _FIRST_ROWS]
        body = [self._row(row, ranking, answers, len(columns)) for row in rows_shown]
        caption = el("caption", lab_say("advice.caption", self.advised_side), cls="tk-hidden")
        return table_with_heads(head, body, "tk-adv", caption, "advice")

    def _column(self, name: str) -> str:
        return lab_say(f"advice.key_{self.goal}" if name == "key" else f"advice.col_{name}")

    def _key(self, row: RatedLay) -> str:
        """Return the second number in a row of the table, beside the chance to win: the chance to lose or the
        value, depending on the goal.
        """
        return percent(row.value if self.goal == "value" else row.loss, 1)

    def _row(self, row: RatedLay, ranking: RankedLays, answers: bool, columns: int) -> list[Markup]:
        open_ = row.option == self._explained_lay
        lay = chips.chips_html(chips.parse_lay_or_nothing(row.option))
        met = chips.chips_html(chips.parse_lay_or_nothing(row.reply)) if answers else None
        answer = el("td", met, cls="tk-adv-answer", data_label=self._column("answer")) if answers else None
        chances = [
            el("b", percent(row.win, 1), cls="tk-number"),
            chips.mini_odds_bar((row.win, row.tie, row.loss)),
        ]
        is_laid = self._is_on_table(row)
        put = button(
            lab_say("advice.here" if is_laid else "advice.put"),
            "use_lay",
            row.rank,
            key=f"put:{row.rank}",
            aria_label=lab_say("advice.here_named" if is_laid else "advice.put_named", lay=row.option),
            aria_pressed="true" if is_laid else None,
        )
        why = button(
            lab_say("advice.why"),
            "explain_lay",
            row.option,
            key=f"why:{row.rank}",
            cls="tk-button tk-quiet",
            aria_expanded="true" if open_ else "false",
            aria_label=lab_say("advice.why_named", lay=row.option),
        )
        cells = el(
            "tr",
            el("th", lay, scope="row", cls="tk-adv-lay"),
            answer,
            el("td", chances, cls="tk-adv-chances", data_label=self._column("chances")),
            el("td", self._key(row), cls="tk-adv-key tk-number", data_label=self._column("key")),
            el("td", number(row.ornicles, 2), cls="tk-adv-ornicles tk-number"),
            el("td", number(row.cards_lost, 1), cls="tk-adv-cards tk-number"),
            el("td", el("div", put, why, cls="tk-adv-acts"), cls="tk-adv-what"),
            data_key=f"lay:{row.rank}",
            cls="tk-adv-here" if is_laid else "tk-adv-best" if row.rank == 1 else None,
        )
        return [cells, *([self._why(row, ranking, columns)] if open_ else [])]

    def _is_on_table(self, row: RatedLay) -> bool:
        side_index, sides = ROLES.index(self.advised_side), self.draft.sides
        lays = (row.option, row.reply)
        pairs = zip(lays, (sides[side_index], sides[1 - side_index]), strict=True)
        return all(not text or chips.parse_lay_or_nothing(text) == side.lay for text, side in pairs)

    def _why(self, row: RatedLay, ranking: RankedLays, columns: int) -> Markup:
        """Return a table row that explains a lay: the reasons for its rank, and the rules that affect it."""
        book = twing.rulebook()
        paragraphs = [el("p", text) for text in reason_sentences(row, ranking)]
        if row.frontier:
            paragraphs.append(el("p", lab_say("advice.frontier")))
        rules = [
            el("li", book[rule].title(), " ", chips.rule_buttons_html((rule,), f"why:{row.rank}"))
            for rule in row.rules
        ]
        listed = el("ul", rules, cls="tk-list") if rules else None
        title = el("p", lab_word("advice.rules"), cls="tk-label") if rules else None
        cell = el("td", el("div", paragraphs, title, listed, cls="tk-stack tk-tight"), colspan=columns)
        return el("tr", cell, data_key=f"why-row:{row.rank}", cls="tk-adv-open")

    def _more(self, count: int) -> Markup | None:
        if count <= _FIRST_ROWS:
            return None
        limit = min(count, _MORE_ROWS)
        key = "fewer" if self._all_lays else "all" if limit == count else "more"
        text = lab_say(f"advice.{key}", n=limit, all=count)
        return el("p", button(text, "all_lays", key="all_lays"), data_controls=True)
