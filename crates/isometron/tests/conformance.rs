//! The checks that every game passes.

testkit::conformance!(isometron::Position, crate::twin::Twin, "isometron.perft");
