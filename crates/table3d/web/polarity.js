// Polarity as a page of its own: the language, and the table in it.
import init, * as table from "./table3d.js";

const KEY = "tablier.language";
const languages = ["fr", "en", "de", "nl"];
const known = (tag) => languages.find((code) => code === tag?.split("-")[0].toLowerCase());
const choice = document.getElementById("language");

/** What the client keeps; storage is a courtesy. */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function show(language) {
  document.documentElement.lang = language;
  choice.value = language;
  table.mount("polarity", language);
}

// The settings' page writes `theme=dark …`.
const theme = /\btheme=(\w+)/.exec(kept("tablier.settings"));
if (theme) document.documentElement.dataset.theme = theme[1];

await init();
show(known(kept(KEY)) ?? navigator.languages.map(known).find(Boolean) ?? "en");
choice.addEventListener("change", () => {
  try {
    localStorage.setItem(KEY, choice.value);
  } catch {
    // The choice holds for this visit.
  }
  show(choice.value);
});
// From now on the table is there without a network, too.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service.js").catch(() => {});
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep polarity"));
}
// For tests and for the curious.
window.table = table;
