"""The title and description of each page and its parts, for search engines, chats and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.core.games import GameEntry, game_of_rule
from twingkit.core.language import language
from twingkit.core.variants.house_rules import house_difference_sentences
from twingkit_widgets.panel.address.addresses import START, book_of, game_of_page, page_kind
from twingkit_widgets.panel.address.page_words import WORDS, page_text
from twingkit_widgets.panel.house_rules_words import house_rules_heading
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.own_page import first_paragraph, truncate_description
from twingkit_widgets.panel.wording import say

_TitleAndDescription = tuple[str, str]


def page_title(page: str, part: str = "") -> str:
    """Return the title of a page or of one of its parts, followed by the titles of what contains it, such as
    the game.

    >>> page_title("learn", "shield")
    'The shield · Learn · Imperial Twing · twingkit'
    """
    title, game = page_text("title", page), game_of_page(page)
    said = _part(page, part)
    names = [said[0] if said else "", title]
    names += [game.title()] if game and game.title() not in title else []
    return " · ".join(filter(None, (*names, publisher_settings().name())))


def page_description(page: str, part: str = "") -> str:
    """Return a description of a page, or of a part of it, in one or two sentences.

    >>> page_description("practice").partition(".")[0]
    'Imperial Twing: Questions with fresh cards each time'
    """
    said = _part(page, part)
    if said and said[1]:
        return truncate_description(said[1])
    own = publisher_settings().own_page(page)
    if own and own.description():
        return truncate_description(own.description())
    leads = publisher_settings().start_leads
    if page == START and leads:
        return truncate_description(leads[language()])
    if page in publisher_settings().legal_pages:
        said_there = first_paragraph([getattr(publisher_settings(), page)[language()]])
        return truncate_description(said_there or page_title(page))
    help_text = page_text("help", page)
    game = game_of_page(page)
    named = f"{game.title()}: " if game and game.title() not in help_text else ""
    return truncate_description(f"{named}{help_text}" if help_text else page_title(page))


def _part(page: str, part: str) -> _TitleAndDescription | None:
    say = _PARTS.get(page_kind(page)) if part else None
    entry = game_of_page(page)
    try:
        return say(entry, page, part) if say and entry else None
    except (LookupError, ValueError):  # the page reports that it does not exist
        return None


def _lesson(game: GameEntry, page: str, part: str) -> _TitleAndDescription:
    from twingkit.learn.lesson.course import course_of

    course = course_of(game.id)
    said = course.lesson_entries[part] if course else {}
    return said["title"][language()], said["goal"][language()]


def _topic(game: GameEntry, page: str, part: str) -> _TitleAndDescription:
    from twingkit.learn.quiz import quiz_of

    title = quiz_of(game.id).topic(part).title()
    return title, WORDS.say("card.topic", topic=title, game=game.title())


def _tab(game: GameEntry, page: str, part: str) -> _TitleAndDescription:
    from twingkit_widgets.lab.labs_of_game import labs_of

    design = next(lab for lab in labs_of(game.id) if lab.page_name == page and part in lab.tab_paths)
    title = design.say(f"tabs.{part}", "")
    return title, WORDS.say("card.tab", tab=title, help=page_text("help", page))


def _rule(game: GameEntry, page: str, part: str) -> _TitleAndDescription:
    rule = book_of(game)[part]
    return f"{rule.title()} ({rule.id})", f"{_house_rules_prefix(rule.id)}{rule.text()}"


def _house_rules_prefix(rule: str) -> str:
    """Return the house rules that change a rule, as text to put before the rule's own text; "" if there are
    none.
    """
    sentences = house_difference_sentences(rule)
    return (
        " ".join([house_rules_heading(game_of_rule(rule).id), *sentences, say("rule.in_the_box"), ""])
        if sentences
        else ""
    )


def _reading(game: GameEntry, page: str, part: str) -> _TitleAndDescription:
    question = game.load("disagreements")[part].question()
    said = WORDS.say("card.reading", question=question, rule=book_of(game)[part].text())
    return question, f"{_house_rules_prefix(part)}{said}"


_PARTS: Mapping[str, Callable[[GameEntry, str, str], _TitleAndDescription]] = {
    "learn": _lesson,
    "practice": _topic,
    "lab": _tab,
    "rules": _rule,
    "readings": _reading,
}
"""The functions that describe parts, by the kind of page."""
