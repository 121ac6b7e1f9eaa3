"""The command `twingkit site`: example settings, checks, and the Binder button of a publisher's site."""
