// The engines of the flat games: a worker that answers one question after the other.

/** An answer that the engine refused to give: a malformed position, an illegal move, a game that is over. */
export class EngineError extends Error {}

export class Engine {
  #worker = null;
  #queue = [];

  /** The computer's move at a level from 1 to 10; the same seed gives the same move. */
  async bestMove(game, { level = 10, seed = 0, ...from } = {}) {
    return this.#ask(["choose", number(level), number(seed)], game, from, () => {}, (text) => word(text, "move "));
  }

  /** The best lines, the best first. `onProgress` gets those known so far after each depth. */
  async analyse(game, { lines = 1, nodes, depth, time, onProgress, ...from } = {}) {
    const limits = Object.entries({ nodes, depth, time }).filter(([, limit]) => limit !== undefined);
    if (limits.length === 0) throw new EngineError("give a limit: nodes, depth or time (milliseconds)");
    const found = [];
    const request = ["lines", number(lines), ...limits.flatMap(([name, limit]) => [name, number(limit)])];
    const hear = (text) => {
      const line = readLine(text);
      if (!line) return;
      // The best line is told first; those of the depth before it are out of date.
      if (line.number === 0 && line.depth !== found[0]?.depth) found.length = 0;
      found[line.number] = line;
      onProgress?.(found.filter(Boolean));
    };
    return this.#ask(request, game, from, hear, (text) => (text === "done" ? found.filter(Boolean) : undefined));
  }

  /** The position after the moves: its text, picture, legal moves, side to move (0 or 1) and result. */
  async show(game, from = {}) {
    return this.#ask(["show"], game, from, () => {}, (text) => {
      if (!text.startsWith("done\n")) return undefined;
      const [, position, side, result, moves, ...svg] = text.split("\n");
      return {
        position,
        toMove: Number(side),
        result: result || null,
        legalMoves: moves === "" ? [] : moves.split(" "),
        svg: svg.join("\n"),
      };
    });
  }

  /** Ends the worker, and with it all questions under way. The next question starts another. */
  terminate() {
    this.#end("the engine was terminated");
  }

  #ask(words, game, { position, variant, moves = [] }, hear, end) {
    const list = typeof moves === "string" ? moves : moves.join(" ");
    const lines = [words.join(" "), game, position ?? variant ?? "", list.trim().replace(/\s+/g, " ")];
    const request = lines.map((line) => String(line).replaceAll("\n", " ")).join("\n");
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, hear, end, resolve, reject });
      if (this.#queue.length === 1) this.#send();
    });
  }

  /** Sends the oldest question; the worker works at one at a time. */
  #send() {
    if (this.#queue.length === 0) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#queue[0].request);
  }

  #start() {
    const worker = startWorker();
    // A worker that was ended may still have messages under way.
    const isOurs = () => worker === this.#worker;
    worker.onmessage = ({ data }) => isOurs() && this.#hear(data);
    // One that cannot be loaded, or has crashed, answers nobody; its error then has a message or none.
    worker.onerror = ({ message }) => isOurs() && this.#end(message || "the worker cannot be loaded");
    return worker;
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#queue.splice(0)) reject(new EngineError(reason));
  }

  #hear(text) {
    const asked = this.#queue[0];
    if (!asked) return;
    if (text.startsWith("error ")) {
      return this.#settle(({ reject }) => reject(new EngineError(text.slice("error ".length))));
    }
    const answer = asked.end(text);
    if (answer === undefined) asked.hear(text);
    else this.#settle(({ resolve }) => resolve(answer));
  }

  #settle(act) {
    act(this.#queue.shift());
    this.#send();
  }
}

/** Browsers load a worker from the page's own origin alone: from another one, a script of the page's loads it. */
function startWorker() {
  const url = new URL("./worker.js", import.meta.url);
  if (url.origin === location.origin) {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

function number(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new EngineError(`${value} is no whole number from 0 on`);
  return value;
}

function word(text, beginning) {
  return text.startsWith(beginning) ? text.slice(beginning.length) : undefined;
}

/** `line NUMBER DEPTH SCORE NODES MOVE…` as an object. */
function readLine(text) {
  const [kind, place, depth, score, nodes, ...moves] = text.split(" ");
  if (kind !== "line") return null;
  const end = score.startsWith("#") ? Number(score.slice(1)) : null;
  return {
    number: Number(place),
    depth: Number(depth),
    score: end === null ? Number(score) : null,
    pliesToEnd: end,
    nodes: Number(nodes),
    moves,
  };
}
