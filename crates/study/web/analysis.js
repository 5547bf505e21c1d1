import init from "./study.js";
init();
