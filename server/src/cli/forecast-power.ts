/** What a system's meter teaches of its power: learnt by `forecast learn`, shown by `forecast show`. */
import { type PowerTuning, parsePowerTuning, powerTuningText } from "irradiance-engine/internal/yield";
import type { LearningQuery } from "../learning/learn.js";
import type { MeterFiles } from "../learning/learn-power.js";
import type { Settings } from "../settings.js";
import { type Call, UsageError } from "./command.js";
import { dayText, fact } from "./facts.js";

export async function powerOf(settings: Settings, query: LearningQuery, files: MeterFiles) {
  const { learnPowerOf } = await import("../learning/learn-power.js");
  const tuning = await learnPowerOf(settings, query, files);
  return { text: powerTuningText(tuning), lines: powerLines(tuning) };
}

/** undefined: the light is learnt. @throws UsageError for one of what belongs together */
export function meterFiles(call: Call): MeterFiles | undefined {
  const [system, meter, items] = ["system", "meter", "meter-as"].map((name) => call.option(name));
  if (meter === undefined && system === undefined && items === undefined) return undefined;
  if (meter === undefined || system === undefined)
    throw new UsageError(
      "--meter FILE and --system FILE belong together: power is learnt over the chain of its system",
    );
  if (call.option("observations") !== undefined)
    throw new UsageError("--observations is about light: with --meter the power teaches");
  const pairs = (items === undefined ? [] : items.split(",")).map((item) => {
    const [key = "", ...rest] = item.split("=");
    const value = rest.join("=");
    if (key === "" || value === "")
      throw new UsageError(`--meter-as must be items such as column=P_AC,unit=kW, got "${items}"`);
    return [key.replaceAll("-", "_"), value] as const;
  });
  return { system, meter, reading: Object.fromEntries(pairs) };
}

export function shownPower(text: string, call: Call): readonly string[] {
  const tuning = parsePowerTuning(text);
  return call.has("json") ? [JSON.stringify(JSON.parse(powerTuningText(tuning)))] : powerLines(tuning);
}

/** What the meter taught, and what it is worth on days that it had not taught. */
function powerLines({ place, runs, system, evidence, table }: PowerTuning): readonly string[] {
  const planes = system.planes.map((one) => `${one.kwp ?? 1} kWp`).join(", ");
  const judged = table.evidence;
  const loss = (value = Number.NaN) => (Number.isNaN(value) ? "not tried" : (100 * value).toFixed(2));
  return [
    fact("place", `${place.latitude}, ${place.longitude}`),
    fact("system", `${planes}; ${Number((table.limit / 1000).toPrecision(3))} kW at most`),
    fact("runs", `${evidence.runs} of ${runs.join(", ")}`),
    fact("learnt", `${table.days} days, ${dayText(evidence.start)} to ${dayText(evidence.end - 1)}: ${table.recipe}`),
    ...(table.why === "" ? [] : [fact("", table.why)]),
    ...evidence.leftOut.map((message) => fact("left out", message)),
    ...(judged === undefined
      ? [fact("judged", "too few days to hold some out")]
      : [
          fact(
            "judged",
            `the last ${judged.days} days, by what those before them taught; pinball loss in % of the limit:`,
          ),
          fact(
            "",
            `one factor ${loss(judged.factor)}, bins ${loss(judged.bins)}, terms and analogs ${loss(judged.second)}`,
          ),
          fact("", `p10 to p90 held ${(100 * judged.held).toFixed(0)} %`),
        ]),
  ];
}
