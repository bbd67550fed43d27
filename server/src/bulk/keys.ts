/** Names in Redis. */
import { createHash } from "node:crypto";

/** Of all keys, those of BullMQ among them. */
export const PREFIX = "irradiance-bulk";
/** The set of the runs that workers look for. */
export const RUNS = `${PREFIX}:runs`;

export function queueName(run: string): string {
  return `run-${run}`;
}

export function jobName(part: number): string {
  return `part-${part}`;
}

/** @returns undefined: no name of a part's job */
export function partOf(name: string | undefined): number | undefined {
  const [, part] = /^part-(0|[1-9]\d{0,8})$/.exec(name ?? "") ?? [];
  return part === undefined ? undefined : Number(part);
}

/** What a run has beside its queue. */
export function runKeys(run: string) {
  return {
    record: `${PREFIX}:record:${run}`,
    weather: `${PREFIX}:weather:${run}`,
    /** The sites of the parts under way. */
    sites: `${PREFIX}:sites:${run}`,
    /** The kind of device that its first part was computed on. */
    device: `${PREFIX}:device:${run}`,
    /** Why workers leave it to others. */
    refusals: `${PREFIX}:refusals:${run}`,
    /** Parts that are computed and cannot be written, with the reasons. */
    held: `${PREFIX}:held:${run}`,
    /** Number of parts that were written. */
    written: `${PREFIX}:written:${run}`,
  } as const;
}

/** Who writes an output: a claim that lapses, and the last run there was. */
export function outKeys(out: string) {
  const name = createHash("sha256").update(out).digest("hex").slice(0, 32);
  return { claim: `${PREFIX}:claim:${name}`, last: `${PREFIX}:last:${name}` } as const;
}
