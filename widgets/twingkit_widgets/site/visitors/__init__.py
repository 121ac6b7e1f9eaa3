"""The visitors of the site: how many fit, who are counted together, and what their pages send."""
