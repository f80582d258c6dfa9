"""`python -m shoal` is the program `shoal`, also where no folder of programs is on the path."""

from shoal.cli import main

main()
