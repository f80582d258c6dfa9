"""What the file of an allocation rule says about itself."""

WHAT = "shoal allocation"
FORMAT = 1
