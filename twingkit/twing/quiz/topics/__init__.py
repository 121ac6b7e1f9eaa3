"""The topics of the course: each module deals the questions of one, with its makers in `KINDS`."""
