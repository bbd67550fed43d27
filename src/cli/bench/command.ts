/** `irradiance bench`: how fast the engine is on this machine, on the embedded sample. Its options; run.ts executes it. */
import { type Command, InvalidArgumentError } from "commander";
import type { BenchOptions } from "./run.js";

const ROUNDS = 9;

export function addBench(program: Command): void {
  program
    .command("bench")
    .description("measure this machine: years and a day of the embedded sample, one thread, warmed up")
    .option("--rounds <count>", "number of rounds; the median is shown", toRounds, ROUNDS)
    .action(async (options: BenchOptions) => (await import("./run.js")).bench(options));
}

function toRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
    throw new InvalidArgumentError("Expected a whole number from 1 to 1000.");
  }
  return rounds;
}
