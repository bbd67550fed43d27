// Many sites over three workers, each killed again and again, Redis restarted and the network cut: the dataset is whole.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ENGINE, launch, SERVER } from "../lib/process.mjs";
import { startRedis } from "../services/redis.mjs";
import { openWire } from "../services/wire.mjs";
import { openCrew } from "./crew.mjs";
import { SHAPE, writeInputs } from "./inputs.mjs";

const COMPARE = fileURLToPath(new URL("compare.py", import.meta.url));
const WORKERS = 3;
const PART = 50;
/** ms */
const BETWEEN = 1500;
const AWAY = 2500;

export async function folder({ report, folder, python, sites, kills, random }) {
  await writeInputs(folder, sites);
  const shape = ["--part-sites", String(PART), ...SHAPE];
  const local = ["bulk", "--sites", "sites.csv", "--out", "local.parquet", "--quiet", ...shape];
  execFileSync(process.execPath, [ENGINE, ...local], { cwd: folder, stdio: "inherit" });
  const redis = await startRedis();
  const wire = await openWire(redis.port);
  const queue = `redis://127.0.0.1:${wire.port}`;
  const place = { cwd: folder };
  const crew = openCrew(WORKERS, ["--queue", queue, "--threads", "1"], place);
  const words = ["bulk", "--queue", queue, "--out", "ds", "--takeover", "3", "sites.csv", ...shape];
  const run = launch([SERVER, ...words], { ...place, stdout: "ignore" });
  let status;
  run.exit.then(({ code, signal }) => {
    status = signal ?? code;
  });
  const parts = Math.ceil(sites / PART);
  const there = () => countParts(join(folder, "ds"));
  const killed = Array(WORKERS).fill(0);
  let [restarts, cuts] = [0, 0];
  try {
    while (status === undefined) {
      await setTimeout(random.between(BETWEEN / 2, 1.5 * BETWEEN));
      const least = killed.indexOf(Math.min(...killed));
      // A worker that has not begun yet need not be killed.
      if (there() > 0 && killed[least] < kills && status === undefined) {
        await crew.kill(least);
        killed[least]++;
      }
      if (restarts === 0 && there() > parts / 4) {
        await redis.kill();
        await setTimeout(AWAY / 2);
        await redis.start();
        restarts++;
      }
      if (cuts === 0 && there() > parts / 2) {
        wire.cut();
        await setTimeout(AWAY);
        wire.mend();
        cuts++;
      }
    }
    report.check(
      "the run ends well",
      status === 0,
      `${status} ${status === 0 ? "" : run.log()}${status ? crew.errors : ""}`,
    );
    report.check(
      "every worker was killed, Redis restarted, the network cut",
      Math.min(...killed) > 1 && restarts + cuts === 2,
      `kills ${killed}, ${restarts} restart, ${cuts} cut`,
    );
    const manifest = JSON.parse(readFileSync(join(folder, "ds/_manifest.json"), "utf8"));
    report.check(
      "the manifest has every part once",
      manifest.complete && manifest.parts.every(({ part }, i) => part === i) && manifest.parts.length === parts,
      `${manifest.parts.length} of ${parts}`,
    );
    const names = readdirSync(join(folder, "ds")).sort();
    const wanted = [...manifest.parts.map(({ file }) => file), "_manifest.json"].sort();
    report.check(
      "there is nothing else in the folder",
      names.join() === wanted.join(),
      names.filter((name) => !wanted.includes(name)).join(),
    );
    const told = JSON.parse(
      execFileSync(python, [COMPARE, join(folder, "ds"), join(folder, "local.parquet")], { encoding: "utf8" }),
    );
    report.check(
      "pyarrow reads the rows of the local run",
      told.pyarrow && told.rows === manifest.rows,
      `${told.rows} rows`,
    );
    report.check("DuckDB counts and sums the same", told.duckdb);
    report.check(
      "every part has the bytes of the local run's row group",
      told.bytes === parts && told.groups === parts,
      `${told.bytes} of ${parts}`,
    );
    const stopped = await crew.end();
    report.check(
      "workers stop when they are asked",
      stopped.every((ended) => ended === 0),
      `${stopped.join()}${stopped.some((ended) => ended !== 0) ? `\n${crew.errors}` : ""}`,
    );
  } finally {
    await wire.close();
    await redis.end();
  }
}

function countParts(folder) {
  try {
    return readdirSync(folder).filter((name) => name.startsWith("part-")).length;
  } catch {
    return 0;
  }
}
