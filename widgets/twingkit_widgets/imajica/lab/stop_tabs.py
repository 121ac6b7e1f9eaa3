"""The tabs of the stop lab: stopping, sending Allies, defending, calling Allies, and victory."""

from __future__ import annotations

from typing import ClassVar

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit.core.tables.row_table import as_frame
from twingkit.imajica.exact_odds.alliances import ALLIANCE_COLUMNS, SORT_VALUES, Alliance, best_alliances
from twingkit.imajica.exact_odds.defenders import DEFENCE_COLUMNS, DefenderSet, best_defenders
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults
from twingkit.imajica.exact_odds.victory import VictoryDistance, victory_distances_in_slices
from twingkit.imajica.exact_odds.who_to_send import SendOption, sending_slices, smallest_stopping_group_rows
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.lab.builder import StopBuilder
from twingkit_widgets.imajica.lab.draft import StopDraft, is_card_of_kind, parse_card_id
from twingkit_widgets.imajica.lab.stop_verdict import stop_odds_sentence, stop_way_html
from twingkit_widgets.imajica.words import seat_name, token_name, token_names
from twingkit_widgets.lab.action_values import parse_integer, parse_offered_value
from twingkit_widgets.lab.tab import Lab, LabFault, LabTab, joined_tables, require_odds
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import column_heads, named_field, submit_button, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names, percent

_MAX_SHOWN_WAYS = 6
"""Maximum number of ways shown at first."""

_MAX_SHOWN_SENDINGS = 10
"""Maximum number of sets of Allies to send."""

_MAX_SHOWN_SETS = 8
"""Maximum number of other sets of characters in a list."""


class StopLabTab(LabTab):
    """Base class of the tabs of the stop lab."""

    draft: StopDraft
    """The current draft of the lab."""
    builder: StopBuilder
    """The builder of the lab."""

    @property
    def question(self) -> RivalsStoppingQuestion:
        """The question of the last draft that the rules allow."""
        question: RivalsStoppingQuestion = self.lab.analysed_subject
        return question


class StopTab(StopLabTab):
    """A tab that lists, in order of play, what each rival can do to stop the action."""

    figure_kind = "stopping"

    def frame(self) -> DataFrame:
        """Return the ways to stop the action, as `imajica.can_they_stop` does."""
        return as_frame(require_odds(self.lab))

    def view(self) -> Markup:
        """Render the rivals with everything they can do to stop the action."""
        odds: RivalStopResults = self.lab.odds
        if odds.failure is not None:
            return el("p", stop_odds_sentence(odds, self.lab, "stop:fails"))
        rivals = [self._rival(rival, odds) for rival in odds.rival_stops]
        note = el("p", self.say(f"stop.exact_{self._question_key(odds)}"), cls="tk-small tk-soft")
        return el("div", rivals, note, cls="tk-stack")

    def _question_key(self, odds: RivalStopResults) -> str:
        """Return the key of the question's text: a seizure, a challenge, or whether everyone survives a
        challenge.
        """
        is_everyone = not odds.deed.is_seizure and self.question.goal == "everyone"
        return "everyone" if is_everyone else odds.deed.action

    def _rival(self, rival: RivalStop, odds: RivalStopResults) -> Markup:
        word = self._question_key(odds)
        name = seat_name(SEATS[rival.seat])
        key = "nobody" if rival.missing_points is None else "short" if rival.missing_points else "enough"
        facts: dict[str, object] = {
            "n": rival.rival_total,
            "own": rival.acting_total,
            "lacks": rival.missing_points or 0,
        }
        chance = percent(float(rival.chance), 1)
        meter = el("progress", value=f"{float(rival.chance):.4f}", max=1, cls="im-bar", aria_hidden="true")
        head = el("h3", name, " ", el("span", self.say("stop.chance", chance=chance), cls="tk-number"))
        items = [
            el("li", stop_way_html(way, rival, self.lab, f"way:{rival.seat}:{place}"))
            for place, way in enumerate(rival.ways)
        ]
        return el(
            "section",
            head,
            meter,
            el("p", self.say(f"stop.{key}_{word}", **facts)),
            self._ways(items, rival),
            el("p", self._pool(rival), cls="tk-small tk-soft"),
            None
            if rival.is_exact
            else el("p", self.say("stop.bound", n=rival.searched_set_size), cls="tk-small"),
            self._unread_paths_note(rival, odds),
            cls="im-rival",
        )

    def _ways(self, items: list[Markup], rival: RivalStop) -> Child:
        if not items:
            return el("p", self.say("stop.no_way"))
        more: Child = None
        if len(items) > _MAX_SHOWN_WAYS:
            left = len(items) - _MAX_SHOWN_WAYS
            summary = el("summary", self.say("stop.more_one" if left == 1 else "stop.more", n=left))
            rest = el("ul", items[_MAX_SHOWN_WAYS:], cls="tk-list im-ways")
            more = el("details", summary, rest, data_key=f"more:{rival.seat}")
        return [
            el("p", self.say("stop.ways")),
            el("ul", items[:_MAX_SHOWN_WAYS], cls="tk-list im-ways"),
            more,
        ]

    def _unread_paths_note(self, rival: RivalStop, odds: RivalStopResults) -> Child:
        paths = odds.deed.table.paths_on(odds.deed.target_token) if odds.deed.is_seizure else []
        count = sum(path.owner == rival.seat and not path.known for path in paths)
        return el("p", self.say("stop.unread", n=count), cls="tk-small") if count else None

    def _pool(self, rival: RivalStop) -> str:
        """Return a text about the unseen cards of a rival and the pool from which they are drawn."""
        holding = rival.known_hand
        if not holding.unseen_count:
            return self.say("stop.pool_none")
        facts: dict[str, object] = {"n": holding.unseen_count, "pool": sum(rival.unseen_cards.values())}
        if holding.deck is None:
            return self.say("stop.pool_unknown", **facts)
        return self.say("stop.pool", deck=holding.deck.title.get(self.lab.lang, holding.deck.id), **facts)


