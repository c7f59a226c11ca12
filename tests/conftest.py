"""Makes this folder importable for the tests below it, which share `fronted_standin`."""
