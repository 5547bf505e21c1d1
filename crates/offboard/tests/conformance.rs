//! What every game has to pass.

mod twin;

testkit::conformance!(offboard::Position, twin::Twin, "offboard.perft");
