import init from "./client.js";
init();
// Opens the page without a network from the second visit on; where that is refused, it works with one.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service.js").catch(() => {});
