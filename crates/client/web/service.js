// Keeps the built files, so that the page opens and plays the computer without a network.
const CACHE = "{assets}";
const PAGE = "/";
// The pages that are not the same at every address.
const POLARITY = "/polarity";
const TABLE = "/table";
const CLUB = "/account";
const STUDY = "/analysis";
const AT_TABLE = /^\/(friend|table)(\/|$)/;
const IN_CLUB = /^\/(account|lobby|people)(\/|$)/;
const page = (path) => {
  if (AT_TABLE.test(path)) return TABLE;
  if (IN_CLUB.test(path)) return CLUB;
  return [POLARITY, STUDY].find((own) => path.startsWith(own)) ?? PAGE;
};
const FILES = ["{files}"];
const FIXED = ["/icon.svg", "/manifest.webmanifest"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, POLARITY, TABLE, CLUB, STUDY, ...FIXED, ...FILES])));
});

addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // The newest page when there is a network; without one, the page that is kept knows every address.
    event.respondWith(fetch(request).catch(() => caches.match(page(pathname))));
  } else if (FILES.includes(pathname) || FIXED.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});
