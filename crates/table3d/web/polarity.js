// The practice table as a page of its own: the language, and the table in it.
import init, * as table from "./table3d.js";

const KEY = "tablier.language";
const languages = ["fr", "en", "de", "nl"];
const known = (tag) => languages.find((code) => code === tag?.split("-")[0].toLowerCase());
const choice = document.getElementById("language");

function stored() {
  try {
    return known(localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

function show(language) {
  document.documentElement.lang = language;
  choice.value = language;
  table.mount("polarity", language);
}

await init();
show(stored() ?? navigator.languages.map(known).find(Boolean) ?? "en");
choice.addEventListener("change", () => {
  try {
    localStorage.setItem(KEY, choice.value);
  } catch {
    // Storage is a courtesy.
  }
  show(choice.value);
});
// For tests and for the curious.
window.table = table;
