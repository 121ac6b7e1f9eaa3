"""The page of a real table as HTML: the set-up, the buttons, the open table, the record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from twingkit.core.links import pack_text
from twingkit.core.variants.house_rules import address_variant_line
from twingkit.learn.reviews.reviewing import can_be_reviewed
from twingkit.referee.answer_templates import (
    NUMBERED_CARD_PATTERN,
    OPEN_FORM_SUFFIX,
    AnswerTemplate,
    first_words_to_group,
    join_chosen_words,
)
from twingkit.referee.typed_line import MAX_LINE_LENGTH
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el, join
from twingkit_widgets.read.rulebook.rulings import all_house_rules_html, variant_note_html
from twingkit_widgets.table.referee.real_table import WORDS, RealTablePanel

_MAX_SHORT_LABEL = 6
"""The largest number of letters in short labels, whose buttons stand close together (faces of a die)."""


def setup_html(panel: RealTablePanel) -> Markup:
    """Render the form that sets up a real table to track, and a field for a record to continue."""
    rules = panel.referee_rules
    variants = [(name, panel.rules_title(name)) for name in panel.rules_options]
    inside = [
        _select("players", [(str(count), str(count)) for count in rules.player_counts]),
        _labelled("setup.names", _field("input", "names", type="text", maxlength=200)),
        _select("variant", variants) if variants else None,
        _table_rules_note(panel),
        _parts(panel),
        el("p", _submit("setup.start", "begin", main=True)),
    ]
    form = el("form", inside, data_act="begin", data_key="form:begin", cls="tk-referee-form tk-box")
    limits = panel.views.limitations_text()
    head = [_heading(WORDS.say("title"), "setup"), el("p", WORDS.say("intro"), cls="tk-soft")]
    head += [el("p", limits, cls="tk-soft")] if limits else []
    return el("div", head, _failed(panel), form, _paste(panel), cls="tk-stack tk-referee")


def _table_rules_note(panel: RealTablePanel) -> Markup | None:
    """Return a note on the rules of the table: house rules in full, other variants by name; None for the
    printed rules.
    """
    variant = None if panel.table is None else getattr(panel.table.sample_game.start, "variant", None)
    if variant is not None and address_variant_line(panel.game_entry.id):
        return variant_note_html(variant)
    if panel.uses_house_rules:
        return all_house_rules_html(panel.game_entry.id)
    return variant_note_html(variant) if variant is not None else None


def _parts(panel: RealTablePanel) -> Markup | None:
    """Return the form fields for each player's role; None if the game has no different roles."""
    rules = panel.referee_rules
    if not rules.player_parts:
        return None
    listed = [(part, panel.views.answer_word_text(part, "")) for part in rules.player_parts]
    fields = []
    for seat in range(max(rules.player_counts)):
        options = [
            el("option", label, value=part, selected=part == rules.player_parts[seat])
            for part, label in listed
        ]
        name = el("span", WORDS.say("player", n=seat + 1), cls="tk-label")
        fields.append(el("label", name, _field("select", f"part{seat}", *options), cls="tk-referee-field"))
    title = el("summary", WORDS.say("setup.parts"))
    return el("details", title, el("div", fields, cls="tk-referee-parts"), data_key="parts")


def table_html(panel: RealTablePanel) -> Markup:
    """Render the page of a real table: the pending question with its buttons, what all players may see, and
    the record.
    """
    open_parts = [_chances(panel), _open_table(panel)]
    last_parts = [_review_link(panel), _record(panel), _paste(panel)]
    parts = [
        _question_html(panel),
        _failed(panel),
        _tools(panel),
        _table_rules_note(panel),
        *open_parts,
        *last_parts,
    ]
    head = el("h2", WORDS.say("title"), cls="tk-label")
    return el("div", head, parts, cls="tk-stack tk-referee")


def _failed(panel: RealTablePanel) -> Markup | None:
    return el("p", panel.alert_text, cls="tk-note", role="alert") if panel.alert_text else None


