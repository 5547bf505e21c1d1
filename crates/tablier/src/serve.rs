//! `tablier serve` and `tablier backup`.

use crate::failure::Failure;
use crate::options::{Place, Serve};
use std::path::Path;
use tokio::runtime::Runtime;

pub(crate) fn run(serve: Serve) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let config = serve.config().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(server::serve(config))
        .map_err(|error| refused(&error))
}

pub(crate) fn back_up(file: &Path, place: Place) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::about(file.display(), error);
    let database = place.database().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(server::back_up(&database, file))
        .map_err(|error| refused(&error))
}
