//! What every game has to pass.

mod twin;

testkit::conformance!(polygone::Position, twin::Twin, "polygone.perft");
