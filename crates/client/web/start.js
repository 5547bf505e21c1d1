import init from "./client.js";
// Polarity's table is a module of its own, loaded once, when it is first needed.
const fetchTable = async () => {
  const module = await import("./polarity_view.js");
  await module.default();
  // For tests and for the curious.
  globalThis.table = module;
  // From now on the table is there without a network, too.
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep polarity"));
  return module;
};
let table;
globalThis.loadTable = () => (table ??= fetchTable());
// A visitor of its pages does not wait for the one module to ask for the other.
if (/^(\/learn)?\/polarity(\/|$)/.test(location.pathname)) loadTable().catch(() => (table = undefined));
init();
// Opens the page without a network from the second visit on; where that is refused, it works with one.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service.js").catch(() => {});
  // An installed app fetches everything, but not before the first page has come to rest.
  if (matchMedia("(display-mode: standalone)").matches) {
    const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 5000));
    later(() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep polarity")));
  }
}
