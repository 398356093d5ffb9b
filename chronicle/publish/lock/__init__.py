"""Compare a build with the record of what readers were told in published turns."""
