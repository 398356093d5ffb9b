"""Write a site to disk, and keep the record of published turns."""
