//! What the engine knows of each game.

mod offboard;
