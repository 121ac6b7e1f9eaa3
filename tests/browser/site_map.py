"""Where the pages of the site are."""

PAGES = {
    "start": "index",
    "about": "index?show=about",
    "learn": "learn",
    "lesson": "learn?lesson=first-battle",
    "practice": "practice",
    "question": "practice?topic=elements-and-cards",
    "play": "play?seed=7&opponents=greedy",
    "lab": "battle-lab",
    "advice": "battle-lab?view=advice",
    "worth": "battle-lab?view=worth",
    "what if": "battle-lab?view=whatif",
    "answers": "battle-lab?view=tree",
    "charts": "battle-lab?view=charts",
    "end game": "battle-lab?battle=endgame_F:_F5_F3_~_F4_!_cat_vs_W:_W6_@_cup_!_trap_vs_L:_shield_L4",
    "reference": "reference",
    "name": "reference?name=twing.odds_many",
    "rulebook": "rulebook",
    "rule": "rulebook?rule=TW-BAT-16",
    "glossary": "rulebook?show=glossary",
    "gallery": "rulebook?show=gallery",
    "summary": "rulebook?show=summary",
    "readings": "readings",
    "reading": "readings?rule=TW-VAR-8",
}
"""The pages of the site as its visitors come to them, and the faces of those that have several."""
