// Keeps the built files, so that the page opens and plays the computer without a network.
const CACHE = "{assets}";
const PAGE = "/";
// The pages that are not the same at every address.
const OWN = ["/polarity", "/analysis"];
const FILES = ["{files}"];
const FIXED = ["/icon.svg", "/manifest.webmanifest"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...OWN, ...FIXED, ...FILES])));
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
    const kept = OWN.find((own) => pathname.startsWith(own)) ?? PAGE;
    event.respondWith(fetch(request).catch(() => caches.match(kept)));
  } else if (FILES.includes(pathname) || FIXED.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});
