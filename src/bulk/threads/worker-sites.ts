/** The worker's side of a simulation: sites one after the other, in reused memory. */
import type { ValueName } from "../../contract/observation/parameters.js";
import type { ObservationColumns } from "../../contract/observation/types.js";
import { computeColumns } from "../../engine/compute.js";
import type { Workspace } from "../../engine/memory/workspace.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { YieldReading } from "../../yield/types.js";
import { toWire } from "../errors.js";
import { clock } from "../messages/clock.js";
import type { JobMessage, RunSpec, SitesReply, SitesTask, WireSite } from "../messages/messages.js";
import { assertWanted, beginItem } from "../messages/progress.js";
import { aggregateRows, periodsOf } from "../results/aggregate.js";
import { aggregationOf } from "../results/columns.js";
import { ResultBuffer } from "../results/result-buffer.js";
import { siteArrays, siteBytes } from "../results/result-layout.js";
import { imported, isModuleExport } from "../sites/modules.js";
import { siteContext, siteQuery } from "../sites/site.js";
import { assertSeries } from "../sites/weather.js";
import type { BulkSite, SiteNote, WeatherFunction } from "../types.js";
import { engineContext } from "./worker-context.js";
import type { SiteYield } from "./worker-site-yields.js";
import { onTerrain } from "./worker-terrain.js";

/**
 * Computes the sites of a task. A site that throws becomes a failure of its own.
 *
 * @throws errors that concern all sites: a module of the run that cannot be imported
 */
export async function computeSites(
  { spec, sites, buffer }: SitesTask,
  { progress, origin }: Pick<JobMessage, "progress" | "origin">,
  workspace: Workspace,
): Promise<SitesReply> {
  const began = clock();
  const named = spec.context.models !== undefined || sites.some(({ site }) => site.models !== undefined);
  const context = await engineContext(spec.context, named);
  if (isModuleExport(spec.weather)) await imported(spec.weather);
  const results = new ResultBuffer(buffer);
  const outcomes: SitesReply["outcomes"][number][] = [];
  for (let k = 0; k < sites.length; k++) {
    assertWanted(progress);
    beginItem(progress, k, origin);
    try {
      const told: SiteNote[] = [];
      const tell = (note: SiteNote) => void told.push(note);
      const toCome = sites.length - k;
      const stored = isOfYields(spec)
        ? storeYield(spec, await computeYield(spec, sites[k]!, context, tell), results, toCome)
        : store(spec, await computeSite(spec, sites[k]!, context, workspace, tell), results, toCome);
      outcomes.push({ ...stored, told });
    } catch (thrown) {
      outcomes.push({ ok: false, error: toWire(thrown) });
    }
  }
  return { outcomes, buffer: results.buffer, time: clock() - began, bytes: results.used };
}

async function computeSite(
  spec: RunSpec,
  wire: WireSite,
  context: ObservationContext,
  workspace: Workspace,
  tell: (note: SiteNote) => void,
): Promise<ObservationColumns> {
  const site = await onTerrain(spec, wire.site, tell);
  const series = await weatherOf(spec, { ...wire, site }, tell);
  assertSeries(series, "the weather of the site");
  const own = await atItsHeight(site, siteContext(context, site), series);
  return computeColumns(siteQuery(spec.query, site), series, own, workspace);
}

type YieldsSpec = RunSpec & { readonly yields: NonNullable<RunSpec["yields"]> };

function isOfYields(spec: RunSpec): spec is YieldsSpec {
  return spec.yields !== null;
}

/** The code of yields is loaded by the first run of them: other threads never need it. */
async function computeYield(
  spec: YieldsSpec,
  wire: WireSite,
  context: ObservationContext,
  tell: (note: SiteNote) => void,
): Promise<SiteYield> {
  const { bareSite, siteYield } = await import("./worker-site-yields.js");
  const { altitude, horizon } = await onTerrain(spec, bareSite(wire.site), tell);
  const site = { ...wire.site, altitude, horizon };
  return siteYield(spec, site, await weatherOf(spec, { ...wire, site }, tell), context, tell);
}

/** Undefined: there is none. */
async function weatherOf(
  spec: RunSpec,
  wire: WireSite,
  tell: (note: SiteNote) => void,
): Promise<WeatherSeries | YieldReading | undefined> {
  const source = wire.weather ?? spec.weather;
  return isModuleExport(source) ? load(source, wire, tell) : source;
}

/** With the map's turbidity at the height that this thread alone knows: of elevation files, or of the site's own weather. */
async function atItsHeight(
  { lat, lon, turbidityOfMap }: BulkSite,
  context: ObservationContext,
  { place }: WeatherSeries,
): Promise<ObservationContext> {
  const altitude = context.altitude ?? place?.altitude;
  if (turbidityOfMap !== true || altitude === undefined) return context;
  const { openClimatology } = await import("../../climatology/climatology.js");
  const linkeTurbidity = (await openClimatology()).clearTurbidity(Number(lat), Number(lon), { altitude });
  return { ...context, linkeTurbidity };
}

function isReading(given: unknown): given is YieldReading {
  return typeof given === "object" && given !== null && "series" in given;
}

const NEVER = new AbortController().signal;

async function load(
  source: Parameters<typeof imported>[0],
  { index, site }: WireSite,
  tell: (note: SiteNote) => void,
): Promise<WeatherSeries | YieldReading> {
  const from = `${source.module} export "${source.export}"`;
  const loader = await imported(source);
  if (typeof loader !== "function") throw new TypeError(`${from} must be a function (site, index) => weather series`);
  const given = await (loader as WeatherFunction)(site, index, { signal: NEVER, tell });
  if (!isReading(given)) assertSeries(given, from);
  return given;
}

/** Copies the columns out of the workspace: unchanged, or as rows per period. */
function store(spec: RunSpec, columns: ObservationColumns, results: ResultBuffer, toCome: number) {
  const { start, interval, meta, diagnostics } = columns;
  const values = spec.names.map((name) => columns.values[name as ValueName] ?? columns.extra[name]!);
  const periods = spec.aggregate && periodsOf({ ...columns, timeZone: meta.time_zone }, spec.aggregate.period);
  const count = periods ? periods.length : columns.count;
  const offset = results.take(siteBytes(spec, count), toCome);
  const out = siteArrays(spec, results.buffer, offset, count);
  if (periods) {
    const kinds = spec.names.map((name) => aggregationOf(name, spec.aggregate));
    aggregateRows(values, kinds, periods, interval, out);
  } else {
    values.forEach((column, k) => {
      out.columns[k]!.set(column);
    });
  }
  return {
    ok: true as const,
    ...{ lat: meta.lat, lon: meta.lon, altitude: meta.altitude, timeZone: meta.time_zone },
    ...{ start, interval, count, offset },
    notices: diagnostics.notices,
    counts: diagnostics.counts,
  };
}

function storeYield(
  spec: RunSpec,
  { place, notices, start, interval, columns }: SiteYield,
  results: ResultBuffer,
  toCome: number,
) {
  const count = columns[0]!.length;
  const offset = results.take(siteBytes(spec, count), toCome);
  const out = siteArrays(spec, results.buffer, offset, count);
  columns.forEach((column, k) => {
    out.columns[k]!.set(column);
  });
  const { latitude: lat, longitude: lon, altitude, timeZone } = place;
  return { ok: true as const, lat, lon, altitude, timeZone, start, interval, count, offset, notices, counts: {} };
}
