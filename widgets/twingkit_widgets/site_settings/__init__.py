"""The command `twingkit house`: an example of a publisher's folder, its faults, its button on Binder."""
