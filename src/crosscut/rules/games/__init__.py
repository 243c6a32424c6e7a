"""The games, one file each: every module here is one, but for helpers, which begin with `_`."""
