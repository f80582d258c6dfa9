"""Values of confidential columns: how often each occurs in the whole table, and what is promised of them."""
