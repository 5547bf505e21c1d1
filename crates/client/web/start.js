import init from "./client.js";
init();
