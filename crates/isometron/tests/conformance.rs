//! What every game has to pass.

testkit::conformance!(isometron::Position, crate::twin::Twin, "isometron.perft");
