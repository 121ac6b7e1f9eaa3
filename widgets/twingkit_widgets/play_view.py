"""The play panel as HTML: goal, what to do now, battle, choices, hand, story and table."""

from __future__ import annotations

from twingkit import twing
from twingkit.twing.commit import LayCards
from twingkit.twing.variant import diff
from twingkit.twing.view import View
from twingkit_widgets.cards import cards_html
from twingkit_widgets.drawing import object_svg, ornicle_svg
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.play_bar import Bar
from twingkit_widgets.play_battle import Pairing
from twingkit_widgets.play_choices import Choices
from twingkit_widgets.play_game import Match
from twingkit_widgets.play_now import Now, now_of
from twingkit_widgets.play_offers import Named, said
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_story import Story, opened_rule
from twingkit_widgets.play_table import own_html, table_html
from twingkit_widgets.play_words import WORDS, numbered
from twingkit_widgets.rulings import rule_button
from twingkit_widgets.table import table_html as battle_html


class PlayView:
    """One rendering of the panel: everything that is asked twice is asked here once."""

    def __init__(self, match: Match, shown: Shown, lang: str) -> None:
        self.match, self.shown, self.lang = match, shown, lang
        self.view: View = match.view
        self.rulings = match.rulings
        self.pairings = match.pairings
        self.now: Now = now_of(match, self.view, self.pairings, self.rulings, lang)
        self.asked = None if match.pause else self.view.question

    def html(self) -> Markup:
        """The whole panel."""
        asked, place = self.asked, len(self.match.game)
        choices = Choices(asked, self.view, self.shown, self.now.title, place, self.lang) if asked else None
        stage = el(
            "div",
            None if self.match.game.over else self._goal(),
            self._now(),
            self._battle(),
            choices.possible() if choices else None,
            self._hand(),
            choices.rest() if choices else None,
            cls="tk-play-stage",
        )
        bar = Bar(self.match, self.asked, self.view, self.shown, self.lang).html()
        grid = el("div", stage, table_html(self.view, self.lang), self._story(), cls="tk-play-grid")
        return el("section", grid, bar, cls="tk-play", aria_label=WORDS.say(self.lang, "now.panel"))

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
        return el("div", words, counts, self._danger(), self._variant(), cls="tk-play-goal", data_key="goal")

    def _now(self) -> Markup:
        """The headline, why it is asked, and what mattered since the last answer."""
        now = self.now
        why = rule_button(now.rule, self.lang, "rule", key="now:rule") if now.rule else None
        text = el("p", now.text, " ", why) if now.text or why else None
        tried = self.match.really is not None
        back = button(self._say("now.return"), "really", key="really") if tried else None
        return el(
            "div",
            el("div", el("p", self._say("now.tried")), back, cls="tk-note tk-stack tk-tight")
            if tried
            else None,
            el("p", self.shown.news, cls="tk-note") if self.shown.news else None,
            el("p", now.above, cls="tk-label") if now.above else None,
            el("h2", now.title, tabindex="-1", data_focus=True),
            text if self.match.game.over else None,
            el("ul", self._lines(), cls="tk-list tk-play-digest") if now.lines else None,
            None if self.match.game.over else text,
            self._opened(),
            self._end() if self.match.game.over else None,
            cls="tk-play-now",
            data_key="now",
            data_bring=self.shown.count,
        )

    def _lines(self) -> list[Markup]:
        """What happened since the last answer, every sentence with its rule."""
        first = next((line for line in self.now.lines if line.meanwhile), None)
        return [
            el(
                "li",
                [el("b", self._say("now.meanwhile")), " "] if line is first else None,
                [
                    join(
                        ruling.text(self.lang),
                        " ",
                        rule_button(ruling.rule, self.lang, "rule", key=f"digest:{row}:{place}"),
                        " ",
                    )
                    for place, ruling in enumerate(line.rulings)
                ],
            )
            for row, line in enumerate(self.now.lines)
        ]

    def _variant(self) -> Markup | None:
        """What is different from the usual rules."""
        changes = diff(twing.BOX, self.view.variant)
        if not changes:
            return None
        named = ", ".join(change.switch.title(self.lang) for change in changes)
        listed = [
            el(
                "li",
                el("b", change.switch.title(self.lang)),
                ": ",
                change.switch.choice(change.other).text(self.lang),
            )
            for change in changes
        ]
        return el(
            "details",
            el("summary", self._say("goal.variant", names=named)),
            el("ul", listed, cls="tk-list tk-play-listed"),
            data_key="variant",
        )

    def _danger(self) -> Markup | None:
        if not self.now.warning:
            return None
        rule = rule_button("TW-END-2", self.lang, "rule", key="danger:rule")
        return el("p", self.now.warning, " ", rule, cls="tk-note", data_key="danger")

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
        """The picture of the battle; of several pairings the own one first, the others folded."""
        if not self.pairings:
            return None
        if self.view.kind == "defend" and not self.match.pause and self.match.fight:
            return self._attack(self.pairings[0])
        main, *others = sorted(self.pairings, key=lambda pairing: self.view.player not in pairing.seats)
        heads = {"battle": "battle", "duel": "duel", "endgame": "end_battle"}
        title = el("h3", self.now.above or self._say(f"table.{heads[main.kind]}"))
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
        title = said(self.lang, numbered("table.attack", side.power), attacker, n=side.power)
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
