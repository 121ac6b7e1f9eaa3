"""A publisher's own house: what `twingkit.toml` says about the site, and the faults in it.

* `house.py` has the settings in force, `settings.py` says what they can be, `house_file.py` reads them,
  `house_check.py` looks at all that they lead to: pages, variants, boxes, lessons, notebooks;
* `colours.py` has the colours and their contrast, `own_page.py` the publisher's notebooks;
* nothing here needs Jupyter or Voila: the published folder of files uses it, too.
"""
