"""Many documents: found below a folder, worked on side by side, each in a file of its own."""
