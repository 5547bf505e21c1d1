import init from "./client.js";
init();
// Opens the page without a network from the second visit on; where that is refused, it works with one.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service.js").catch(() => {});
  // Who has installed it wants all of it; not before the first page has come to rest.
  if (matchMedia("(display-mode: standalone)").matches) {
    const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 5000));
    later(() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep polarity")));
  }
}
