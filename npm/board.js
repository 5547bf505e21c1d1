// `<tablier-board>`: a position as a picture, and buttons that step through the moves after it.
import { Engine } from "./engine.js";

// One worker draws all boards of a page.
const engine = new Engine();

const STYLE = `
  :host { display: inline-block; vertical-align: top; width: 24rem; max-width: 100%; font: 1rem/1.4 system-ui, sans-serif; }
  :host([hidden]) { display: none; }
  #board { display: block; border-radius: .5rem; }
  #board:focus-visible, button:focus-visible { outline: 3px solid #1a66d0; outline-offset: 2px; }
  #board svg { display: block; width: 100%; height: auto; }
  #steps { display: flex; align-items: center; gap: .25rem; margin-top: .5rem; }
  #steps[hidden] { display: none; }
  #said { flex: 1; min-width: 0; overflow-wrap: anywhere; text-align: center; }
  #error { color: #b00020; }
  @media (prefers-color-scheme: dark) { #error { color: #ff8a8a; } }
  button { min-width: 2.75rem; min-height: 2.75rem; font: inherit; color: inherit; background: none;
    border: 1px solid currentColor; border-radius: .5rem; cursor: pointer; }
  button svg { display: block; width: 1.25rem; margin: auto; fill: currentColor; stroke: currentColor; stroke-width: 1.5;
    stroke-linejoin: round; stroke-linecap: round; }
  button:disabled { opacity: .35; cursor: default; }
`;

// Not every font has the signs of a player: they are drawn.
const BUTTONS = [
  ["first", "M4 3v10M13 3 6 8l7 5z", "First position", () => 0],
  ["back", "M11 3 4 8l7 5z", "Previous move", (ply) => ply - 1],
  ["on", "M5 3l7 5-7 5z", "Next move", (ply) => ply + 1],
  ["last", "M12 3v10M3 3l7 5-7 5z", "Last position", (_, last) => last],
];
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

export class TablierBoard extends HTMLElement {
  static observedAttributes = ["game", "position", "variant", "moves", "ply"];

  #shown = null;
  #asked = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${STYLE}</style><div id="board" role="img" tabindex="0"></div>
      <div id="steps" hidden></div><div id="error" role="alert"></div>`;
    const steps = root.getElementById("steps");
    for (const [id, path, label, next] of BUTTONS) {
      const button = document.createElement("button");
      Object.assign(button, { id, type: "button", ariaLabel: label });
      button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
      button.onclick = () => (this.ply = next(this.ply, this.#list().length));
      steps.append(button);
    }
    const said = Object.assign(document.createElement("span"), { id: "said", ariaLive: "polite" });
    steps.insertBefore(said, root.getElementById("on"));
    root.addEventListener("keydown", (event) => {
      const button = root.getElementById(KEYS[event.key]);
      if (!button || steps.hidden) return;
      event.preventDefault();
      button.click();
    });
  }

  get game() { return this.getAttribute("game") ?? ""; }
  set game(value) { this.setAttribute("game", value); }
  get position() { return this.getAttribute("position"); }
  set position(value) { this.#attribute("position", value); }
  get variant() { return this.getAttribute("variant"); }
  set variant(value) { this.#attribute("variant", value); }
  get moves() { return this.getAttribute("moves") ?? ""; }
  set moves(value) { this.#attribute("moves", Array.isArray(value) ? value.join(" ") : value); }
  get shown() { return this.#shown; }

  get ply() {
    const last = this.#list().length;
    const ply = Number.parseInt(this.getAttribute("ply"), 10);
    return Number.isNaN(ply) ? last : Math.min(Math.max(ply, 0), last);
  }
  set ply(value) { this.setAttribute("ply", value); }

  connectedCallback() { this.#show(); }
  attributeChangedCallback() { if (this.isConnected) this.#show(); }

  #attribute(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  #list() { return this.moves.split(/\s+/).filter(Boolean); }

  async #show() {
    const asked = ++this.#asked;
    // Several attributes that are set at once are drawn once.
    await null;
    if (asked !== this.#asked) return;
    const moves = this.#list();
    const ply = this.ply;
    const from = {
      position: this.position ?? undefined,
      variant: this.variant ?? undefined,
      moves: moves.slice(0, ply),
    };
    let shown = null;
    let error = "";
    try {
      shown = await engine.show(this.game, from);
    } catch (reason) {
      error = reason.message;
    }
    // An answer that comes after a newer question is out of date.
    if (asked !== this.#asked) return;
    this.#draw(shown, error, moves, ply);
  }

  #draw(shown, error, moves, ply) {
    const root = this.shadowRoot;
    this.#shown = shown;
    const board = root.getElementById("board");
    const picture = shown && new DOMParser().parseFromString(shown.svg, "image/svg+xml").documentElement;
    board.replaceChildren(...(picture ? [picture] : []));
    const last = ply > 0 ? `${ply}. ${moves[ply - 1]}` : "";
    const said = [last, shown?.result].filter(Boolean).join(": ");
    board.ariaLabel = [this.game, said, shown?.position].filter(Boolean).join(", ");
    root.getElementById("steps").hidden = moves.length === 0;
    root.getElementById("said").textContent = said || `0 / ${moves.length}`;
    for (const id of ["first", "back"]) root.getElementById(id).disabled = ply === 0;
    for (const id of ["on", "last"]) root.getElementById(id).disabled = ply === moves.length;
    root.getElementById("error").textContent = error;
    const [name, detail] = shown ? ["tablier-shown", shown] : ["tablier-error", error];
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("tablier-board", TablierBoard);
