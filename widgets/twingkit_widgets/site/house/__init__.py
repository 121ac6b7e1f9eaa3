"""A publisher's own house: what `twingkit.toml` says about the site, and the faults in it.

* `house.py` is what is in force (`house()`), `house_file.py` reads it, `house_check.py` looks at all that it
  leads to: pages, variants, boxes, lessons, notebooks;
* `colours.py` has the colours and their contrast, `own_page.py` the publisher's notebooks;
* nothing here needs Jupyter or Voila: the published folder of files uses it, too.
"""
