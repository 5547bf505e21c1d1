// Keeps the built files, so that the page opens and plays the computer without a network.
const CACHE = "{assets}";
const PAGE = "/";
const FILES = ["{files}"];
// Polarity's table is large: it is kept when the first page has come to rest.
const TABLE = ["{table}"];
const FIXED = ["/icon.svg", "/icon-192.png", "/manifest.webmanifest"];

const keep = (files) => caches.open(CACHE).then((cache) => cache.addAll(files));

addEventListener("install", (event) => {
  event.waitUntil(keep([PAGE, ...FIXED, ...FILES]));
});

// A page says that Polarity is wanted without a network, too.
const keepTable = async () => {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(TABLE[0]))) await keep(TABLE);
};
addEventListener("message", (event) => {
  if (event.data === "keep polarity") event.waitUntil(keepTable().catch(() => {}));
});

addEventListener("activate", (event) => {
  const renew = async () => {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    const files = await Promise.all(old.map((name) => caches.open(name).then((cache) => cache.keys())));
    const had = files.flat().filter(({ url }) => url.endsWith("/polarity_view.js"));
    // Visitors who had the old table get the new one; a failure leaves it for the next visit.
    if (had.length > 0) await keep(TABLE).catch(() => {});
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(renew());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // The newest page when there is a network; without one, the page that is kept knows every address.
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (FILES.includes(pathname) || TABLE.includes(pathname) || FIXED.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});

// The server tells of one's turn: title, body, and the path of the game.
addEventListener("push", (event) => {
  const { title, body, path } = event.data?.json() ?? { title: "Tablier", body: "", path: "/" };
  const notice = { body, tag: path, icon: "/icon-192.png", data: { path } };
  event.waitUntil(registration.showNotification(title, notice));
});

// The browser has replaced its subscription, or ended it: the server must know the new one.
addEventListener("pushsubscriptionchange", (event) => {
  const tell = (method, body) =>
    fetch("/api/push", { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const renew = async () => {
    const { key } = await (await fetch("/api/push")).json();
    const wish = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = event.newSubscription ?? (await registration.pushManager.subscribe(wish));
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys;
    const known = ["en", "fr", "de", "nl"];
    const language = known.find((code) => navigator.language.startsWith(code)) ?? "en";
    const answer = await tell("PUT", { endpoint, p256dh, auth, language });
    if (!answer.ok) await subscription.unsubscribe();
    if (event.oldSubscription) await tell("DELETE", { endpoint: event.oldSubscription.endpoint });
  };
  // The settings try again.
  event.waitUntil(renew().catch(() => {}));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const open = async () => {
    const pages = await clients.matchAll({ type: "window" });
    const there = pages.find(({ url }) => new URL(url).pathname === path);
    return there ? there.focus() : clients.openWindow(path);
  };
  event.waitUntil(open());
});
