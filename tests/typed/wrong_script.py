"""A script with a mistake in each marked line; a type checker finds them all (an unused mark is an error)."""

from twingkit import Distribution, charts, ember, imperium, nonsense, twing  # type: ignore[attr-defined]

print(twing.nonsense)  # type: ignore[attr-defined]
twing.odds("F: F5 vs W: W6", responses="bset")  # type: ignore[call-overload]
imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", side="attak", below=0.1)  # type: ignore[arg-type]
print(imperium.odds("space: 3 cruiser vs 2 dreadnought").wins)  # type: ignore[union-attr]
charts.odds([], theme="drak")  # type: ignore[arg-type]
charts.odds([], lang="fr")  # type: ignore[arg-type]
charts.figure_description([], lang="fr")  # type: ignore[arg-type]
charts.plotly_js_figure("odds", [], theme="drak")  # type: ignore[arg-type]
twing.worth("F: F5 vs W: W6", lang="fr")  # type: ignore[arg-type]
imperium.worth("space: 1 cruiser vs 1 cruiser", lang="fr")  # type: ignore[arg-type]
imperium.rank_policies("space: 1 cruiser / best vs 1 cruiser").frame("fr")  # type: ignore[arg-type]
ember.keep_choices_table("A6 E6", "N3", turns=1, lang="fr")  # type: ignore[arg-type]
Distribution({1: 1.0}).frame("fr")  # type: ignore[arg-type]
twing.worth("F: F5 vs W: W6", responses="bset")  # type: ignore[arg-type]
charts.odd([])  # type: ignore[attr-defined]
twing.odds_many("F: F5 vs W: W6", response="best")  # type: ignore[call-arg]
print(nonsense)
