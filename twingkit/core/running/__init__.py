"""A script that runs, and the source of random numbers that copies of it share until one draws."""
