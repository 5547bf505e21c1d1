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
// A subscription made for another key is of no use: the server's may have changed.
const isMadeFor = (key, { options }) => {
  if (!options?.applicationServerKey) return true;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
};
// Gives "on", or "open" where there is no push service: then one is told of turns only while a page is open.
const subscribe = async (language) => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await (await fetch("/api/push")).json();
  let subscription = await pushManager.getSubscription();
  if (subscription && !isMadeFor(key, subscription)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  try {
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return "open";
  }
  const { endpoint, keys } = subscription.toJSON();
  await tellServer("POST", "/api/me", {});
  const { p256dh, auth } = keys;
  const answer = await tellServer("PUT", "/api/push", { endpoint, p256dh, auth, language });
  if (!answer.ok) throw new Error(`the server refuses the subscription: ${answer.status}`);
  return "on";
};
// The server forgets a browser that has signed out; one that it cannot be told of ends with its next message.
globalThis.notifyEnd = async (isForgotten) => {
  localStorage.removeItem(WANTED);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  if (!isForgotten) await tellServer("DELETE", "/api/push", { endpoint: subscription.endpoint }).catch(() => {});
  await subscription.unsubscribe();
};
globalThis.notifyState = async () => {
  if (!hasNotices) return "none";
  if (Notification.permission === "denied") return "denied";
  if (!areOn()) return "off";
  // Without a network nobody can tell.
  if (!navigator.onLine) return "on";
  return subscribe(document.documentElement.lang).catch(() => "failed");
};
globalThis.notifySwitch = async (on, language) => {
  if (!on) await notifyEnd(false).catch(() => {});
  if (!on || (await Notification.requestPermission()) !== "granted") return notifyState();
  try {
    const state = await subscribe(language);
    localStorage.setItem(WANTED, "1");
    return state;
  } catch {
    await notifyEnd(false).catch(() => {});
    return "failed";
  }
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
