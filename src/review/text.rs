//! Owns a review in words: a line for each move, the totals, and the graph in letters.
