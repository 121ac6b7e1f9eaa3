"""The panel for duels, end-game attacks and supported battles in notation, with their odds."""

from __future__ import annotations

from importlib.util import find_spec

from twingkit import Odds, twing
from twingkit.core.links import to_unquoted_link_value
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.twing.exact_odds.attack_lines import AttackLine, odds, parse_attack_line
from twingkit.twing.exact_odds.duel_odds import duel_report
from twingkit.twing.exact_odds.endgame_odds import pairing_rows
from twingkit.twing.exact_odds.support_line import SupportedBattle, support_payoff_rows
from twingkit.twing.exact_odds.terms import DuelResponses, Responses
from twingkit.twing.notation.duel_line import DUEL_PREFIX as DUEL
from twingkit.twing.notation.duel_line import Duel
from twingkit.twing.notation.endgame_line import ENDGAME_PREFIX as ENDGAME
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit_widgets.lab.design import LAB_CSS
from twingkit_widgets.lab.position import PositionPanel
from twingkit_widgets.lab.rules_choice import VariantChoiceView, parse_variant_or_box, variant_sentence
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel import controls
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import CSS, error_explanation
from twingkit_widgets.panel.wording import number, percent
from twingkit_widgets.read.rulebook.rulings import rule_html
from twingkit_widgets.twing.lab.labs import BATTLE_LAB_CSS
from twingkit_widgets.twing.lab.words import lab_say
from twingkit_widgets.twing.pictures.odds_bar import odds_html
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

_WINNING_RULE_BY_KIND = {"duel": "TW-DUEL-3", "endgame": "TW-END-4", "support": "TW-BAT-22"}


def is_duel_endgame_or_support_line(line: str) -> bool:
    """Return whether a notation starts a duel, an end-game attack or a battle with supporters.

    >>> is_duel_endgame_or_support_line("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4")
    True
    >>> is_duel_endgame_or_support_line("F: F5 vs W: W6")
    False
    """
    return line.startswith((DUEL.strip(), ENDGAME.strip())) or " with " in line


