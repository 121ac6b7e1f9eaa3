"""The lessons of Ember in the panels."""
