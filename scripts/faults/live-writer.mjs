// A writer to be killed: node live-writer.mjs FOLDER START NEXT RATE. Prints the number of every update that was acknowledged.
import { setTimeout as pause } from "node:timers/promises";
import { openLiveWriter } from "../../archive/dist/index.js";
import { updateOf } from "./live-course.mjs";

const [folder, start, next, rate] = process.argv.slice(2);
const writer = await openLiveWriter(folder);
const began = performance.now();
for (let n = Number(next); ; n++) {
  await writer.ingest(updateOf(n, Number(start)));
  process.stdout.write(`${n}\n`);
  await pause(Math.max(0, began + ((n + 1 - Number(next)) * 1000) / Number(rate) - performance.now()));
}
