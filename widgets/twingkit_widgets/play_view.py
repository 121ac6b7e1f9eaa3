"""The play panel as HTML: the goal, what to do now, the battle, the choices, the hand, the story and the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import attrs

from twingkit import Refusal, twing
from twingkit.twing.commit import RETIRE, LayCards
from twingkit.twing.objects import ACTIVE_LIMIT
from twingkit.twing.switching import Switch
from twingkit.twing.view import View
from twingkit_widgets.cards import cards_html
from twingkit_widgets.controls import forbidden
from twingkit_widgets.drawing import object_svg, ornicle_svg
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.play_battle import Pairing
from twingkit_widgets.play_drawers import drawer_html
from twingkit_widgets.play_game import Match
from twingkit_widgets.play_lay import Picks, odds_of, picker_html
from twingkit_widgets.play_now import Now, now_of
from twingkit_widgets.play_offers import Group, Named, Offer, object_name, offers, power, said
from twingkit_widgets.play_save import WORDS
from twingkit_widgets.play_story import Story, opened_rule
from twingkit_widgets.play_table import also_held, own_html, table_html
from twingkit_widgets.rulings import rule_button
from twingkit_widgets.table import table_html as battle_html
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


@attrs.frozen
class Shown:
    """What a person has opened and chosen in the panel.

    `active` are the chosen objects of a switch, `opened` is the open rule (below sentence `opened_at` of the
    story, below the battle for -1), `flipped` and `every` are the story's, `why` the forbidden answer whose
    reason stays open, `drawer` the open tool, `retiring` whether that has to be confirmed, `hint` the computer's
    answer, `typed` what stands in the fields of forms, `fault` what is wrong with it, `unsealed` whether the
    record shows, `count` another number after every answer, `prefix` begins ids.
    """

    picks: Picks
    active: tuple[str, ...] = ()
    opened: str = ""
    opened_at: int = -1
    flipped: Collection[int] = ()
    every: bool = False
    why: str = ""
    drawer: str = ""
    retiring: bool = False
    hint: str = ""
    typed: Mapping[str, str] = attrs.field(factory=dict)
    fault: Exception | None = None
    unsealed: bool = False
    count: int = 0
    prefix: str = "tk"


class PlayView:
    """One rendering of the panel: everything that is asked twice is asked here once."""

    def __init__(self, match: Match, shown: Shown, lang: str) -> None:
        self.match, self.shown, self.lang = match, shown, lang
        self.view: View = match.view
        self.rulings = match.rulings
        self.pairings = match.pairings
        self.now: Now = now_of(match, self.view, self.pairings, self.rulings, lang)
        self.asked = None if match.pause else self.view.question
        self._digit = 0

    def html(self) -> Markup:
        """The whole panel."""
        stage = el(
            "div",
            None if self.match.game.over else self._goal(),
            self._now(),
            self._battle(),
            self._acts(),
            self._hand(),
            cls="tk-play-stage",
        )
        grid = el("div", stage, table_html(self.view, self.lang), self._story(), cls="tk-play-grid")
        return el("section", grid, self._bar(), cls="tk-play", aria_label=WORDS.say(self.lang, "now.acts"))

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    # -- goal and what to do now

    def _goal(self) -> Markup:
        view, variant = self.view, self.view.variant
        own, needed = view.own, variant.objects_needed
        owned = len(own.objects) + len(own.stored)
        key = "finish" if own.endgame else "enter" if owned >= needed else "collect"
        if key != "finish" and variant.distinct_colours:
            key = "colours"
        got = el("span", object_svg("hat", ""), cls="tk-play-icon", aria_hidden="true")
        gem = el("span", ornicle_svg(""), cls="tk-play-icon", aria_hidden="true")
        counts = el(
            "p",
            el(
                "span",
                got,
                self._say("goal.more" if owned > needed else "goal.objects", n=owned, needed=needed),
                cls="tk-play-fact",
            ),
            el(
                "span",
                gem,
                self._say("goal.ornicles", n=own.ornicles, price=variant.price),
                cls="tk-play-fact",
            ),
            cls="tk-play-facts",
        )
        who = said(self.lang, "goal.you", own)
        words = el("p", el("b", who), " ", self._say(f"goal.{key}", needed=needed))
        return el("div", words, counts, cls="tk-play-goal", data_key="goal")

    def _now(self) -> Markup:
        """The headline, why it is asked, and what mattered since the last answer."""
        now = self.now
        why = rule_button(now.rule, self.lang, "rule", key="now:rule") if now.rule else None
        digest = [
            el(
                "li",
                ruling.text(self.lang),
                " ",
                rule_button(ruling.rule, self.lang, "rule", key=f"digest:{place}"),
            )
            for place, ruling in enumerate(now.digest)
        ]
        tried = self.match.really is not None
        back = button(self._say("now.return"), "really", key="really") if tried else None
        return el(
            "div",
            el("div", el("p", self._say("now.tried")), back, cls="tk-note tk-stack tk-tight")
            if tried
            else None,
            el("h2", now.title, tabindex="-1", data_focus=True),
            el("ul", digest, cls="tk-list tk-play-digest") if digest else None,
            el("p", now.text, " ", why) if now.text or why else None,
            self._opened(),
            self._end() if self.match.game.over else None,
            cls="tk-play-now",
            data_key="now",
            data_bring=self.shown.count,
        )

    def _opened(self) -> Markup | None:
        return opened_rule(self.shown.opened, self.lang) if self.shown.opened_at < 0 else None

    def _end(self) -> Markup:
        """The game in numbers."""
        won = self.match.won()
        heads = [self._say(f"end.{key}") for key in ("player", "won", "objects", "ornicles")]
        rows = [
            el(
                "tr",
                el("th", self._say(f"character.{seat.character}"), scope="row"),
                [el("td", n) for n in (won[seat.seat], len(seat.objects) + len(seat.stored), seat.ornicles)],
            )
            for seat in self.view.seats
        ]
        return el(
            "div",
            el(
                "table",
                el("caption", self._say("end.summary"), cls="tk-label"),
                el("thead", el("tr", [el("th", head, scope="col") for head in heads])),
                el("tbody", rows),
                cls="tk-grid",
            ),
            el("p", self._say("end.turns", n=self.view.turn), cls="tk-small"),
            cls="tk-stack tk-tight",
        )

    # -- the battle

    def _battle(self) -> Markup | None:
        """The picture of the battle; of an attack against several the own pairing first, the others folded."""
        if not self.pairings:
            return None
        if self.view.kind == "defend" and not self.match.pause and self.match.fight:
            return self._attack(self.pairings[0])
        main, *others = sorted(self.pairings, key=lambda pairing: self.view.player not in pairing.seats)
        heads = {"battle": "battle", "duel": "duel", "endgame": "end_battle"}
        title = el("h3", self._say(f"table.{heads[main.kind]}"))
        return el(
            "section",
            title,
            self._pairing(main, bool(others)),
            [
                el(
                    "details",
                    el("summary", self._versus(pairing)),
                    self._pairing(pairing, False),
                    data_key=f"pairing:{pairing.seats[1]}",
                )
                for pairing in others
            ],
            cls="tk-play-battle tk-stepper-table",
            data_key="battle",
        )

    def _attack(self, pairing: Pairing) -> Markup | None:
        """The attack alone, while the person still has to lay something against it."""
        side = pairing.scene.sides[0]
        if not side.laid:
            return None
        attacker = self.view.seats[pairing.seats[0]]
        title = said(self.lang, "table.attack", attacker, n=side.power)
        cards = cards_html((*side.spells, *side.units), self.lang)
        return el("section", el("h3", title), cards, cls="tk-play-battle", data_key="battle")

    def _versus(self, pairing: Pairing) -> str:
        attacker, defender = (self.view.seats[seat] for seat in pairing.seats)
        other = said(self.lang, "table.pairing", attacker, other=Named(defender.name, self.lang))
        points = [side.points for side in pairing.scene.sides]
        return other if None in points else f"{other}: {points[0]} : {points[1]}"

    def _pairing(self, pairing: Pairing, named: bool) -> Markup:
        helped: list[Child] = []
        for place, supporters in enumerate(pairing.supporters):
            if supporters:
                names = twing.rulebook().words.label(
                    [self.view.seats[seat].name for seat in supporters], self.lang
                )
                side = self.view.seats[pairing.seats[place]]
                helped.append(el("p", said(self.lang, "table.supported", side, others=names), cls="tk-small"))
        return join(
            el("p", self._versus(pairing), cls="tk-label") if named else None,
            battle_html(pairing.scene, self.lang, act="rule"),
            helped,
        )

    # -- what can be done

    def _acts(self) -> Markup | None:
        asked = self.asked
        if asked is None:
            return None
        hint = (
            el("p", self._say("now.hint", answer=self.shown.hint), cls="tk-note") if self.shown.hint else None
        )
        if isinstance(asked, LayCards):
            inside: Child = join(
                picker_html(self.view, self.shown.picks, self.lang), also_held(self.view, self.lang)
            )
        elif isinstance(asked, Switch):
            inside = self._switch(asked)
        else:
            inside = self._choices(offers(self.view, self.lang))
        return el(
            "div",
            hint,
            inside,
            self._retire(),
            cls="tk-play-acts",
            data_key=f"acts:{self.shown.count}",
            data_controls=True,
        )

    def _choices(self, groups: list[Group]) -> Child:
        """Groups with something allowed as boxes, all that is forbidden otherwise in one row below.

        A group without a title is all there is: what is forbidden of it stands below, too.
        """
        self._digit = 0
        boxes = [self._group(group) for group in groups if group.allowed]
        never = [
            offer
            for group in groups
            for offer in group.offers
            if offer.refusal and not (group.title and group.allowed)
        ]
        title = self._say("now.impossible")
        below = [
            el("h3", title, cls="tk-label"),
            self._row([el("li", self._offer(offer)) for offer in never], title),
        ]
        return join(
            el("div", boxes, cls="tk-play-groups"),
            el("div", below, cls="tk-play-never") if never else None,
        )

    def _group(self, group: Group) -> Markup:
        items = [el("li", self._offer(offer)) for offer in group.offers if group.title or not offer.refusal]
        return el(
            "section",
            el("h3", group.title, cls="tk-play-kind") if group.title else None,
            el("p", group.text, cls="tk-small tk-soft") if group.text else None,
            self._row(items, group.title or self.now.title),
            cls="tk-play-group" if group.title else "tk-play-plain",
            data_key=f"group:{group.key}",
        )

    def _row(self, items: list[Markup], label: str) -> Markup:
        listed = el("ul", items, cls="tk-list tk-choices")
        return el("div", listed, role="group", aria_label=label, data_roving=True)

    def _offer(self, offer: Offer) -> Markup:
        label = self._label(offer)
        key = f"answer:{offer.answer}"
        if offer.refusal is not None:
            return self._no(label, offer, key)
        return button(
            label,
            "answer",
            f"{len(self.match.game)}:{offer.answer}",
            key=key,
            cls="tk-button tk-play-offer",
            shortcut=self._key_of(offer),
        )

    def _key_of(self, offer: Offer) -> str | None:
        """The key of an answer: `n` passes a response, the others have digits as long as there are any."""
        if offer.answer == "pass" and self.view.kind != "act":
            return "n"
        self._digit += 1
        return str(self._digit) if self._digit < 10 else None

    def _label(self, offer: Offer) -> Child:
        picture: Child = None
        if offer.object:
            picture = el("span", object_svg(offer.object, ""), cls="tk-play-picture", aria_hidden="true")
        text = el("span", offer.label, el("small", offer.note) if offer.note else None, cls="tk-play-words")
        return [picture, text]

    def _no(self, label: Child, offer: Offer, key: str) -> Markup:
        assert isinstance(offer.refusal, Refusal)
        return forbidden(
            label,
            offer.refusal,
            self.lang,
            reason_id=f"{self.shown.prefix}-{offer.answer.replace(' ', '-').replace('>', 'r')}",
            key=key,
            act="why",
            value=offer.answer,
            rule_act="rule",
            is_open=self.shown.why == offer.answer,
        )

    def _switch(self, asked: Switch) -> Child:
        chosen = self.shown.active
        items = [
            el(
                "li",
                button(
                    self._label(
                        Offer(name, object_name(name, self.lang), power(name, self.lang), object=name)
                    ),
                    "active",
                    name,
                    cls="tk-button tk-play-offer",
                    aria_pressed="true" if name in chosen else "false",
                ),
            )
            for name in asked.owner.owned
        ]
        return self._row(items, self.now.title)

    def _retire(self) -> Markup | None:
        """Leaving the game for good, which has to be confirmed."""
        asked = self.asked
        if asked is None or not (asked.kind == "act" or (isinstance(asked, LayCards) and asked.may_retire)):
            return None
        if not self.shown.retiring:
            return button(
                self._say("act.retire"), "retire", key="retire", cls="tk-button tk-quiet tk-play-retire"
            )
        yes = button(
            self._say("act.retire_yes"), "answer", f"{len(self.match.game)}:{RETIRE}", key="retire:yes"
        )
        no = button(
            self._say("act.retire_no"), "stay", key="retire", cls="tk-button tk-main", data_focus=True
        )
        sure = el("p", self._say("act.retire_sure"))
        return el(
            "div", sure, el("div", yes, no, cls="tk-row"), cls="tk-note tk-stack tk-tight", data_key="sure"
        )

    # -- hand and story

    def _hand(self) -> Markup | None:
        if isinstance(self.asked, LayCards) or self.view.own.out:
            return None
        return own_html(self.view, self.lang)

    def _story(self) -> Markup:
        shown = self.shown
        return Story(
            self.rulings,
            self.lang,
            self.match.told_from,
            shown.flipped,
            shown.opened,
            shown.opened_at,
            shown.every,
        ).html()

    # -- the bar

    def _bar(self) -> Markup:
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
        state = None if name in ("undo", "hint") else str(self.shown.drawer == name).lower()
        act = name if name in ("undo", "hint") else "drawer"
        return button(
            label,
            act,
            None if act == name else name,
            key=f"tool:{name}",
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
        refusal = asked.refusal(lay)
        lines: list[Child] = []
        if empty:
            lines.append(el("p", self._say("lay.choose")))
        else:
            key = "lay.shield" if lay.shield else "lay.points"
            lines.append(el("p", el("b", self._say(key, n=lay.power))))
        if refusal is not None and not empty:
            rule = rule_button(refusal.rule, self.lang, "rule", key="lay:rule")
            lines.append(
                el("p", el("b", self._say("lay.forbidden")), " ", refusal.text(self.lang), " ", rule)
            )
        elif (odds := odds_of(view, lay)) is not None:
            win, tie = percent(self.lang, odds.loss), percent(self.lang, odds.tie)
            lines.append(el("p", self._say("lay.odds", win=win, tie=tie), cls="tk-small"))
        label = "lay.nothing" if empty and refusal is None else "lay.lay_shield" if lay.shield else "lay.lay"
        return el(
            "div",
            el("div", lines, cls="tk-play-verdict", data_key="verdict"),
            None if empty else button(self._say("lay.none"), "none", key="none", cls="tk-button tk-quiet"),
            self._big(label, "lay", "l", disabled=refusal is not None),
            cls="tk-play-main",
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
            cls="tk-play-main",
            data_key="main",
        )
