"""The parts that card games share: stacks, draws from them, and positions in a listing."""
