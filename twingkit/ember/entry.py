"""Registers Ember with the kit."""

from twingkit.core.games import GameEntry, LinkCharacters

GAME = GameEntry(
    id="ember",
    titles={"en": "Ember", "de": "Ember"},
    rule_prefix="EM",
    line_prefixes=("ember:", "ember "),
    example="ember 2",
    sort_order=3,
    # Some chats read the stars of Archmages as formatting, so they are escaped. Signs of marks and flipped
    # creatures (`imp:down-1`) need no escaping in addresses.
    link_characters=LinkCharacters(
        plain_characters=" ;", link_characters="_~", link_only_pattern=r"[_~]", escaped_pattern=r"\*"
    ),
    commands="twingkit.ember.cli",
    players="twingkit.ember.players:PLAYERS",
    lookahead="twingkit.ember.players.lookahead:LOOKAHEAD",
    referee="twingkit.ember.referee:TABLE_RULES",
    lessons="twingkit.ember.lessons",
    first_game="twingkit.ember.first_game:FIRST_GAME",
    puzzles="twingkit.ember.puzzles:PUZZLES",
    questions="twingkit.ember.quiz.topics:TOPICS",
    answer_sentences="twingkit.ember.answers:ANSWER_SENTENCES",
    rules="twingkit.ember.rules.rulebook:rulebook",
    glossary="twingkit.ember.glossary:load_glossary",
    starts="twingkit.ember.starts",
    tally="twingkit.ember.tally",
    variants="twingkit.ember.variants.variant:Variant",
    disagreements="twingkit.ember.variants.disagreements:DISAGREEMENTS",
    box="twingkit.ember.box.pool:load_pool",
    views="twingkit_widgets.ember.views:VIEWS",
    labs="twingkit_widgets.ember.lab.labs:LABS",
    pages="twingkit_widgets.ember.pages:PAGES",
    charts="twingkit.ember.charts",
)
"""Ember's entry in the list of games."""
