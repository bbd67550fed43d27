// Stops under load: what was accepted is answered, what was charged was answered, and the exit is clean.
import { setTimeout as pause } from "node:timers/promises";
import { books } from "../lib/process.mjs";
import { allKinds, startService } from "./service.mjs";

const GRACE = 20;

export async function signals({ report, random, folder }) {
  await stop("SIGTERM", ["SIGTERM"]);
  await stop("SIGINT", ["SIGINT"]);
  await stop("SIGTERM twice", ["SIGTERM", "SIGTERM"]);
  await stop("SIGINT, then SIGTERM", ["SIGINT", "SIGTERM"]);

  async function stop(name, sent) {
    const data = `${folder}/${name.replaceAll(/\W+/g, "-")}`;
    const { key, server } = await startService(data, ["--stop-grace", String(GRACE)]);
    const load = allKinds(server.address, key, random);
    await pause(1500);
    const at = performance.now();
    const under = load.under.size;
    for (const signal of sent) {
      server.child.kill(signal);
      await pause(30);
    }
    const { code, signal } = await server.exit;
    const seconds = (performance.now() - at) / 1000;
    await load.stop();
    const cut = cutLines(server.log());
    const { ids, used, charged } = await books(data);
    const known = new Set(ids);
    const answered = load.answers.flatMap(({ charges }) => charges);
    report.check(
      `${name}: exit 0 within the grace`,
      code === 0 && seconds < GRACE - 5,
      `exit ${code ?? signal} after ${seconds.toFixed(1)} s`,
    );
    report.check(
      `${name}: every request that was under way got its answer`,
      under > 8 && cut.length === 0,
      `${under} under way, ${cut.length} cut off ${cut[0] ?? ""}`,
    );
    report.check(
      `${name}: charged is what was answered, to the last one`,
      ids.length === answered.length && answered.every((id) => known.has(id)) && used === charged,
      `${ids.length} and ${answered.length}`,
    );
  }
}

/**
 * Requests that it had read and did not answer as a whole. What was still on its way to an idle connection that closed has no line: how
 * many those are depends on how busy the machine is.
 */
function cutLines(log) {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  return lines.filter((line) => JSON.parse(line).cut || JSON.parse(line).status === 499);
}