class NotationOddsPanel(PositionPanel):
    """A panel that shows the odds and outcomes of a duel, an end-game attack or a battle given in notation.

    An invalid or illegal line is explained, and the previous one stays. `position`, `frame`, `figure` and
    `link` are those of labs.

    >>> panel = NotationOddsPanel("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4")
    >>> panel.frame[["responses", "win"]].round(3).values.tolist()
    [['none', 0.206], ['each', 0.206], ['best', 0.206]]
    """

    position_kind = "twing-line"

    _css = CSS + TABLE_CSS + LAB_CSS + BATTLE_LAB_CSS

    def __init__(self, line: str, lang: str | None = None, variant: str = "box") -> None:
        """Show a battle in notation, judged by a variant; errors in either are shown in the panel."""
        self.variant, self.rules_fault = parse_variant_or_box(twing.Variant, variant)
        self.rules_typed = variant if self.rules_fault else ""
        self.attack_line: AttackLine | None = None
        self.odds: dict[str, Odds | Fault] = {}
        """The odds by the kind of responses, or the error that prevents them."""
        self.fault: Exception | None = None
        self.typed = line
        self.opened = ""
        self._id = controls.fresh_id()
        self._read(line)
        super().__init__(lang=lang)
        self._tell_changes()

    # -- for use from Python

    def _position_line(self) -> str:
        return "" if self.attack_line is None else str(self.attack_line)

    def _normal_position(self, text: str) -> str:
        return str(parse_attack_line(text.strip(), self.variant))

    def _show_position(self, text: str) -> None:
        self.act_read(text)

    def _shown_frame(self) -> DataFrame:
        if self.attack_line is None:
            raise LabFault("fault.incomplete")
        nothing = dict.fromkeys(("win", "tie", "loss", "edge"), float("nan"))
        return frame_from_rows(
            {
                "position": str(self.attack_line),
                "label": self._say(way),
                "responses": way,
                **({**odds.chances, "edge": odds.edge} if isinstance(odds, Odds) else nothing),
                "refused": "" if isinstance(odds, Odds) else odds.text(),
            }
            for way, odds in self.odds.items()
        )

    def _shown_figure(self) -> Figure:
        # imported here: pages without charts do not need it
        from twingkit.analyse.charts.alt_text import figure_kind_by_name

        frame = self._shown_frame()
        return figure_kind_by_name("odds").figure(frame[frame["refused"] == ""], self.lang)

    @property
    def attack_kind(self) -> str:
        """Which kind of battle this is, "duel", "endgame" or "support"."""
        if isinstance(self.attack_line, Duel):
            return "duel"
        return "endgame" if isinstance(self.attack_line, EndgameAttack) else "support"

    def address(self) -> dict[str, str]:
        """Return the query of a link to this battle, before percent-encoding."""
        rules = {} if self.variant == twing.BOX else {"variant": str(self.variant)}
        return {
            "battle": to_unquoted_link_value(str(self.attack_line) if self.attack_line else self.typed),
            **rules,
        }

    def act_read(self, value: object) -> None:
        """Parse the notation in the field; if it is invalid, show the error and keep the last valid one."""
        self._read(str(value.get("line", "")) if isinstance(value, dict) else str(value or ""))
        sentences = [str(text) for text in error_explanation(self.fault)] if self.fault else []
        self.status = " ".join(sentences) or self._news()

    def act_rules(self, value: object) -> None:
        """Judge the battle by another variant: `german`, or `{"rules": "ties=defender"}`."""
        text = str(value.get("rules", "") if isinstance(value, dict) else value or "").strip()
        variant, self.rules_fault = parse_variant_or_box(twing.Variant, text)
        self.rules_typed = text if self.rules_fault else ""
        if self.rules_fault is None:
            self.variant = variant
            self.act_read({"line": self.typed})

    def act_rule(self, value: object) -> None:
        """Show a rule below the line; the open rule, or "", closes it."""
        rule = str(value or "")
        self.opened = rule if rule in twing.rulebook() and rule != self.opened else ""

    def _read(self, text: str) -> None:
        self.typed = text.strip()
        try:
            if is_duel_endgame_or_support_line(self.typed):
                self.attack_line = parse_attack_line(self.typed, self.variant)
            else:
                self.attack_line = SupportedBattle.parse(self.typed).check(self.variant)
            self.fault = None
            self.odds = {way: self._odds_or_fault(way) for way in self._response_options}
        except (twing.NotationError, twing.IllegalBattleError, Fault) as fault:
            self.fault = fault

    def _news(self) -> str:
        best = self.odds.get("best")
        return lab_say("line.news", win=self._share(best.win)) if isinstance(best, Odds) else ""

    def _odds_or_fault(self, responses: DuelResponses) -> Odds | Fault:
        assert self.attack_line is not None
        try:
            return odds(self.attack_line, responses=responses, variant=self.variant)
        except Fault as fault:  # the computation would take too long
            return fault

    @property
    def _response_options(self) -> tuple[DuelResponses, ...]:
        """The available kinds of responses; best play of an end-game attack needs numpy."""
        if self.attack_kind == "endgame" and find_spec("numpy") is None:
            return ("none",)
        return ("none", "each", "best") if self.attack_kind == "duel" else ("none", "best")

    def render(self) -> Markup:
        """Return the notation, its odds, and its outcomes."""
        body = [] if self.attack_line is None else [self._head(), self._columns(), self._table()]
        rule = None
        if self.opened:
            book = twing.rulebook()
            rule = el("div", rule_html(book[self.opened], book, "rule"), data_key="rule")
        say, typed, fault = lab_say, self.rules_typed, self.rules_fault
        rules = VariantChoiceView(self.variant, say, self._id, "readings", typed, fault)
        return el("div", self._form(), self._fault(), body, rules.html(), rule, cls="tk-stack tk-beyond")

    def _form(self) -> Markup:
        own = f"{self._id}-line"
        field = controls.notation_field("line", own, self.typed, self.fault is not None, "line")
        read = controls.submit_button(self._say("read"), "read")
        form = controls.notation_form(self._say("label"), field, own, "read", "form", read)
        return el("div", el("p", self._say("lead")), form, el("p", self._say("how"), cls="tk-small tk-soft"))

    def _fault(self) -> Markup | None:
        if self.fault is None:
            return None
        paragraphs = [el("p", text) for text in error_explanation(self.fault)]
        return el("div", el("div", paragraphs), cls="tk-alert", role="alert", data_key="fault")

    def _head(self) -> Markup:
        rule = controls.rule_badge(_WINNING_RULE_BY_KIND[self.attack_kind], "rule", key="means")
        means = el("p", self._say(f"means_{self.attack_kind}"), " ", rule)
        return el(
            "header",
            el("h2", self._say(self.attack_kind)),
            el("p", el("code", str(self.attack_line))),
            means,
            self._rules(),
        )

    def _rules(self) -> Markup | None:
        """Return a note on the variant used for the odds; None for the box."""
        if self.variant == twing.BOX:
            return None
        return el("p", variant_sentence(lab_say, "twing", self.variant), cls="tk-note")

    def _columns(self) -> Markup:
        parts = []
        for way, result in self.odds.items():
            columns = odds_html(result) if isinstance(result, Odds) else el("p", result.text(), cls="tk-note")
            parts.append(
                el("section", el("h3", self._say(way)), columns, cls="tk-box", data_key=f"odds:{way}")
            )
        return el("div", parts, cls="tk-lab-columns")

    def _table(self) -> Markup:
        """Return the outcomes under best responses, or by dice alone if those are not available."""
        way: Responses = "best" if isinstance(self.odds.get("best"), Odds) else "none"
        names, rows = self._rows(way)
        heads = controls.column_heads(self._say(f"col_{name}") for name in names)
        body = [el("tr", el("th", row[0], scope="row"), [el("td", cell) for cell in row[1:]]) for row in rows]
        title = el("h3", self._say(f"table_{self.attack_kind}"))
        return el("section", title, el("p", self._say(way)), controls.table_with_heads(heads, body))

    def _rows(self, way: Responses) -> tuple[tuple[str, ...], list[list[str]]]:
        if isinstance(self.attack_line, Duel):
            results = duel_report(self.attack_line, way, variant=self.variant).final_scores
            scores = [
                [result.outcome, self._share(result.chance), self._say(result.result)] for result in results
            ]
            return ("score", "chance", "means"), scores
        if isinstance(self.attack_line, EndgameAttack):
            pairs = pairing_rows(self.attack_line, way, self.variant)
            shares = [[row.cards, *map(self._share, (row.win, row.tie, row.loss))] for row in pairs]
            return ("defender", "win", "tie", "loss"), shares
        assert isinstance(self.attack_line, SupportedBattle)
        settled = [
            [
                f"{self._say(row.role)} {row.character}: {row.cards}",
                number(row.ornicles, 2),
                number(row.creatures_lost, 2),
                self._share(row.win),
            ]
            for row in support_payoff_rows(self.attack_line, way, self.variant)
        ]
        return ("who", "ornicles", "creatures", "wins"), settled

    def _share(self, chance: float) -> str:
        return percent(chance, 1)

    def _say(self, key: str) -> str:
        return lab_say(f"line.{key}")