class SendAlliesTab(StopLabTab):
    """The lab tab that lists every set of Allies that can carry out the seizure or challenge, the safest
    first.
    """

    def frame(self) -> DataFrame:
        """Return the sets of Allies with their chances, as `imajica.allies_to_send` does."""
        question = self.question
        word, focus, *_ = question.deed.split()
        return as_frame(
            imajica.allies_to_send(
                question.position,
                f"{word} {focus}",
                holdings=question.rival_hands(),
                variant=question.variant,
                goal=question.goal,
            )
        )

    def view(self) -> Markup:
        """Render the sets of Allies with their chances. Raises `UnfinishedError` while they are being
        computed.
        """
        question = self.question
        word, focus, *_ = question.deed.split()
        holdings = question.rival_hands()
        rows = self.lab.long_work.answer(
            ("send", question),
            lambda: sending_slices(
                question.position, f"{word} {focus}", holdings, variant=question.variant, goal=question.goal
            ),
        )
        titles = column_heads(self.say(f"send.{name}") for name in ("allies", "total", "chance"))
        now = set(question.deed.split()[3:])
        body = [self._row(row, set(row.allies) == now) for row in rows[:_MAX_SHOWN_SENDINGS]]
        table = table_with_heads(titles, body, "im-grid")
        how = el("p", self.say("send.how"))
        return el("div", how, table, el("p", self.say("send.exact"), cls="tk-small tk-soft"), cls="tk-stack")

    def _row(self, row: SendOption, now: bool) -> Markup:
        name = token_names(row.allies)
        label = el("b", name, " ✓") if now else name
        chosen = button(label, "send", " ".join(row.allies), cls="tk-button tk-quiet im-link")
        chance = self.say("send.fails") if row.stops.failure else percent(row.stop_chance, 1)
        if (
            any(rival.way_without_cards is not None for rival in row.stops.rival_stops)
            and not row.stops.failure
        ):
            chance = self.say("send.open")
        meter = el("progress", value=f"{row.stop_chance:.4f}", max=1, cls="im-bar", aria_hidden="true")
        needed = f" / {row.stops.needed_points}" if row.stops.deed.is_seizure else ""
        return el(
            "tr",
            el("th", chosen, scope="row"),
            el("td", f"{row.stops.own_points}{needed}", cls="tk-number"),
            el("td", el("span", chance, cls="tk-number"), meter),
            cls="im-best" if now else "",
        )

    def act_send(self, value: object) -> None:
        """Replace the characters that carry out the lab's action by these Allies."""
        draft = self.lab.draft
        active = draft.active_tokens(draft.seat)
        places = {active.index(token) for token in str(value).split() if token in active}
        for place in places ^ set(draft.actor_indexes):
            draft = draft.with_actor_toggled(place)
        self.lab.set_draft(draft)


