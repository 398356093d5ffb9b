"""chronicle beside Hugo and Eleventy, on the same campaign, with equal pages."""
