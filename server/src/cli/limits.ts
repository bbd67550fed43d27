/** Limits and price class as options of the commands that change plans and accounts. */
import {
  COUNT_NAMES,
  type CountName,
  LIMIT_NAMES,
  type LimitName,
  type Limits,
  readLimit,
} from "../accounts/limits.js";
import { type LimitChanges, shownLimit } from "../accounts/plans.js";
import { type Call, UsageError } from "./command.js";
import type { Cell } from "./output.js";
import { given, parseFactor } from "./values.js";

/** What is written for "as without it". */
const DEFAULT = "default";

export const LIMIT_OPTIONS: Readonly<Record<LimitName, string>> = {
  rate: "N",
  running: "N",
  waiting: "N",
  values: "N",
  jobs: "N",
  "job-sites": "N",
  "job-requests": "MIB",
  price: "FACTOR",
};

/** What was given of them. @throws UsageError */
export function givenLimits(call: Call): LimitChanges {
  const changes = LIMIT_NAMES.flatMap((name) => {
    const value = given(call, name, (shown, text) => (text === DEFAULT ? null : parseLimit(name, shown, text)));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

function parseLimit(name: LimitName, shown: string, text: string): number {
  if (!COUNT_NAMES.includes(name as CountName)) return parseFactor(shown, text);
  try {
    return readLimit(name as CountName, text, shown);
  } catch (cause) {
    throw new UsageError((cause as Error).message.replace(/^setting "(.*?)"/, "$1"), { cause });
  }
}

/** A column for each; null: not its own. */
export function limitCells(limits: Partial<Limits>): Readonly<Record<string, Cell>> {
  return Object.fromEntries(
    LIMIT_NAMES.map((name) => {
      const value = limits[name];
      return [name, value === undefined ? null : shownLimit(name, value)];
    }),
  );
}
