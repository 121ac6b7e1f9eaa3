"""The command `twingkit house`: example settings, checks, and the Binder button of a publisher's site."""
