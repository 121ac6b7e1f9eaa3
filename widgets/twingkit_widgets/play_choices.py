"""What the person can do now: answers in groups, cards to choose, and what is forbidden with its rule."""

from __future__ import annotations

from twingkit import Question, Refusal
from twingkit.twing.commit import RETIRE, LayCards
from twingkit.twing.switching import Switch
from twingkit.twing.view import View
from twingkit_widgets.controls import forbidden
from twingkit_widgets.drawing import object_svg
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.play_lay import picker_html
from twingkit_widgets.play_offers import Group, Offer, object_name, offers, power
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_table import also_held
from twingkit_widgets.play_words import WORDS


class Choices:
    """The answers to one question. `title` is what the panel asks, `place` how many answers came before it:
    a button answers only the question it was made for."""

    def __init__(self, asked: Question, view: View, shown: Shown, title: str, place: int, lang: str) -> None:
        self.asked, self.view, self.shown = asked, view, shown
        self.title, self.place, self.lang = title, place, lang
        self.groups = offers(view, lang)
        self._digit = 0

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def possible(self) -> Markup:
        """The allowed answers, or the cards to choose from."""
        asked, told = self.asked, self.shown.hint
        if isinstance(asked, LayCards):
            picker = picker_html(self.view, self.shown.picks, self.lang)
            inside: Child = join(picker, also_held(self.view, self.lang))
        elif isinstance(asked, Switch):
            inside = self._switch(asked)
        else:
            boxes = [self._group(group) for group in self.groups if group.allowed]
            inside = el("div", boxes, cls="tk-play-groups")
        return el(
            "div",
            self._hinted(told) if told else None,
            inside,
            cls="tk-play-acts",
            data_key=f"acts:{self.shown.count}",
            data_bring=f"acts:{self.shown.count}",
            data_controls=True,
        )

    def _hinted(self, told: str) -> Markup:
        """What the steady player would do; cards and objects of it can be taken over."""
        chooses = isinstance(self.asked, LayCards | Switch)
        take = button(self._say("now.take_hint"), "take_hint", key="take_hint") if chooses else None
        text = el("p", self._say("now.hint", answer=told))
        return el("div", text, take, cls="tk-note tk-stack tk-tight", data_key="hint", data_bring=told)

    def rest(self) -> Markup | None:
        """What is forbidden, in one row, and the way out of the game; None if there is neither.

        What is forbidden of an action that has allowed answers, too, stands with these.
        """
        never = [
            offer
            for group in self.groups
            for offer in group.offers
            if offer.refusal and not (group.title and group.allowed)
        ]
        leave = self._retire()
        if not never and leave is None:
            return None
        title = self._say("now.impossible")
        below = [
            el("h3", title, cls="tk-label"),
            self._row([self._item(offer) for offer in never], title),
        ]
        return el(
            "div",
            el("div", below, cls="tk-play-never") if never else None,
            leave,
            cls="tk-play-acts",
            data_key=f"rest:{self.shown.count}",
            data_controls=True,
        )

    def _group(self, group: Group) -> Markup:
        items = [self._item(offer) for offer in group.offers if group.title or not offer.refusal]
        return el(
            "section",
            el("h3", group.title, cls="tk-play-kind") if group.title else None,
            el("p", group.text, cls="tk-small tk-soft") if group.text else None,
            self._row(items, group.title or self.title),
            cls="tk-play-group" if group.title else "tk-play-plain",
            data_key=f"group:{group.key}",
        )

    def _row(self, items: list[Markup], label: str) -> Markup:
        listed = el("ul", items, cls="tk-list tk-choices")
        return el("div", listed, role="group", aria_label=label, data_roving=True)

    def _item(self, offer: Offer) -> Markup:
        """An answer in its list; an open reason comes into sight with it."""
        is_open = offer.refusal is not None and self.shown.why == offer.answer
        return el("li", self._offer(offer), data_bring=f"why:{offer.answer}" if is_open else None)

    def _offer(self, offer: Offer) -> Markup:
        label = self._label(offer)
        key = f"answer:{offer.answer}"
        if offer.refusal is not None:
            return self._no(label, offer, key)
        return button(
            label,
            "answer",
            f"{self.place}:{offer.answer}",
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
        return self._row(items, self.title)

    def _retire(self) -> Markup | None:
        """Leaving the game for good, which has to be confirmed."""
        asked = self.asked
        if asked is None or not (asked.kind == "act" or (isinstance(asked, LayCards) and asked.may_retire)):
            return None
        if not self.shown.retiring:
            return button(
                self._say("act.retire"), "retire", key="retire", cls="tk-button tk-quiet tk-play-retire"
            )
        yes = button(self._say("act.retire_yes"), "answer", f"{self.place}:{RETIRE}", key="retire:yes")
        no = button(
            self._say("act.retire_no"), "stay", key="retire", cls="tk-button tk-main", data_focus=True
        )
        sure = el("p", self._say("act.retire_sure"))
        return el(
            "div", sure, el("div", yes, no, cls="tk-row"), cls="tk-note tk-stack tk-tight", data_key="sure"
        )
