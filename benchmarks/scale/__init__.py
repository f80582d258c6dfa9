"""Tables larger than memory: data, the engine of one machine, and Apache Spark."""
