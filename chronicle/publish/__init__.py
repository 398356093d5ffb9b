"""The stage that writes a site to disk, and the lock on published turns."""
