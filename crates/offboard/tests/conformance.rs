//! The checks that every game passes.

mod twin;

testkit::conformance!(offboard::Position, twin::Twin, "offboard.perft");
