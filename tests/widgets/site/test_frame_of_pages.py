"""The frame of every page, the start page, and what a page loads."""

import re
from functools import cache
from pathlib import Path

import pytest
from fresh_python import printed_by

from twingkit.core.games import GameEntry, games
from twingkit.core.language import in_language, language, localized
from twingkit.core.words import LANGUAGES
from twingkit.learn.classroom import TaskList
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.twing.lessons import COURSE
from twingkit_widgets.panel.address.addresses import (
    FOLDERS,
    game_of_page,
    page_href,
    pages_of,
    section_page_names,
    subpage_names,
)
from twingkit_widgets.panel.address.page_words import WORDS, game_page_texts
from twingkit_widgets.panel.address.publishing_way import PUBLISHED, WAYS
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.site.frame import PageHeaderPanel
from twingkit_widgets.site.landing import StartPagePanel
from twingkit_widgets.site.page import page as open_page

PAGES = subpage_names()

TWING, IMPERIUM = pages_of("twing"), pages_of("imperium")


# -- the frame


@cache
def frame_of(page: str, lang: str) -> str:
    """Return the frame of a page, made once."""
    return PageHeaderPanel(page, lang).html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_the_frame_marks_the_current_page_and_links_stay_relative(page: str, lang: str) -> None:
    html = frame_of(page, lang)
    assert html.count('aria-current="page"') == 1
    current = re.search(r'<a[^>]*aria-current="page"[^>]*>', html)
    assert current
    assert f'href="{page_href(page)}"' in current[0].replace("&amp;", "&")
    assert 'href="/' not in html
    assert "//" not in html.replace("http://www.w3.org", "")


def ways(page: str) -> list[str]:
    """Return where the head of a page links to within its game."""
    return re.findall(r'data-key="page:[a-z-]+">([^<]+)', frame_of(page, language()))


def test_the_way_through_a_game_is_learn_play_analyse_rulebook_class_about() -> None:
    for page in (page.name for page in TWING.pages):
        assert ways(page) == ["Learn", "Play", "Analyse", "Rulebook", "Class", "About"]
        with in_language("de"):
            assert ways(page) == ["Lernen", "Spielen", "Analysieren", "Regelbuch", "Klasse", "Über"]
    for page in (page.name for page in IMPERIUM.pages):
        assert ways(page)[-4:] == ["Battles", "Rulebook", "Class", "About"]
        with in_language("de"):
            assert ways(page)[-4:] == ["Kämpfe", "Regelbuch", "Klasse", "Über"]
    for page in ("index", "class", "about"):
        assert ways(page) == ["Class", "About"], "who has not chosen a game sees the games"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_every_page_leads_to_every_game_and_marks_the_present_one(page: str, lang: str) -> None:
    html = frame_of(page, lang).replace("&amp;", "&")
    links = re.findall(r'<a href="([^"]+)"( aria-current="location")? data-key="game:(\w+)">([^<]+)', html)
    assert [(link, name) for link, _, _, name in links] == [
        (page_href(pages_of(game.id).pages[0].name), game.title()) for game in games()
    ]
    present = game_of_page(page)
    assert [name for _, marked, name, _ in links if marked] == ([present.id] if present else [])
    for game in games():
        own = pages_of(game.id)
        shown = [each.name for each in own.pages if f'data-key="page:{each.name}"' in html]
        assert shown == ([section[0].name for section in own.sections] if game == present else [])


def test_every_page_belongs_to_one_game_or_to_all() -> None:
    assert len(PAGES) == len(set(PAGES))
    folder = Path(__file__).parents[3] / "notebooks/site"
    assert {path.stem for path in folder.glob("*.ipynb")} == {"index", *PAGES} - {"about"}
    for page in PAGES:
        if page != "about":
            assert f'page(\\"{page}\\")' in (folder / f"{page}.ipynb").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_section_leads_to_its_pages_and_says_that_one_is_in_it(page: str) -> None:
    html = frame_of(page, "en").replace("&amp;", "&")
    own = section_page_names(page)
    assert page in own
    parts = re.findall(r'data-key="part:([a-z-]+)"', html)
    assert parts == (list(own) if len(own) > 1 else [])
    assert html.count('aria-current="true"') == (len(own) > 1)
    for each in own:
        assert f'href="{page_href(each)}"' in html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_every_page_has_a_help_of_its_own(page: str, lang: str) -> None:
    html = frame_of(page, lang)
    assert html.count('data-frame="help"') == 1
    assert html.count('<template data-part="help">') == 1
    paragraph = re.search(r"</header><p>([^<]+)</p>", html)
    assert paragraph
    others = {each for each in ("index", *PAGES) if each != page}
    assert all(paragraph[1] not in frame_of(other, lang) for other in others)


# -- the start page, and the page about the kit


