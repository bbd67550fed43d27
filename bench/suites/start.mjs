// From nothing: import, first requests and later ones, each in a fresh process.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { figure, QUICK_ROUNDS, quartiles, ROUNDS } from "../lib/timing.mjs";

const CHILD = fileURLToPath(new URL("../lib/first-calls.mjs", import.meta.url));

export async function run({ quick }) {
  const runs = Array.from({ length: quick ? QUICK_ROUNDS : ROUNDS }, () =>
    JSON.parse(execFileSync(process.execPath, [CHILD], { encoding: "utf8" })),
  );
  const rows = Object.keys(runs[0]).map((name) => {
    const { median, low, high } = quartiles(runs.map((times) => times[name]));
    return [name, `${figure(median)} (${figure(low)}–${figure(high)})`];
  });
  return {
    tables: [
      {
        title: "Cold and warm",
        text:
          "In fresh processes: the library is loaded, then asked for a day of R's kind and for whole years of R-default, " +
          "without a workspace until said. The weather is made beforehand, without the engine.",
        head: ["", "ms"],
        rows,
      },
    ],
    figures: {},
  };
}
