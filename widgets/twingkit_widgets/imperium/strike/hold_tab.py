"""The tab on holding: what could attack there next, from where, with what chance."""

from __future__ import annotations

from twingkit.imperium.outlook.strikes import Taking, hold_system
from twingkit.imperium.outlook.threats import Threat
from twingkit.imperium.rules.rulebook import rulebook
from twingkit_widgets.imperium.game_pictures.names import system_name
from twingkit_widgets.lab.tab import Tab
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capital, percent
from twingkit_widgets.site.addresses import page_link


class HoldTab(Tab):
    """The answers of the others, the most dangerous first."""

    def view(self) -> Markup:
        """Each other player's best fleet, with the battle that it would be."""
        taking: Taking = self.lab.odds
        draft = self.lab.settled
        held = hold_system(draft.game, taking)
        if not held.threats:
            return el("div", el("p", el("b", self.say("hold.safe"))), self._note(), cls="tk-stack")
        rows = [self._threat(threat) for threat in held.threats]
        chance = percent(self.lang, held.hold, 1)
        return el(
            "div",
            el("p", self.say("hold.chance"), " ", el("b", chance)),
            el("ul", rows, cls="tk-list tk-strike-steps"),
            self._note(),
            cls="tk-stack",
        )

    def _threat(self, threat: Threat) -> Markup:
        who = capital(rulebook().words.name(threat.attacker, self.lang))
        where = ", ".join(system_name(number, self.lang) for number in threat.sources)
        link = ""
        if threat.battle and self.lab.site:
            link = page_link("imperium-battle", self.lang, battle=threat.battle)
        way = el("a", self.say("take.battle"), href=link, cls="tk-button", data_key=f"b:{threat.attacker}")
        line = el("code", threat.battle, cls="tk-code") if threat.battle else self.say("hold.nobody")
        return el(
            "li",
            el("span", self.say("hold.threat", who=who, where=where)),
            el("b", percent(self.lang, threat.win, 1), cls="tk-number"),
            el("progress", value=f"{threat.win:.4f}", max=1, aria_hidden="true"),
            el("div", line, way if link else None),
        )

    def _note(self) -> Markup:
        return el("p", self.say("hold.exact"), cls="tk-small tk-soft")
