"""The topics of the course: each module deals the questions of one, its makers are in `KINDS`."""
