"""The bar at the lower edge of the play panel: what finishes a choice, and the tools."""

from __future__ import annotations

from twingkit import Question
from twingkit.twing.commit import LayCards
from twingkit.twing.objects import ACTIVE_LIMIT
from twingkit.twing.switching import Switch
from twingkit.twing.view import View
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.play_drawers import drawer_html
from twingkit_widgets.play_game import Match
from twingkit_widgets.play_lay import objection, odds_of
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_words import WORDS, numbered
from twingkit_widgets.rulings import rule_button
from twingkit_widgets.wording import percent

TOOLS = {
    "undo": ("↶", "u"),
    "hint": ("✦", "h"),
    "dice": ("↻", "w"),
    "new": ("+", ""),
    "save": ("↓", ""),
    "help": ("?", "?"),
}
"""The tools below the table: the sign each shows on a narrow screen, and its key."""


class Bar:
    """One rendering of the bar, for the pending question of the person (None: nothing is asked)."""

    def __init__(self, match: Match, asked: Question | None, view: View, shown: Shown, lang: str) -> None:
        self.match, self.asked, self.view, self.shown, self.lang = match, asked, view, shown, lang

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def html(self) -> Markup:
        """What finishes a choice, and the tools; it stays in sight at the lower edge."""
        main = self._main()
        drawer = drawer_html(self.match, self.view, self.shown, self.lang) if self.shown.drawer else None
        tools = el(
            "div",
            [self._tool(name) for name in TOOLS],
            cls="tk-play-tools",
            role="group",
            aria_label=self._say("tool.label"),
        )
        return el("div", drawer, main, tools, cls="tk-play-bar", data_controls=True, data_key="bar")

    def _tool(self, name: str) -> Markup:
        sign, key = TOOLS[name]
        label = [el("span", sign, cls="tk-sign", aria_hidden="true"), el("span", self._say(f"tool.{name}"))]
        disabled = (name == "undo" and not self.match.answered) or (name == "hint" and self.asked is None)
        is_open = self.shown.drawer == name
        state = None if name in ("undo", "hint") else str(is_open).lower()
        act = name if name in ("undo", "hint") else "drawer"
        return button(
            label,
            act,
            None if act == name else name,
            key=f"tool:{name}:open" if is_open else f"tool:{name}",  # see the button that closes it
            shortcut=key or None,
            disabled=disabled,
            aria_expanded=state,
        )

    def _main(self) -> Markup | None:
        match, asked = self.match, self.asked
        if isinstance(asked, LayCards):
            return self._laying(asked)
        if isinstance(asked, Switch):
            return self._switching(asked)
        if match.game.over:
            buttons = [self._big("now.again", "again", "n")]
        elif match.pause == "watch":
            buttons = [self._big("now.next_turn", "go_on", "n"), button(self._say("now.to_end"), "to_end")]
        elif match.pause:
            buttons = [self._big("now.go_on", "go_on", "n")]
        else:
            return None
        return el("div", buttons, cls="tk-play-main", data_key="main")

    def _big(self, key: str, act: str, shortcut: str, disabled: bool = False) -> Markup:
        return button(self._say(key), act, cls="tk-button tk-main", shortcut=shortcut, disabled=disabled)

    def _laying(self, asked: LayCards) -> Markup:
        """How the chosen cards stand, what the rules say to them, and the button that lays them."""
        picks, view = self.shown.picks, self.view
        lay = picks.lay(view)
        empty = not (lay.spells or lay.units)
        refusal = objection(asked, lay, view, self.lang)
        lines: list[Child] = []
        if empty:
            lines.append(el("p", self._say("lay.choose")))
        elif refusal is not None:
            text, rule = refusal
            opens = rule_button(rule, self.lang, "rule", key="lay:rule")
            lines.append(el("p", el("b", self._say("lay.forbidden")), " ", text, " ", opens))
        else:
            key = numbered("lay.shield" if lay.shield else "lay.points", lay.power)
            lines.append(el("p", el("b", self._say(key, n=lay.power))))
            if (odds := odds_of(view, lay)) is not None:
                win, tie = percent(self.lang, odds.loss), percent(self.lang, odds.tie)
                lines.append(el("p", self._say("lay.odds", win=win, tie=tie), cls="tk-small"))
        label = "lay.nothing" if empty and refusal is None else "lay.lay_shield" if lay.shield else "lay.lay"
        return el(
            "div",
            el("div", lines, cls="tk-play-verdict", data_key="verdict"),
            None if empty else button(self._say("lay.none"), "none", key="none", cls="tk-button tk-quiet"),
            self._big(label, "lay", "l", disabled=refusal is not None),
            cls="tk-play-main tk-play-judged",
            data_key="main",
        )

    def _switching(self, asked: Switch) -> Markup:
        chosen = self.shown.active
        refusal = asked.refusal(tuple(sorted(chosen)))
        count = el("p", el("b", self._say("lay.active", n=len(chosen), limit=ACTIVE_LIMIT)))
        reason: Child = None
        if refusal is not None:
            rule = rule_button(refusal.rule, self.lang, "rule", key="lay:rule")
            reason = el("p", refusal.text(self.lang), " ", rule)
        return el(
            "div",
            el("div", count, reason, cls="tk-play-verdict", data_key="verdict"),
            self._big("lay.use", "use", "l", disabled=refusal is not None),
            cls="tk-play-main tk-play-judged",
            data_key="main",
        )
