// The engine in a worker: a message is a request, and every answer is a message.
import init, { answer } from "./engine_worker.js";
// A failure becomes an error of the worker, so that its owner hears of it.
onunhandledrejection = ({ reason }) => {
  throw reason;
};
const ready = init();
onmessage = async ({ data }) => {
  await ready;
  answer(data, (text) => postMessage(text));
};
