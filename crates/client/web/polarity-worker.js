// The computer's hand in a worker: a message is a question, its answer is the move.
import init, { think } from "./polarity_view.js";
const ready = init();
onmessage = async ({ data }) => {
  await ready;
  postMessage(`move ${think(data)}`);
};
