"""The tab on victory: what each Autarch still needs, and the fewest seizures and rounds for it."""

from __future__ import annotations

from typing import ClassVar

from twingkit.imajica.exact_odds.victory import Distance, distance_slices
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.lab.builder import StopBuilder, parse_index
from twingkit_widgets.imajica.lab.draft import StopDraft, known_card
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.lab.tab import LabFault, Tab
from twingkit_widgets.panel.controls import named_field, submit_button
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names


class VictoryTab(Tab):
    """How far each Autarch is from victory (IJ-REC-2, IJ-SHORT-1)."""

    of_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False

    @property
    def builder(self) -> StopBuilder:
        """The builder of the lab."""
        builder: StopBuilder = self.lab.part("builder")
        return builder

    def view(self) -> Markup:
        """Render all Autarchs. Raises `Unfinished` while the result is being computed."""
        draft: StopDraft = self.lab.draft
        position, variant = draft.position, draft.variant
        distances = self.lab.long_work.answer(
            ("victory", str(position), variant), lambda: distance_slices(position, variant=variant)
        )
        return el(
            "div",
            el("p", self.say("victory.how"), " ", self.lab.rule("IJ-REC-2", "victory:rule")),
            self.builder.card_select("open_site", self.say("victory.open"), ("site",), "open"),
            [self._seat(distance, draft) for distance in distances.seats],
            el("p", self.say("victory.exact"), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def _seat(self, distance: Distance, draft: StopDraft) -> Markup:
        missing = join_names([str(number) for number in distance.missing])
        name = self.say("own") if distance.seat == draft.seat else seat_name(SEATS[distance.seat])
        parts: list[Child] = [el("h3", name)]
        if distance.actions is None:
            parts.append(el("p", self.say("victory.far")))
        elif not distance.actions:
            parts.append(el("p", el("b", self.say("victory.there", n=(distance.rounds or 0) + 1))))
        else:
            key = (
                "victory.near"
                + ("_so" if distance.left_out else "")
                + ("_one" if distance.actions == 1 else "")
            )
            parts.append(
                el("p", el("b", self.say(key, n=distance.actions, rounds=(distance.rounds or 0) + 1)))
            )
        parts.append(el("p", self.say("victory.missing", list=missing), cls="tk-small") if missing else None)
        steps = [
            el("li", self.say("victory.step", site=token_name(site), who=self._names(names)))
            for site, names in distance.plan
        ]
        parts.append(el("ul", steps, cls="tk-list im-ways") if steps else None)
        parts += [
            el("p", self.say(f"victory.without_{kind}", list=self._names(tokens)), cls="tk-small tk-soft")
            for kind, tokens in distance.left_out
        ]
        parts.append(self._held(distance.seat, draft))
        return el("section", parts, cls="im-rival", data_controls=True, data_key=f"victory:{distance.seat}")

    def _names(self, tokens: tuple[str, ...]) -> str:
        return join_names([token_name(token) for token in tokens])

    def _held(self, seat: int, draft: StopDraft) -> Markup:
        """Render the Sites that an Autarch holds, with buttons to remove them and to add one."""
        items = []
        for place, word in enumerate(draft.position.realms[seat].words("state")):
            site, _, holders = word.partition("=")
            names = self._names(tuple(holder.partition(":")[0] for holder in holders.split(",")))
            name = token_name(site.partition(":")[0])
            label = self.say("victory.held", site=name, who=names)
            away = button("×", "let_go", f"{seat}:{place}", cls="tk-icon-button",
                          aria_label=self.say("away", card=name))  # fmt: skip
            items.append(el("li", label, " ", away))
        site = self.builder.card_select(
            "site", self.say("victory.site"), ("site",), f"held:{seat}", plain=True
        )
        label = self.say("victory.holder")
        holder = self.builder.card_select("holder", label, ("character",), f"holder:{seat}", plain=True)
        add = submit_button(self.say("victory.add"), f"add-held:{seat}")
        whose = named_field("input", "seat", type="hidden", value=seat)
        form = el("form", whose, site, holder, add, cls="im-deed", data_act="hold", data_key=f"hold:{seat}")
        head = el("summary", self.say("victory.hold"), cls="tk-small")
        more = el("details", head, form, data_key=f"hold-more:{seat}")
        return el("div", el("ul", items, cls="tk-list") if items else None, more)

    def act_open_site(self, value: object) -> None:
        """Add a Site to the Circle."""
        if not value:
            return
        if not known_card(value, "site"):
            raise LabFault
        draft = self.builder.draft
        self.builder.attempt(lambda: draft.with_open_site(str(value)))

    def act_let_go(self, value: object) -> None:
        """Remove a Site that an Autarch holds, with its Holders: `0:1`."""
        seat, _, place = str(value).partition(":")
        draft = self.builder.draft
        realm = parse_index(seat, len(draft.position.realms))
        held = parse_index(place, len(draft.position.realms[realm].words("state")))
        self.builder.attempt(lambda: draft.without_held_site(realm, held))

    def act_hold(self, value: object) -> None:
        """Let an Autarch hold another Site: `{"seat": "0", "site": "slew", "holder": "irish"}`."""
        typed = value if isinstance(value, dict) else {}
        seat, site, holder = (str(typed.get(name, "")) for name in ("seat", "site", "holder"))
        draft = self.builder.draft
        realm = parse_index(seat, len(draft.position.realms))
        if not site or not holder:
            return
        if not known_card(site, "site") or not known_card(holder, "character"):
            raise LabFault
        self.builder.attempt(lambda: draft.with_held_site(realm, site, holder))
