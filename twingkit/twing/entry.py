"""The registration of Imperial Twing with the kit."""

from twingkit.core.games import GameEntry, LinkCharacters

GAME = GameEntry(
    id="twing",
    titles={"en": "Imperial Twing", "de": "Imperial Twing"},
    rule_prefix="TW",
    line_prefixes=("F:", "W:", "L:", "A:", "duel ", "endgame "),
    example="F: F5 F3 + F4 vs W: W6 W4 & cat",
    sort_order=1,
    # The sign in `F5*2`: some chats treat a star as formatting, and without it the line names another card.
    link_characters=LinkCharacters(
        link_characters="_~!-", link_only_pattern=r"[_~!-]", escaped_pattern=r"(?<=[0-9M])\*"
    ),
    labs="twingkit_widgets.twing.lab.labs:LABS",
    pages="twingkit_widgets.twing.pages:PAGES",
    panels="twingkit_widgets.twing",
    answer_sentences="twingkit.twing.answers:ANSWER_SENTENCES",
    rules="twingkit.twing.rules.rulebook:rulebook",
    glossary="twingkit.twing.glossary:load_glossary",
    starts="twingkit.twing.starts",
    odds="twingkit.twing",
    exact_odds="twingkit.twing.exact_odds.odds_now:odds_with_best_lays",
    box="twingkit.twing.box.box:load_box",
    charts="twingkit.twing.charts",
    commands="twingkit.twing.cli",
    lessons="twingkit.twing.lessons",
    tally="twingkit.twing.tally",
    variants="twingkit.twing.variants.variant:Variant",
    disagreements="twingkit.twing.variants.disagreements:DISAGREEMENTS",
    views="twingkit_widgets.twing.views:VIEWS",
    first_game="twingkit.twing.first_game:FIRST_GAME",
    players="twingkit.twing.players:PLAYERS",
    lookahead="twingkit.twing.players.lookahead:LOOKAHEAD",
    puzzles="twingkit.twing.puzzles:PUZZLE_SOURCE",
    questions="twingkit.twing.quiz.deal:TOPIC_BY_NAME",
    referee="twingkit.twing.referee:REFEREE_RULES",
)
"""The entry of Imperial Twing that the kit loads."""