def pending_work_html(panel: RealTablePanel) -> Markup:
    """Render the progress of the long work that the page of a real table waits for, with a stop button."""
    unfinished, waiting = panel.unfinished, panel.pending_work
    assert unfinished is not None
    assert waiting is not None
    key = "wait" if waiting.names is None else "open"
    return el(
        "div",
        el("h2", WORDS.say("title"), cls="tk-label"),
        el("h2", WORDS.say(f"{key}.title")),
        el("p", waiting.progress_text) if key == "wait" else None,
        el("p", WORDS.say(f"{key}.why"), cls="tk-soft"),
        panel.long_work.progress_html(unfinished),
        el("div", button(WORDS.say(f"{key}.cancel"), "cancel"), cls="tk-row", data_controls=True),
        cls="tk-stack tk-referee",
    )


# -- buttons


def _question_html(panel: RealTablePanel) -> Markup:
    table = panel.table
    assert table is not None
    if panel.chosen_template is not None:
        return _cards(panel, panel.chosen_template)
    shows = _shows(panel, panel.showing_seats, "shows")
    more = el("div", shows, cls="tk-referee-ways", data_controls=True) if shows else None
    others = _groups(panel, [way for way in panel.answer_templates if way.is_rare], "also")
    if table.over:
        outcome = panel.views.last_outcome_html(table.sample_game)
        heading = _heading(WORDS.say("over"), _question_key(panel))
        parts = [heading, _news(panel), outcome, more, _rare_buttons(panel, others)]
        return el("section", parts, cls="tk-stack", data_asked=True, data_bring=_question_key(panel))
    groups = _groups(panel, [way for way in panel.answer_templates if not way.is_rare], "asked")
    if panel.possibly_asked_seats:
        others.append(el("div", _shows(panel, panel.possibly_asked_seats, "alike"), cls="tk-referee-ways"))
    return el(
        "div",
        [_reactions(panel), *groups, more, _rare_buttons(panel, others)],
        cls="tk-stack",
        data_asked=True,
        data_bring=_question_key(panel),
        data_controls=True,
    )


def _rare_buttons(panel: RealTablePanel, others: list[Child]) -> Markup | None:
    if not others:
        return None
    title = el("summary", WORDS.say("otherwise.title"))
    about = el("p", WORDS.say("otherwise.why"), cls="tk-soft")
    return el("details", title, el("div", about, others, cls="tk-stack"), data_key="otherwise")


def _shows(panel: RealTablePanel, seats: list[int], key: str) -> list[Markup]:
    return [button(WORDS.say(key, name=panel.person_name(seat)), "shows", str(seat)) for seat in seats]


def _groups(panel: RealTablePanel, listed: list[AnswerTemplate], first: str) -> list[Child]:
    groups: list[Child] = []
    for (seat, kind), grouped in groupby(_in_order(panel, listed), key=_asked_by):
        own = list(grouped)
        title = _question(panel, own[0]) or WORDS.say(
            "also" if groups else first, name=panel.person_name(seat)
        )
        if first == "asked" and not groups and not panel.pending_outcome_text:
            head = join(_heading(title, _question_key(panel)), _news(panel))
        else:
            head = el("h3", title, cls="tk-label")
        many = sorted(word for at, word in first_words_to_group(own) if at == seat)
        single = [way for way in own if way.text.split()[0] not in many]
        is_open = True if not single and len(many) == 1 else None  # there is nothing else to press
        parts: list[Child] = [_grid(panel, single, title)]
        for word in many:
            said = panel.views.answer_text(f"{word} {OPEN_FORM_SUFFIX}", panel.person_by_seat_name())
            alike = _grid(panel, [way for way in own if way.text.split()[0] == word], said)
            fold = f"{first}:{seat}:{word}:{len(panel.table or ())}"  # closes again after input
            parts.append(el("details", el("summary", said), alike, data_key=fold, open=is_open))
        groups.append(el("section", head, parts, cls="tk-stack", data_key=f"{first}:{seat}:{kind}"))
    return groups


