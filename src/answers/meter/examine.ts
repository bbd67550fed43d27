/** What is said of a meter before anything is learnt from it, in the form in which weather is examined. */
import type { ClockEvidence, ExaminedMonth, Finding, Verdict } from "../../data/weather/believe/types.js";
import { HOUR_SECONDS, SECOND } from "../../foundation/time/calendar.js";
import { offsetText } from "../../foundation/time/zone.js";
import type { PowerReading } from "../yield/measured/read-power.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** As of weather, with a code of its own. */
export type MeterFinding = Omit<Finding, "code" | "column" | "pass" | "effect"> & { readonly code: string };

/*
 * Looks for rows that are no free power of the sun, and must not be learnt from: what each finds is said by `irradiance check --meter`.
 * A further one is a row here.
 */
const LOOKS: readonly ((rows: MeterRows, place: MeterPlace) => readonly MeterFinding[])[] = [];

export interface ExaminedMeter {
  readonly verdict: Verdict;
  /** The gravest first. */
  readonly findings: readonly MeterFinding[];
  /** What the power says of the clock, and months of which much is missing: undefined and none without a place. */
  readonly clock: ClockEvidence | undefined;
  readonly months: readonly ExaminedMonth[];
  /** What was found in the file, and what was taken for granted. */
  readonly notes: readonly string[];
}

/** @param place undefined: what needs the sun is not looked at */
export function examineMeter(reading: PowerReading, place: MeterPlace | undefined): ExaminedMeter {
  const { measured, examination, notices } = reading;
  const rows = { start: measured.start, step: measured.interval * SECOND, power: measured.power };
  const ofClock: readonly MeterFinding[] = examination?.findings ?? [];
  const all = [...ofClock, ...(place === undefined ? [] : LOOKS.flatMap((look) => look(rows, place)))];
  const grave = all.filter(({ verdict }) => verdict === "unusable");
  const findings = [...grave, ...all.filter((finding) => !grave.includes(finding))];
  // What the reader has put into words already is said once.
  const isFinding = (code: string) => findings.some((finding) => finding.code === code);
  const notes = notices.filter(({ code }) => !isFinding(code)).map(({ message }) => message);
  return {
    verdict: grave.length > 0 ? "unusable" : findings.length > 0 ? "look" : "fine",
    findings,
    clock: examination?.clock,
    // Its light is the power on the scale of light: no amount.
    months: (examination?.months ?? []).map((month) => ({ ...month, light: Number.NaN })),
    notes: [factsOf(reading), ...notes],
  };
}

/** `unit W, stamps mark interval starts, times are UTC+00:00; 2004 kWh, at most 3.58 kW; 1.2 % of the rows are missing`. */
function factsOf({ measured: { power, interval }, unit, label, timeOffset }: PowerReading): string {
  let [energy, most, missing] = [0, 0, 0];
  for (const value of power) {
    if (Number.isNaN(value)) missing++;
    else {
      energy += (value * interval) / HOUR_SECONDS;
      most = Math.max(most, value);
    }
  }
  const zone = timeOffset === undefined ? "of a zone with daylight saving" : `UTC${offsetText(timeOffset * 3_600_000)}`;
  const mark = label === "center" ? "centres" : `${label}s`;
  const gone =
    missing === 0
      ? "no row is missing"
      : `${Number(((100 * missing) / power.length).toPrecision(2))} % of the rows are missing`;
  return `unit ${unit}, stamps mark interval ${mark}, times are ${zone}; ${Math.round(energy)} kWh, at most ${Number(most.toPrecision(3))} kW; ${gone}`;
}
