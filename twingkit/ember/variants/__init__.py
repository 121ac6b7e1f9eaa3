"""The variants of Ember: a switch for each rule that can be interpreted in several ways."""
