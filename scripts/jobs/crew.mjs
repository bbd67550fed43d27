// Workers of a queue as processes of the build.
import { setTimeout } from "node:timers/promises";
import { launch, SERVER } from "../lib/process.mjs";

/** What a worker says that finds no Redis when it starts: its supervisor starts it again. */
const NO_QUEUE = /the queue \S+ cannot be used/;
/** ms */
const SUPERVISION = 500;

/** Workers that come again after every kill, and when Redis was away as they came, as a supervisor has them. */
export function openCrew(count, words, place) {
  const crew = Array.from({ length: count }, (_, index) => begun(index));
  return {
    async kill(index) {
      await crew[index].stop("SIGKILL");
      crew[index] = begun(index);
    },
    async end() {
      const ends = await Promise.all(crew.map((worker) => worker.stop()));
      return ends.map(({ code, signal }) => signal ?? code);
    },
    get errors() {
      return crew.map(({ log }) => log().slice(-2000)).join("\n---\n");
    },
  };

  function begun(index) {
    const worker = launch([SERVER, "worker", ...words], { ...place, stdout: "ignore" });
    worker.exit.then(async ({ code }) => {
      if (code !== 1 || !NO_QUEUE.test(worker.log())) return;
      await setTimeout(SUPERVISION);
      if (crew[index] === worker) crew[index] = begun(index);
    });
    return worker;
  }
}
