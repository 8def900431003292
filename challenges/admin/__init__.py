"""What operators read and do. Days stand in leaderboards, which closes them."""
