/** The worker's side of a yield, of a power forecast and of learning from a meter: computed, written, compressed. What computes it is imported when the first is asked for. */
import type { Optimum } from "../../yield/optimum.js";
import type { YieldSystem } from "../../yield/types.js";
import type { JobMessage, TaskOf } from "../messages/messages.js";
import { assertWanted } from "../messages/progress.js";
import { encodeBody, NO_BODY } from "../pool/body.js";
import type { Encoding, LearntBody, YieldBody } from "../pool/types.js";

const encoder = new TextEncoder();
/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING = 1024;

/** @throws as `resolveSystem`, `yieldOf` and `optimumOf` */
export async function computeYield(
  task: TaskOf<"yield">,
  { progress }: Pick<JobMessage, "progress">,
): Promise<YieldBody> {
  const { weather, options, best, hours, as, parts, encoding } = task;
  const { optimumOf, yieldAnswer, yieldOf, yieldSeries } = await import("../../yield/index.js");
  const { yieldCsv, yieldHoursCsv } = await import("../../yield/answer.js");
  const known = await resolved(task.system);
  const { obstacles: _ofYield, ...shared } = options;
  const optimum = best ? optimumOf(weather, known, shared) : undefined;
  assertWanted(progress);
  const system = optimum === undefined ? known : turned(known, optimum);
  const found = yieldOf(weather, system, options);
  assertWanted(progress);
  const series = hours ? yieldSeries(weather, system, shared) : undefined;
  const counted = {
    rows: series?.count ?? found.months.length,
    columns: series === undefined ? found.losses.length : Object.keys(series.columns).length * series.planes.length,
    notices: found.notices,
  };
  if (as === "table") {
    const { hourRows, intervalStarts, yieldRows } = await import("../results/columns.js");
    const table = series ? [intervalStarts(series), ...hourRows(series)] : yieldRows(found, "annual");
    return { ...NO_BODY, ...counted, table };
  }
  const isCsv = as === "csv";
  const written = isCsv
    ? series === undefined
      ? encoder.encode(yieldCsv(found))
      : joined(yieldHoursCsv(series))
    : encoder.encode(JSON.stringify(yieldAnswer(found, { ...parts, optimum, series })));
  assertWanted(progress);
  return { ...bodyOf(written, as, encoding), ...counted };
}

/** What a system will give, as a body. @throws as `resolveSystem` and `forecastPower` */
export async function computePower(
  task: TaskOf<"power">,
  { progress }: Pick<JobMessage, "progress">,
): Promise<YieldBody> {
  const { weather, options, as, parts, encoding } = task;
  const { forecastPower } = await import("../../yield/index.js");
  const { powerAnswer, powerCsv } = await import("../../yield/answer.js");
  const found = forecastPower(weather, await resolved(task.system), options);
  assertWanted(progress);
  const isCsv = as === "csv";
  const written = isCsv ? joined(powerCsv(found)) : encoder.encode(JSON.stringify(powerAnswer(found, parts)));
  const columns = Object.keys(found.columns).length + Object.keys(found.quantiles ?? {}).length + found.planes.length;
  return { ...bodyOf(written, as, encoding), rows: found.count, columns, notices: found.notices };
}

/** What a meter's file shows, as a body. @throws as `pool.learnBody` */
export async function computeLearning(
  { file, place: at, known, reading, encoding }: TaskOf<"learn">,
  { progress }: Pick<JobMessage, "progress">,
): Promise<LearntBody> {
  const { learnSystem } = await import("../../meter/index.js");
  const { learningReport, meterPlaceAt, meterRows } = await import("../../meter/report.js");
  const { readPower } = await import("../../yield/measured/read-power.js");
  const place = await meterPlaceAt(at);
  // Decoders take no shared memory.
  const { rows, notices } = meterRows(await readPower(file.slice(), reading));
  assertWanted(progress);
  const learning = learnSystem(rows, place, { known });
  const body = bodyOf(encoder.encode(learningReport(learning, place)), "json", encoding);
  return { ...body, rows: rows.power.length, columns: 1, notices, refusal: learning.refusal?.code };
}

function bodyOf(
  written: Uint8Array<ArrayBuffer>,
  as: "json" | "csv",
  encoding: Encoding,
): Pick<YieldBody, "contentType" | "encoding" | "body"> {
  const chosen = written.length < WORTH_COMPRESSING ? "identity" : encoding;
  const contentType = as === "csv" ? "text/csv; charset=utf-8" : "application/json";
  return { contentType, encoding: chosen, body: encodeBody(written, chosen) };
}

/** Products by name are looked up where there are any: the libraries are large. */
export async function resolved(system: YieldSystem): Promise<YieldSystem> {
  const { hasNames, resolveSystem } = await import("../../../data/system/resolve.js");
  return hasNames(system) ? resolveSystem(system) : system;
}

/** With its scene looked at, too. @throws as `resolveSystem` */
export async function wellDescribed(system: YieldSystem): Promise<YieldSystem> {
  const { resolveSystem } = await import("../../../data/system/resolve.js");
  return system.scene === undefined ? resolved(system) : resolveSystem(system);
}

/** With its planes in the best direction. */
export function turned(system: YieldSystem, { surfaceTilt, surfaceAzimuth }: Optimum): YieldSystem {
  return { ...system, planes: system.planes.map((plane) => ({ ...plane, surfaceTilt, surfaceAzimuth })) };
}

function joined(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...pieces]));
}