class RivalDefenceTab(StopLabTab):
    """The lab tab that shows the rival's best response to a seizure or challenge with the characters on the
    table.
    """

    figure_kind = "defenders"

    def frame(self) -> DataFrame:
        """Return the sets of defenders as `imajica.best_defenders` does, or the sets of contesters of each
        rival as `imajica.smallest_stopping_groups` does.
        """
        question, odds = self.question, require_odds(self.lab)
        where, deed, variant = question.position, question.deed, question.variant
        if not odds.deed.is_seizure:
            return as_frame(imajica.best_defenders(where, deed, variant=variant))
        rivals = [SEATS[rival.seat] for rival in odds.rival_stops]
        tables = [
            as_frame(imajica.smallest_stopping_groups(where, deed, player=rival, variant=variant))
            for rival in rivals
        ]
        frame = joined_tables(tables)
        if frame.empty:
            raise Fault("imajica.no_resistance", player=", ".join(rivals))
        notes = [note for table in tables for note in table.attrs.get("notes", ())]
        frame.attrs = {"columns": tables[0].attrs["columns"], "deed": deed, "notes": notes}
        return frame

    def figure(self) -> Figure:
        """Return the figure of the defenders. Raises `LabFault` for a seizure."""
        if require_odds(self.lab).deed.is_seizure:
            self.frame()  # without a table that is the reason
            raise LabFault("fault.no_figure")
        return super().figure()

    def view(self) -> Markup:
        """Render the sets of defenders against a challenge, or of contesters of a seizure."""
        odds: RivalStopResults = self.lab.odds
        return self._contesters(odds) if odds.deed.is_seizure else self._defenders()

    def _defenders(self) -> Markup:
        question = self.question
        defences = best_defenders(question.position, question.deed, variant=question.variant).defences
        sets = defences[:_MAX_SHOWN_SETS]
        titles = column_heads(self.say(f"defend.{name}") for name in ("who", "totals", "end"))
        body = [self._row(defence, place) for place, defence in enumerate(sets)]
        table = table_with_heads(titles, body, "im-grid")
        rule = self.lab.rule_button("IJ-CHAL-2", "defend:rule")
        picture = folded_chart("defenders", sets, DEFENCE_COLUMNS, key="defend-chart")
        note = el("p", self.say("defend.exact"), cls="tk-small tk-soft")
        return el("div", el("p", self.say("defend.how"), " ", rule), table, picture, note, cls="tk-stack")

    def _row(self, defence: DefenderSet, place: int) -> Markup:
        name = token_names(defence.defenders) or self.say("defend.nobody")
        best = el("b", self.say("defend.best"), cls="tk-chip") if not place else None
        dead = token_names(defence.damage_split.killed)
        end = self.say("defend.dies", who=dead) if dead else self.say("defend.lives")
        return el(
            "tr",
            el("th", name, " ", best, scope="row"),
            el("td", self.say("defend.against", n=defence.attack, other=defence.defence), cls="tk-number"),
            el("td", end),
            cls="" if place else "im-best",
        )

    def _contesters(self, odds: RivalStopResults) -> Markup:
        if odds.failure is not None:
            return el("p", self.say("defend.not_needed"))
        parts, question = [], self.question
        where, deed = question.position, question.deed
        for rival in odds.rival_stops:
            sets = smallest_stopping_group_rows(where, deed, SEATS[rival.seat], variant=question.variant)
            items = [el("li", token_names(chosen)) for chosen in sets[:_MAX_SHOWN_SETS]]
            text = el("ul", items, cls="tk-list im-ways") if items else el("p", self.say("defend.not_enough"))
            parts.append(el("section", el("h3", seat_name(SEATS[rival.seat])), text))
        rule = self.lab.rule_button("IJ-SEIZE-5", "contest:rule")
        note = el("p", self.say("defend.contest_exact"), cls="tk-small tk-soft")
        return el("div", el("p", self.say("defend.contest_how"), " ", rule), parts, note, cls="tk-stack")


