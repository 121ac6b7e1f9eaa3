"""The exact odds of Ember."""
