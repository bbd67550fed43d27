// Runs of a weather model that are late, torn, replaced and rolled back, on a server that fails: never two in one answer, never an
// older one as new, never nothing while a whole one is there.
import * as archive from "../../archive/dist/index.js";
import { runFaults } from "../../archive/test/run-faults.mjs";

/** Steps of each layout for a second of the judge's: one takes some 30 ms, of which most is waiting. */
const STEPS = 10;

export async function runs({ report, random, seconds }) {
  for (const layout of /** @type {const} */ (["run", "maps"])) {
    const count = STEPS * seconds;
    const told = await runFaults(archive, { layout, count, seed: random.below(1e9) });
    const { answers, refused, older, duringReading, failures } = told;
    const figures = `${answers} answers, ${older} of them of an older run, ${duringReading} with a change while they were read, ${refused} refused`;
    report.check(`runs (${layout}): late, torn, replaced, rolled back`, answers > count / 2, figures);
    report.check(
      `runs (${layout}): one run in each answer, the one that it names, the newest that is whole`,
      failures.length === 0,
      failures.length === 0 ? "" : `${failures.length}, such as ${failures[0]}`,
    );
  }
}
