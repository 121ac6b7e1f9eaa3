"""The tab on victory: each Autarch's missing Dominions, and the fewest seizures and rounds to win."""

from __future__ import annotations

from typing import ClassVar

from twingkit import imajica
from twingkit.imajica.exact_odds.victory import VictoryDistance, victory_distances_in_slices
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.lab.builder import StopBuilder
from twingkit_widgets.imajica.lab.draft import StopDraft, parse_card_id
from twingkit_widgets.imajica.words import seat_name, token_name, token_names
from twingkit_widgets.lab.action_values import parse_integer
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame
from twingkit_widgets.panel.controls import named_field, submit_button
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names


class VictoryTab(LabTab):
    """The lab tab that shows how far each Autarch is from victory (IJ-REC-2, IJ-SHORT-1)."""

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False

    draft: StopDraft
    """The current draft of the lab."""
    builder: StopBuilder
    """The builder of the lab."""

    def frame(self) -> DataFrame:
        """Return each Autarch's distance from victory, as `imajica.victory_distances` does."""
        return as_frame(imajica.victory_distances(self.draft.position, variant=self.draft.variant))

    def view(self) -> Markup:
        """Render all Autarchs. Raises `Unfinished` while the result is being computed."""
        position, variant = self.draft.position, self.draft.variant
        distances = self.computed(victory_distances_in_slices, position, variant=variant)
        return el(
            "div",
            el("p", self.say("victory.how"), " ", self.lab.rule_button("IJ-REC-2", "victory:rule")),
            self.builder.card_select_html("add_circle_site", self.say("victory.open"), ("site",), "open"),
            [self._seat(distance) for distance in distances.distances],
            el("p", self.say("victory.exact"), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def _seat(self, distance: VictoryDistance) -> Markup:
        missing = join_names([str(number) for number in distance.missing_dominions])
        name = self.say("own") if distance.seat == self.draft.seat else seat_name(SEATS[distance.seat])
        parts: list[Child] = [el("h3", name)]
        if distance.seizure_count is None:
            parts.append(el("p", self.say("victory.far")))
        elif not distance.seizure_count:
            parts.append(el("p", el("b", self.say("victory.there", n=(distance.round_count or 0) + 1))))
        else:
            key = (
                "victory.near"
                + ("_so" if distance.ignored_help else "")
                + ("_one" if distance.seizure_count == 1 else "")
            )
            parts.append(
                el(
                    "p",
                    el("b", self.say(key, n=distance.seizure_count, rounds=(distance.round_count or 0) + 1)),
                )
            )
        parts.append(el("p", self.say("victory.missing", list=missing), cls="tk-small") if missing else None)
        steps = [
            el("li", self.say("victory.step", site=token_name(site), who=token_names(names)))
            for site, names in distance.seizers_by_site
        ]
        parts.append(el("ul", steps, cls="tk-list im-ways") if steps else None)
        parts += [
            el("p", self.say(f"victory.without_{kind}", list=token_names(tokens)), cls="tk-small tk-soft")
            for kind, tokens in distance.ignored_help
        ]
        parts.append(self._held_sites(distance.seat))
        return el("section", parts, cls="im-rival", data_controls=True, data_key=f"victory:{distance.seat}")

    def _held_sites(self, seat: int) -> Markup:
        """Render the Sites that an Autarch holds, with buttons to remove them and to add one."""
        items = []
        for place, word in enumerate(self.draft.position.realms[seat].words("state")):
            site, _, holders = word.partition("=")
            names = token_names(holder.partition(":")[0] for holder in holders.split(","))
            name = token_name(site.partition(":")[0])
            label = self.say("victory.held", site=name, who=names)
            away = button("×", "remove_held_site", f"{seat}:{place}", cls="tk-icon-button",
                          aria_label=self.say("away", card=name))  # fmt: skip
            items.append(el("li", label, " ", away))
        site = self.builder.card_select_html(
            "site", self.say("victory.site"), ("site",), f"held:{seat}", in_form=True
        )
        label = self.say("victory.holder")
        holder = self.builder.card_select_html(
            "holder", label, ("character",), f"holder:{seat}", in_form=True
        )
        add = submit_button(self.say("victory.add"), f"add-held:{seat}")
        whose = named_field("input", "seat", type="hidden", value=seat)
        form = el(
            "form", whose, site, holder, add, cls="im-deed", data_act="add_held_site", data_key=f"hold:{seat}"
        )
        head = el("summary", self.say("victory.hold"), cls="tk-small")
        more = el("details", head, form, data_key=f"hold-more:{seat}")
        return el("div", el("ul", items, cls="tk-list") if items else None, more)

    def act_add_circle_site(self, value: object) -> None:
        """Add a Site to the Circle."""
        if value:
            site = parse_card_id(value, "site")
            self.builder.try_change(lambda: self.draft.with_circle_site(site))

    def act_remove_held_site(self, value: object) -> None:
        """Remove a Site that an Autarch holds, and its Holders: `0:1` is the second Site of the first
        Autarch.
        """
        seat, _, place = str(value).partition(":")
        realms = self.draft.position.realms
        realm = parse_integer(seat, 0, len(realms) - 1)
        held = parse_integer(place, 0, len(realms[realm].words("state")) - 1)
        self.builder.try_change(lambda: self.draft.without_word(realm, "state", held))

    def act_add_held_site(self, value: object) -> None:
        """Let an Autarch hold one more Site, such as `{"seat": "0", "site": "slew", "holder": "irish"}`."""
        typed = value if isinstance(value, dict) else {}
        seat, site, holder = (str(typed.get(name, "")) for name in ("seat", "site", "holder"))
        realm = parse_integer(seat, 0, len(self.draft.position.realms) - 1)
        if site and holder:
            parse_card_id(site, "site")
            parse_card_id(holder, "character")
            self.builder.try_change(lambda: self.draft.with_word(realm, "state", f"{site}={holder}"))