class CallAlliesTab(StopLabTab):
    """The lab tab that lists the sets of Allies which the player can call from the hand (IJ-ALLY-2,
    IJ-ALLY-3).
    """

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False
    figure_kind: ClassVar[str] = "forces"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.sort_by = SORT_VALUES[-1]
        """The values by which sets are sorted, one of `SORT_VALUES`."""

    def frame(self) -> DataFrame:
        """Return the sets of Allies that the hand can call, as `imajica.best_alliances` does."""
        draft = self.draft
        frame = as_frame(imajica.best_alliances(draft.position, by=self.sort_by, variant=draft.variant))
        if frame.empty:
            raise Fault("imajica.nobody_to_call")
        return frame

    def view(self) -> Markup:
        """Render the hand and the sets that it can call."""
        draft = self.draft
        words = draft.position.realms[draft.seat].words("hand")
        hand = [name for name in words if is_card_of_kind(name, "character")]
        answer: Child = el("p", self.say("call.empty"), cls="tk-soft")
        if hand:
            alliances = best_alliances(draft.position, by=self.sort_by, variant=draft.variant)
            shown = alliances.alliances[:_MAX_SHOWN_SETS]
            rows = [
                self._row(alliance, alliances.prime_limit, not place) for place, alliance in enumerate(shown)
            ]
            heads = column_heads(self.say(f"call.{name}") for name in ("allies", "prime", "adds"))
            picture = folded_chart("forces", shown, ALLIANCE_COLUMNS, key="call-chart") if shown else None
            answer = [table_with_heads(heads, rows, "im-grid"), picture]
        return el(
            "div",
            el("p", self.say("call.how"), " ", self.lab.rule_button("IJ-ALLY-2", "call:rule")),
            self._hand(draft, hand),
            self.builder.choice_buttons_html("sort_by", SORT_VALUES, self.sort_by, "call.aim"),
            answer,
            el("p", self.say("call.exact"), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def _hand(self, draft: StopDraft, hand: list[str]) -> Markup:
        return el(
            "div",
            self.builder.removable_cards_html(hand, "remove_hand_card", "", "drop", self.say("call.hand")),
            self.builder.card_select_html("add_hand_card", self.say("call.add"), ("character",), "hold"),
            data_controls=True,
            data_key="call:hand",
        )

    def _row(self, alliance: Alliance, limit: int, best: bool) -> Markup:
        names = token_names(alliance.calling_order)
        chip = el("b", self.say("defend.best"), cls="tk-chip") if best else None
        key = "call.home" if alliance.has_home_ally else "call.within"
        return el(
            "tr",
            el("th", names, " ", chip, scope="row"),
            el("td", self.say(key, n=alliance.prime, limit=limit)),
            el("td", self.say("call.figures", magic=alliance.magic, strength=alliance.strength)),
            cls="im-best" if best else "",
        )

    def act_sort_by(self, value: object) -> None:
        """Sort the sets of Allies by Magic, by Strength, or by both."""
        self.sort_by = parse_offered_value(value, SORT_VALUES)

    def act_add_hand_card(self, value: object) -> None:
        """Add a character to the hand."""
        if value:
            card = parse_card_id(value, "character")
            self.builder.try_change(lambda: self.draft.with_word(self.draft.seat, "hand", card))

    def act_remove_hand_card(self, value: object) -> None:
        """Remove a character from the hand."""
        draft = self.draft
        self.builder.try_change(lambda: draft.without_known_card(draft.seat, str(value)))


class VictoryProgressTab(StopLabTab):
    """The lab tab that shows how far each Autarch is from victory (IJ-REC-2, IJ-SHORT-1)."""

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False

    def frame(self) -> DataFrame:
        """Return each Autarch's distance from victory, as `imajica.victory_distances` does."""
        return as_frame(imajica.victory_distances(self.draft.position, variant=self.draft.variant))

    def view(self) -> Markup:
        """Render all Autarchs. Raises `UnfinishedError` while the result is being computed."""
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
