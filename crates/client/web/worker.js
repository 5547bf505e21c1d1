// The engine in a worker: a message is a request, and every answer is a message.
import init, { answer } from "./engine_worker.js";
const ready = init();
onmessage = async ({ data }) => {
  await ready;
  answer(data, (text) => postMessage(text));
};
