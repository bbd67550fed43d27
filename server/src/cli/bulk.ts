/** A bulk run over several machines. What it needs is loaded only when it is called. */
import type { Command } from "./command.js";

export const bulk: Command = {
  summary: "bulk: many sites, computed by workers on any number of machines, as one dataset of Parquet files",
  usage: [
    "irradiance-server bulk --queue redis://HOST:PORT --out s3://BUCKET/PREFIX|DIR SITES [options of irradiance bulk]",
  ],
  run: async (args, io) => {
    const { runBulk } = await import("../jobs/run-bulk.js");
    return runBulk(args, io);
  },
};
