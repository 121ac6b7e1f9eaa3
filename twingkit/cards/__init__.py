"""What card games share: stacks, what chance draws from them, and where things stand in a listing."""
