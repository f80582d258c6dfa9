"""The versions of the schema, in the order of their numbers. A version that was released is never changed."""
