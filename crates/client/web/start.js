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
// Notifications of one's turn: nothing is asked and nothing is sent before the visitor turns them on.
const WANTED = "tablier.notify";
const hasNotices = "Notification" in globalThis && "serviceWorker" in navigator;
const areOn = () => hasNotices && Notification.permission === "granted" && localStorage.getItem(WANTED) !== null;
globalThis.notifyState = async () => {
  if (!hasNotices) return "none";
  if (Notification.permission === "denied") return "denied";
  return areOn() ? "on" : "off";
};
const tellServer = (method, path, body) =>
  fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
// A browser without a push service is told of turns only while a page is open.
const subscribe = async (language) => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await (await fetch("/api/push")).json();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await tellServer("POST", "/api/me", {});
  const { p256dh, auth } = keys;
  const answer = await tellServer("PUT", "/api/push", { endpoint, p256dh, auth, language });
  if (!answer.ok) await subscription.unsubscribe();
};
const unsubscribe = async () => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await tellServer("DELETE", "/api/push", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
};
globalThis.notifySwitch = async (on, language) => {
  if (on && (await Notification.requestPermission()) === "granted") {
    localStorage.setItem(WANTED, "1");
    await subscribe(language).catch(() => {});
  } else {
    localStorage.removeItem(WANTED);
    await unsubscribe().catch(() => {});
  }
  return notifyState();
};
globalThis.notifyTurn = (title, body, path) => {
  if (!areOn() || !document.hidden) return;
  const notice = { body, tag: path, icon: "/icon-192.png", data: { path } };
  navigator.serviceWorker.ready.then((registration) => registration.showNotification(title, notice));
};
init();
// Opens the page without a network from the second visit on; where that is refused, it works with one.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service.js").catch(() => {});
  // Polarity is kept, too, but not before the first page has come to rest, and not for a visitor who saves data.
  if (!navigator.connection?.saveData) {
    const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 5000));
    later(() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep polarity")));
  }
}
