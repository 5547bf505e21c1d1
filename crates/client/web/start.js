// The page names the module that it needs.
const { default: init } = await import(document.querySelector("link[rel=modulepreload]").href);
init();
// Opens the page without a network from the second visit on; where that is refused, it works with one.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service.js").catch(() => {});
