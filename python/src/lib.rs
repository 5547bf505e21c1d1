//! Tablier's flat games and their engines for Python: the module behind `import tablier`.

#![forbid(unsafe_code)]

mod actions;
mod observation;
mod search;
mod state;

use pyo3::prelude::*;

#[pymodule]
fn _tablier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GAMES", state::games())?;
    module.add_class::<state::State>()?;
    module.add_class::<search::Line>()
}