def _grid(panel: RealTablePanel, ways: list[AnswerTemplate], title: str) -> Markup | None:
    if not ways:
        return None
    short = all(len(answer_template_label(panel, way)) <= _MAX_SHORT_LABEL for way in ways)
    style = "tk-referee-numbers" if short else "tk-referee-ways"
    buttons = [_way_button(panel, way) for way in ways]
    return el("div", buttons, cls=style, role="group", aria_label=title, data_roving=True)


def _heading(title: str, moment: str) -> Markup:
    return el("h2", title, tabindex="-1", data_focus=True, data_top=True, data_arrives=moment)


def _question_key(panel: RealTablePanel) -> str:
    """Return a key that identifies the pending question by the recorded lines, the started answer and the
    number of named cards.
    """
    way = panel.chosen_template.text if panel.chosen_template is not None else ""
    return f"{len(panel.table or ())}:{way}:{len(panel.chosen_cards)}"


def _question(panel: RealTablePanel, way: AnswerTemplate) -> str:
    """Return as text the question that an answer template answers; "" if the question is not asked aloud at a
    real table.
    """
    if way.question is None:
        return ""
    return panel.views.public_question_text(way.question, panel.person_by_seat_name())


def _asked_by(way: AnswerTemplate) -> tuple[int, str]:
    return way.seat, "" if way.question is None else way.question.kind


def _news(panel: RealTablePanel) -> Markup | None:
    table = panel.table
    if table is None or not len(table):
        return None
    last = WORDS.say("taken", line=panel.sentence(table.lines[-1]))
    news = [el("li", said) for said in panel.news]
    decided = el("ul", news, cls="tk-list") if news else None
    return el("div", el("p", last, cls="tk-small tk-soft"), decided)


def _reactions(panel: RealTablePanel) -> Markup | None:
    """Return the outcome of a contest if nobody reacts, with the button that records this; None if no outcome
    is pending.
    """
    standing = panel.pending_outcome_text
    if not standing:
        return None
    return el(
        "section",
        _heading(WORDS.say("react"), _question_key(panel)),
        _news(panel),
        el("p", standing, cls="tk-note"),
        el("p", button(WORDS.say("quiet"), "nobody_reacts", cls="tk-button tk-main")),
        cls="tk-stack",
        data_key="reactions",
    )


def _in_order(panel: RealTablePanel, ways: list[AnswerTemplate]) -> list[AnswerTemplate]:
    """Sort answer templates by seat, those of the asked player first, leaving out the silent passes of other
    seats.
    """
    seats = list(dict.fromkeys(way.seat for way in ways))
    silences = panel.referee_rules.silent_answers
    listed = [way for way in ways if way.seat == seats[0] or way.text not in silences]
    listed = [way for way in listed if way.text not in silences] if panel.pending_outcome_text else listed
    asked = list(dict.fromkeys(map(_asked_by, listed)))
    first = (
        panel.referee_rules.silent_question_kinds if panel.pending_outcome_text else ()
    )  # reactions come before the required answer
    return sorted(
        listed,
        key=lambda way: (
            _asked_by(way)[1] not in first, seats.index(way.seat), asked.index(_asked_by(way)),
        ),
    )  # fmt: skip


def _way_button(panel: RealTablePanel, way: AnswerTemplate) -> Markup:
    main = way is panel.answer_templates[0] and not way.is_rare and not panel.pending_outcome_text
    cls = "tk-button tk-main" if main else "tk-button"
    return button(answer_template_label(panel, way), "answer", panel.record_line(way), cls=cls)


def answer_template_label(panel: RealTablePanel, template: AnswerTemplate) -> str:
    """Return the button label of an answer template in the words of the game, with an ellipsis where cards
    must still be named.
    """
    if template.is_hidden and not template.is_rare:
        return panel.hidden_card_text(template.text.split()[0])
    if (
        template.text == panel.referee_rules.silent_answers[0]
        and _asked_by(template)[1] in panel.referee_rules.silent_question_kinds
    ):
        return WORDS.say("silent")
    label = panel.views.answer_text(template.text, panel.person_by_seat_name())
    return label + (f" … ({template.unnamed_card_count})" if template.unnamed_card_count else "")


