//! `tablier serve`.

use crate::failure::Failure;
use crate::options::Serve;
use tokio::runtime::Runtime;

pub(crate) fn run(serve: Serve) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let config = serve.config().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(server::serve(config))
        .map_err(|error| refused(&error))
}
