/** The worker's side of a simulation: sites one after the other, in reused memory, with the thread's own terrain and models. */
import { workerData } from "node:worker_threads";
import type { ValueName } from "../../../data/contract/observation/parameters.js";
import { parseObservationRequest } from "../../../data/contract/observation/request.js";
import type { ObservationColumns } from "../../../data/contract/observation/types.js";
import { shadingLine } from "../../../data/terrain/horizon/rays.js";
import type { Terrain, TerrainGround, TerrainHorizon } from "../../../data/terrain/terrain.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { computeColumns } from "../../../engine/compute.js";
import type { Workspace } from "../../../engine/memory/workspace.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import type { YieldReading } from "../../yield/types.js";
import { toWire } from "../errors.js";
import type {
  JobMessage,
  RunSpec,
  SitesReply,
  TaskOf,
  TerrainSpec,
  ThreadData,
  WireSite,
  WorkerThreadsData,
} from "../messages/messages.js";
import { assertWanted, beginItem, clock } from "../messages/progress.js";
import { aggregateRows, periodsOf } from "../results/aggregate.js";
import { aggregationOf } from "../results/columns.js";
import { ResultBuffer, siteArrays, siteBytes } from "../results/layout.js";
import { imported, importedLoader, isModuleExport } from "../sites/checks.js";
import { siteContext, siteQuery } from "../sites/site.js";
import { assertSeries } from "../sites/weather.js";
import type { BulkContext, BulkSite, ModuleExport, SiteNote } from "../types.js";
import type { SiteYield } from "./worker-site-yields.js";

/**
 * The context as the engine takes it.
 * @param named whether models are requested by name, here or at a site
 * @throws errors of importing a registry; TypeError for one that is not an object
 */
export async function engineContext(context: BulkContext, named: boolean): Promise<ObservationContext> {
  const { registry, snow, tracker, ...rest } = context;
  const full = { ...rest } as ObservationContext;
  if (named) full.registry = (await import("../../../physics/models/index.js")).allModels;
  if (registry !== undefined) full.registry = { ...full.registry, ...(await importedModels(registry)) };
  if (snow !== undefined) full.snow = (await import("../../../physics/models/snow/nrel.js")).moduleSnow(snow);
  if (tracker !== undefined)
    full.tracker = (await import("../../../physics/models/tracking/tracker.js")).tracker(tracker);
  return full;
}

async function importedModels(registry: ModuleExport): Promise<object> {
  const models = await imported(registry);
  if (typeof models === "object" && models !== null) return models;
  const name = `${registry.module} export "${registry.export}"`;
  throw new TypeError(`context.registry: ${name} must be an object of models, got ${String(models)}`);
}

let opened: Promise<Terrain> | undefined;

/** @throws as `Terrain.horizon` and `openTerrain` */
export async function horizon({ latitude, longitude, options }: TaskOf<"horizon">): Promise<TerrainHorizon> {
  return (await terrain()).horizon(latitude, longitude, options);
}

/** @throws as `Terrain.altitude` and `openTerrain` */
export async function altitude({ latitude, longitude }: TaskOf<"altitude">): Promise<number> {
  return (await terrain()).altitude(latitude, longitude);
}

/** @throws as `Terrain.ground` and `openTerrain` */
export async function ground({ latitude, longitude }: TaskOf<"ground">): Promise<TerrainGround> {
  return (await terrain()).ground(latitude, longitude);
}

/**
 * A site of a run with what the terrain knows of it: the horizon line if the site's horizon is `auto` and no line is
 * given, the altitude if none is.
 * @throws RequestError for an invalid site; as `Terrain.horizon` and `openTerrain`
 */
async function onTerrain(spec: RunSpec, site: BulkSite, tell: (note: SiteNote) => void): Promise<BulkSite> {
  if (files() === null) return site;
  const given = siteContext(spec.context, site);
  const { now } = spec.context;
  const request = parseObservationRequest(siteQuery(spec.query, site), now === undefined ? {} : { now });
  const { lat, lon } = request;
  const known: { altitude?: number; horizon?: number[] } = {};
  if (request.horizon === "auto" && given.horizon === undefined) {
    const { profile, notices } = await (await terrain()).horizon(lat, lon);
    known.horizon = shadingLine(profile);
    for (const message of notices) tell({ code: "horizon", message });
  }
  if (given.altitude === undefined) {
    const { altitude: height, notices } = await (await terrain()).ground(lat, lon);
    known.altitude = height;
    for (const message of notices) tell({ code: "altitude", message });
  }
  return { ...site, ...known };
}

/** A terrain that cannot be opened is tried again with the next job. */
function terrain(): Promise<Terrain> {
  opened ??= open().catch((cause) => {
    opened = undefined;
    throw cause;
  });
  return opened;
}

async function open(): Promise<Terrain> {
  const { paths, options } = files()!;
  // Imported here: the code that reads elevation files is as large as the engine, and most threads never need it.
  const { openTerrain } = await import("../../../data/terrain/terrain.js");
  return openTerrain(paths, options);
}

/** Null: the threads were started without. */
function files(): TerrainSpec | null {
  return (workerData as ThreadData<WorkerThreadsData>).data.terrain;
}

/**
 * Computes the sites of a task. A site that throws becomes a failure of its own.
 * @throws errors that concern all sites: a module of the run that cannot be imported
 */
export async function computeSites(
  { spec, sites, buffer }: TaskOf<"sites">,
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
  const { openClimatology } = await import("../../../data/climatology/climatology.js");
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
  const { load: loader, from } = await importedLoader(source);
  const given = await loader(site, index, { signal: NEVER, tell });
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
