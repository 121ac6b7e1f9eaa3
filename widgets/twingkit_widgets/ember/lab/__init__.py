"""The lab of Ember: what a hand can conjure, and what to keep."""
