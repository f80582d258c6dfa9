"""Tables that do not fit into memory: time, memory and loss."""
