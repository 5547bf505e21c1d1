// Prints the hashes of the golden scenes from the wasm module named on the command line, one a line;
// with --bench, how many simulated seconds of the speed scenes fit into a second of processor time.
import { readFileSync } from "node:fs";

const [file, flag] = process.argv.slice(2);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));

if (flag === "--bench") {
  const seconds = 10;
  for (const [scene, name] of ["board", "chaos", "clusters"].entries()) {
    const before = process.cpuUsage();
    exports.bench(scene, seconds);
    console.log(`${name} ${((1e6 * seconds) / process.cpuUsage(before).user).toFixed(2)}`);
  }
} else {
  for (let scene = 0; scene < exports.scenes(); scene++) {
    console.log(BigInt.asUintN(64, exports.golden(scene)).toString(16).padStart(16, "0"));
  }
}
