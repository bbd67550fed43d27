/** The file of what a meter taught, which anybody may have written: each value is checked, and an error names it. */
import { type PvSystem, readSystem } from "../../../data/system/index.js";
import { WEATHER_COLUMNS } from "../../../data/weather/series.js";
import { parsePowerTable, powerTableText } from "../../forecast/power/index.js";
import { count, json, list, number, object, oneOf, type Read, shape, text, time } from "../../forecast/tuning-file.js";
import { snakeKeys } from "../answer.js";
import type { PowerTuning } from "./taught.js";

const POWER_FORMAT = "irradiance-engine/power-tuning";
const VERSION = 1;

/** As JSON, every number to its last digit: `parsePowerTuning` gives the same back. @experimental */
export function powerTuningText({ system, evidence, table, ...tuning }: PowerTuning): string {
  const [start, end] = [evidence.start, evidence.end].map((at) => new Date(at).toISOString());
  const content = {
    ...{ format: POWER_FORMAT, version: VERSION, ...tuning },
    ...{ system: snakeKeys(system), evidence: { ...evidence, start, end }, table: json(powerTableText(table)) },
  };
  return `${JSON.stringify(content).replaceAll(/([}\]],)(?=["[{])/g, "$1\n")}\n`;
}

/** Whether a text says so of itself. */
export function isPowerTuning(text: string): boolean {
  return text.slice(0, 200).includes(`"${POWER_FORMAT}"`);
}

const latitude = number(-90, 90);
const system: Read<PvSystem> = (value, where) => readSystem(value, where);

/**
 * @param given text of `powerTuningText`
 * @throws TypeError for a text that is not whole or of something else, RangeError for numbers that cannot be, naming them
 * @experimental
 */
export function parsePowerTuning(given: string): PowerTuning {
  const file = object(json(given), "");
  for (const [key, expected] of Object.entries({ format: POWER_FORMAT, version: VERSION }))
    if (file[key] !== expected)
      throw new TypeError(`${key} must be ${JSON.stringify(expected)}, got ${JSON.stringify(file[key])}`);
  return shape<PowerTuning>({
    place: shape({ latitude, longitude: number(-180, 180) }),
    runs: list(text),
    system,
    columns: list(oneOf(WEATHER_COLUMNS)),
    evidence: shape({ start: time, end: time, runs: count, leftOut: anyTexts }),
    table: (value, where) => parsePowerTable(JSON.stringify(object(value, where))),
  })(file, "");
}

const anyTexts: Read<readonly string[]> = (value, where) =>
  Array.isArray(value) && value.length === 0 ? [] : list(text)(value, where);
