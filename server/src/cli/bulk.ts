/** A bulk run over several machines. What it needs is loaded only when it is called. */
import type { Command } from "./command.js";

const summary = "bulk: many sites, computed by workers on any number of machines, as one dataset of Parquet files";
const usage = [
  "irradiance-server bulk [--queue redis://HOST:PORT] --out s3://BUCKET/PREFIX|DIR SITES [options of irradiance bulk]",
];

export const bulk: Command = {
  summary,
  usage,
  run: async (args, io) => {
    if (args.some((arg) => arg === "--help" || arg === "-h")) {
      io.out(summary);
      for (const line of usage) io.out(`  ${line}`);
    }
    const { runBulk } = await import("../bulk/run-bulk.js");
    return runBulk(args, io);
  },
};