@localized
def landed(text: str, lang: str | None = None) -> StartPagePanel:
    panel = StartPagePanel(language())
    panel.load_memory("course", text)
    return panel


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newcomer_is_led_to_the_first_lesson_in_one_tap(lang: str) -> None:
    html = StartPagePanel(lang).html.replace("&amp;", "&")
    main = re.search(r'<a href="([^"]+)" class="tk-button tk-main"', html)
    assert main
    assert main[1] == page_href("learn", lesson=next(iter(COURSE.lesson_entries)))
    for page in PAGES:
        assert f'href="{page_href(page)}"' in html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newcomer_chooses_a_game_before_anything_else(lang: str) -> None:
    html = StartPagePanel(lang).html.replace("&amp;", "&")
    cards = re.findall(r'<section class="tk-landing-game".*?</section>', html)
    names = [[game.title()] for game in games()]
    assert [re.findall(r"<h2[^>]*>([^<]+)", card) for card in cards] == names
    ways = [len(re.findall("<a ", card)) for card in cards]
    assert ways == [2 for _ in games()], "a lesson, or a game with a teacher"
    assert page_href("imperium-first") in cards[1], "the short game for who wants to play at once"
    words = " ".join(re.sub("<[^>]*>", " ", html[: html.index(cards[-1]) + len(cards[-1])]).split())
    assert len(words.split()) < 50 * len(cards), "read in ten seconds or skimmed in five"


def test_the_start_page_says_how_far_one_came_and_goes_on_there() -> None:
    names = list(COURSE.lesson_entries)
    text = (
        "twingkit-course 1\n"
        + "".join(f"{name} done 4/5\n" for name in names[:5])
        + f"{names[5]} begun 0/0\n"
    )
    html = landed(text).html.replace("&amp;", "&")
    assert f"5 of {len(names)} lessons done." in html
    assert f"Go on: {COURSE.lesson_entries[names[5]]['title']['en']}" in html
    assert page_href("learn", lesson=names[5]) in html
    panel = landed("twingkit-course 1\n" + "".join(f"{name} done 5/5\n" for name in names), "de")
    assert f"Alle {len(names)} Lektionen geschafft." in panel.html
    with in_language("de"):
        assert page_href("play") in panel.html.replace("&amp;", "&")
    panel.load_memory("course", "")
    assert panel.html == StartPagePanel("de").html


def test_what_the_course_keeps_is_what_the_start_page_reads() -> None:
    made = open_page("learn", "lesson=first-battle&lang=en")
    made[0].do("forward")
    kept = made.frame.memories["course"]
    assert "first-battle" in CourseProgress.parse(kept).check_scores
    start = open_page("index", "lang=en")
    start.frame.do("recall", {"course": kept})
    assert f"0 of {len(COURSE.lesson_entries)} lessons done." in start[0].html


def test_everything_kept_is_erased_only_after_a_second_word() -> None:
    made = open_page("index", "show=about&lang=en")
    about = made[0]
    assert "data-forget" not in about.html
    about.do("forget")
    assert about.html.count("data-forget") == 1
    assert "You cannot undo this" in about.html
    about.do("keep")
    assert "data-forget" not in about.html
    about.do("forget")
    about.do("forgotten")
    assert "Everything is erased" in about.html
    assert "Everything is erased" in about.status
    for word in ("language", "lessons", "practice", "game"):
        assert word in about.html


@pytest.mark.parametrize("way", WAYS)
def test_pages_say_what_is_sent_logged_and_stored_by_the_way_of_publishing(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = {each: WORDS.say(f"privacy.sent.{each}") for each in WAYS}
    assert len({*sentences.values()}) == len(WAYS)
    monkeypatch.setenv(*(FOLDERS, "1") if way == "files" else (PUBLISHED, way))
    about = StartPagePanel("en", section="about").html
    for subject in ("sent", "log", "cookies"):
        assert esc(WORDS.say(f"privacy.{subject}.{way}")) in about
    word = TaskList("Monday", ("lesson twing:shield",)).token
    for page, query in (("class", "show=results"), ("class", f"list={word}"), ("practice", "")):
        html = open_page(page, f"{query}&lang=en")[0].html
        assert [each for each in WAYS if esc(sentences[each]) in html] == [way], (page, query)


def test_about_tells_what_must_be_told() -> None:
    text = StartPagePanel("en", section="about").html
    for word in ("not connected", "assumed", "MIT", "German rules sheet"):
        assert word in text
    text = StartPagePanel("de", section="about").html
    for word in ("gehört nicht zu den Verlagen", "angenommen", "MIT", "Regelblatt"):
        assert word in text


GAME_WORDS = r"(rules\.(of|search)|card\.\w+|about\.(title|text|publisher|source|numbers))"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_game_says_of_its_pages_what_is_asked_for(game: GameEntry) -> None:
    words, own = game_page_texts(game.id), pages_of(game.id)
    assert words is not None
    names = {page.name for page in own.pages}
    parts = {part for each in own.explained_parts.values() for part in each}
    for key in words:
        kind, name, *_ = key.split(".")
        assert (
            re.fullmatch(GAME_WORDS, key)
            or (kind == "page" and name in names)
            or (kind == "part" and name in parts)
        ), key


@pytest.mark.slow
def test_a_page_of_one_game_loads_nothing_of_the_other() -> None:
    """The parts of a rulebook are connected by its game's entry."""
    code = (
        "import sys; from twingkit_widgets.site.page import page; page('{page}', 'search=a')[0].do('close');"
        "print([name for name in sys.modules if name.startswith('twingkit.{other}.rules')])"
    )
    for page, other in (("imperium-rules", "twing"), ("rulebook", "imperium")):
        assert printed_by(code.format(page=page, other=other)) == "[]"


def test_a_lesson_page_loads_nothing_heavy() -> None:
    """A page is ready as fast as an empty one only if these modules are not loaded."""
    code = (
        "import sys; from twingkit_widgets.site.page import page; page('learn', 'lesson=first-battle');"
        "heavy = {'numpy', 'pandas', 'plotly', 'twingkit_widgets.twing.lab.battle_lab'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert printed_by(code) == "[]"