def _cards(panel: RealTablePanel, way: AnswerTemplate) -> Markup:
    """Return the cards to name: letters, the numbers of a letter, and cards without a number."""
    possible, first_word = panel.possible_next_cards(), way.text.partition(" ")[0]
    title = WORDS.say("came.which")
    if way.is_word_by_word:
        title = answer_template_label(panel, way)
    elif way.unnamed_card_count:
        title = WORDS.say("which", n=len(panel.chosen_cards) + 1, most=way.unnamed_card_count)
    matches = {card: match for card in possible if (match := NUMBERED_CARD_PATTERN.fullmatch(card))}
    letters = list(dict.fromkeys(match[1] for match in matches.values()))
    letter = panel.letter or (letters[0] if len(letters) == 1 else "")
    first = [
        button(
            panel.views.answer_word_text(initial, first_word),
            "letter",
            initial,
            cls="tk-button tk-referee-word",
            aria_pressed="true" if initial == letter else "false",
        )
        for initial in (letters if len(letters) > 1 else ())
    ]
    others = [card for card in possible if card and card not in matches]
    first += [
        button(panel.views.answer_word_text(card, first_word), "card", card, cls="tk-button tk-referee-word")
        for card in others
    ]
    numbers = [
        _number_button(panel, card, match[1] if len(letters) > 1 else "", first_word)
        for card, match in matches.items()
        if match[1] == letter
    ]
    chosen = WORDS.say("chosen", cards=_chosen(panel)) if panel.chosen_cards else ""
    done: Markup | None = None
    if "" in possible:
        done = button(WORDS.say("done"), "done", cls="tk-button tk-main")
    elif not way.is_word_by_word and not way.unnamed_card_count:
        done = button(WORDS.say("came.done"), "shown", cls="tk-button tk-main")
    back = button(WORDS.say("back"), "back") if panel.chosen_cards else None
    return el(
        "section",
        _heading(f"{panel.person_name(way.seat)}: {title}", _question_key(panel)),
        el("p", chosen) if chosen else None,
        el("div", first, cls="tk-referee-numbers", role="group", aria_label=title) if first else None,
        el("div", numbers, cls="tk-referee-numbers", role="group", aria_label=title) if numbers else None,
        el("div", done, back, button(WORDS.say("cancel"), "cancel"), cls="tk-row"),
        cls="tk-stack",
        data_asked=True,
        data_bring=_question_key(panel),
        data_controls=True,
    )


def _number_button(panel: RealTablePanel, card: str, letter: str, first: str) -> Markup:
    """Return the button of a card, labelled with its name without the letter that has already been chosen."""
    name = panel.views.answer_word_text(card, first)
    label = name.removeprefix(panel.views.answer_word_text(letter, first)).strip() if letter else name
    cls = "tk-button" if label.isdecimal() else "tk-button tk-referee-word"
    return button(label, "card", card, cls=cls, aria_label=name)


def _chosen(panel: RealTablePanel) -> str:
    first = panel.chosen_template.text.partition(" ")[0] if panel.chosen_template is not None else ""
    words = []
    for card in panel.chosen_cards:
        words += [card[0]] if card.startswith((",", ";")) else []
        words.append(panel.views.answer_word_text(card, first))
    return join_chosen_words(words)


def _tools(panel: RealTablePanel) -> Markup:
    table = panel.table
    assert table is not None
    undo = button(WORDS.say("undo"), "undo", disabled=not len(table))
    if not panel.asks_to_confirm:
        anew = button(WORDS.say("anew"), "anew", "ask")
        return el("div", undo, anew, cls="tk-row", data_controls=True)
    answers = [button(WORDS.say(f"again.{word}"), "anew", word) for word in ("yes", "no")]
    return el("div", el("p", WORDS.say("again.ask")), el("div", answers, cls="tk-row"), cls="tk-note")


