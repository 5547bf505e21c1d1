//! The router, and what is on it: the list is made with the router, so that the API's document can be held against it.

use crate::App;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};

/// Routes under way.
#[derive(Default)]
pub(crate) struct Routes {
    router: Router<App>,
    list: Vec<(&'static str, &'static str)>,
}

impl Routes {
    /// Adds an operation.
    pub(crate) fn on<H, T>(mut self, method: &'static str, path: &'static str, handler: H) -> Routes
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let filter = match method {
            "POST" => MethodFilter::POST,
            "PUT" => MethodFilter::PUT,
            "DELETE" => MethodFilter::DELETE,
            _ => MethodFilter::GET,
        };
        self.router = self.router.route(path, on(filter, handler));
        self.list.push((method, path));
        self
    }

    /// Adds what a module has.
    pub(crate) fn and(mut self, other: Routes) -> Routes {
        self.router = self.router.merge(other.router);
        self.list.extend(other.list);
        self
    }

    pub(crate) fn router(self) -> Router<App> {
        self.router
    }

    pub(crate) fn list(self) -> Vec<(&'static str, &'static str)> {
        self.list
    }
}
