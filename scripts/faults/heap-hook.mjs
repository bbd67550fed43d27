// Loaded into a server before it starts (node --expose-gc --import): tells the test beside it what it keeps after a collection.
import { setImmediate as turn } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  process.on("message", async () => {
    // What a first collection finalises is free after a second one.
    for (let i = 0; i < 3; i++) {
      globalThis.gc();
      await turn();
    }
    process.send(process.memoryUsage());
  });
  process.channel.unref();
}