def _review_link(panel: RealTablePanel) -> Markup | None:
    """Return the link to the review of the recorded game; None before anything is recorded, or if the game
    has no reviews.
    """
    table = panel.table
    if table is None or not len(table) or not can_be_reviewed(panel.game_entry):
        return None
    href = page_href("review", game=pack_text(table.record_with_notes))
    link = el("a", WORDS.say("review"), href=href, cls="tk-button", data_key="review")
    return el("div", link, cls="tk-row", data_controls=True)


def _chances(panel: RealTablePanel) -> Markup | None:
    table = panel.table
    if table is None or table.over:
        return None
    return panel.views.public_odds_html(table.known_cards, panel.person_by_seat_name(), panel.shows_slow_odds)


# -- the open table and the record


def _open_table(panel: RealTablePanel) -> Markup | None:
    table = panel.table
    if panel.referee_rules.onlooker_view is None or table is None:
        return None
    shown = panel.views.public_table(
        panel.referee_rules.onlooker_view(table.known_cards), panel.person_by_seat_name()
    )
    head = el("h2", WORDS.say("table"), cls="tk-label")
    return el("section", head, shown, cls="tk-stack")


def _record(panel: RealTablePanel) -> Markup:
    table = panel.table
    assert table is not None
    copied = WORDS.say("paper.copied")
    copy = el(
        "button", WORDS.say("paper.copy"), type="button", cls="tk-button", data_copy=table.record,
        data_copied=copied, data_key="copy",
    )  # fmt: skip
    line = _field("input", "line", type="text", value=panel.typed_text, maxlength=MAX_LINE_LENGTH)
    typed = el(
        "form", _labelled("paper.line", line), el("p", _submit("paper.add", "line")),
        data_act="line", data_key="form:line", cls="tk-referee-form",
    )  # fmt: skip
    return el(
        "details",
        el("summary", WORDS.say("record.title")),
        _lines(panel, table.lines),
        el("div", copy, button(WORDS.say("paper.save"), "save"), cls="tk-row"),
        typed,
        data_key="record",
    )


def _lines(panel: RealTablePanel, lines: Sequence[str]) -> Markup:
    """Return the lines of a record in order, each as a sentence and as notation."""
    if not lines:
        return el("p", WORDS.say("record.none"), cls="tk-soft")
    items = [el("li", panel.sentence(line), " ", el("code", line, cls="tk-code tk-soft")) for line in lines]
    return el(
        "ol", items, cls="tk-small tk-referee-lines", tabindex="0", aria_label=WORDS.say("record.title")
    )


def _paste(panel: RealTablePanel) -> Markup:
    said = WORDS.say("paper.paste")
    area = _field("textarea", "record", panel.pasted_text, rows=4, aria_label=said)
    form = el(
        "form", area, el("p", _submit("paper.open", "paste")),
        data_act="paste", data_key="form:paste", cls="tk-referee-form",
    )  # fmt: skip
    whole = None
    if panel.paste_error is not None:
        whole = button(WORDS.say("paper.up_to", line=panel.paste_error.line), "up_to")
    opened = True if panel.pasted_text else None
    return el("details", el("summary", said), form, whole, open=opened, data_key="paste", data_controls=True)


# -- fields


def _field(tag: str, name: str, *inside: Child, **attributes: Attribute) -> Markup:
    own = f"tk-referee-{name}"
    return named_field(tag, name, *inside, id=own, cls="tk-field", data_key=f"field:{name}", **attributes)


def _labelled(key: str, field: Markup) -> Markup:
    return el("label", el("span", WORDS.say(key), cls="tk-label"), field, cls="tk-referee-field")


def _select(name: str, options: list[tuple[str, str]]) -> Markup:
    listed = [el("option", label, value=value) for value, label in options]
    return _labelled(f"setup.{name}", _field("select", name, *listed))


def _submit(key: str, act: str, main: bool = False) -> Markup:
    cls = "tk-button tk-main" if main else "tk-button"
    return el("button", WORDS.say(key), type="submit", cls=cls, data_key=f"submit:{act}")
