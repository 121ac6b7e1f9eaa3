"""The play page of Ember."""
