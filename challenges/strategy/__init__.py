"""Perfect play: what every state of a sheet is worth, computed exactly, and what follows from it.

Without Django. A **state** is what a sheet is between two turns: which rows are filled, the upper
sum as far as it still matters, and whether the row that later points depend on holds them. Its
**value** is the total still to come under best play, the bonus included.
"""
