// The gains that bench/lib/kernel-claims.mjs claims, measured on the same rows: node bench/kernels.mjs (npm run build first;
// the variable BENCH_DIST names another build).
import { fileURLToPath } from "node:url";
import { KERNELS } from "./lib/kernel-claims.mjs";
import { kernelPairs } from "./lib/kernel-gains.mjs";
import { kernelRows, ROWS } from "./lib/kernel-rows.mjs";
import { interleave, per, QUICK_ROUNDS, ROUNDS, ratio, spread } from "./lib/timing.mjs";

export async function run({ quick }) {
  const pairs = await kernelPairs(await kernelRows());
  const rows = KERNELS.map(({ name, model, gain }) => {
    const pair = pairs[name];
    if (!pair)
      return [`\`${name}\``, model, "", "", String(gain), "not measured: no case in bench/lib/kernel-gains.mjs"];
    const times = interleave(pair, { rounds: quick ? QUICK_ROUNDS : ROUNDS, warmUp: quick ? 2e7 : 1e8 });
    const measured = spread(ratio(times.model, times.kernel));
    return [`\`${name}\``, model, per(times.kernel, ROWS), per(times.model, ROWS), String(gain), measured];
  });
  return {
    tables: [
      {
        title: "Kernels against their models",
        text: 'The chain\'s exceptions to "the row kernel is the model" (`bench/lib/kernel-claims.mjs`), on the same rows.',
        head: ["kernel", "stands for", "ns a row", "model, ns a row", "gain claimed", "gain measured"],
        rows,
      },
    ],
    figures: {},
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tables } = await run({ quick: process.argv.includes("--quick") });
  for (const { head, rows } of tables) for (const row of [head, ...rows]) console.log(row.join("  |  "));
}
