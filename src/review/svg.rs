//! Owns the graph of a review as a picture.
