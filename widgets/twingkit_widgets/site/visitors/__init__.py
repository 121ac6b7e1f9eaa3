"""The visitors of the site: how many fit, who is counted together, and what their pages send."""
