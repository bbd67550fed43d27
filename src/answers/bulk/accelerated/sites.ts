/** Sites of a run that an accelerator computes. It leaves other sites to the threads, with a notice. */
import type { ValueName } from "../../../data/contract/observation/parameters.js";
import type { Notice } from "../../../data/contract/observation/types.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { GpuError } from "../../../engine/gpu/errors.js";
import type { Accelerator, AcceleratorRequest, AcceleratorResult } from "../../../engine/gpu/types.js";
import type { NdArray } from "../../../foundation/arrays/types.js";
import { HOUR_SECONDS } from "../../../foundation/time/calendar.js";
import type { RunSpec } from "../messages/messages.js";
import { type Aggregation, aggregateRows, isOfNights, type Period, periodsOf } from "../results/aggregate.js";
import { aggregationOf } from "../results/columns.js";
import { type SiteArrays, siteArrays, siteBytes } from "../results/layout.js";
import { imported, importedLoader, isModuleExport } from "../sites/checks.js";
import { fail, type Pending } from "../sites/site-reader.js";
import { assertSeries } from "../sites/weather.js";
import type { ModuleExport, SiteNote, SiteSuccess } from "../types.js";
import { type AcceleratedSite, acceleratedSite, SeriesMemory } from "./site.js";

/** These come from the weather and have gaps of their own: from their means alone, rows with missing values cannot be found. */
const STATES: readonly string[] = ["temperature", "snow_depth"];

/** The periods of a site; null without aggregate. */
function sitePeriods({ aggregate }: RunSpec, { plan }: AcceleratedSite): readonly Period[] | null {
  if (!aggregate) return null;
  const { output, count, timeZone } = plan;
  return periodsOf({ start: output.origin, interval: output.step / 1000, count, timeZone }, aggregate.period);
}

/** Whether the accelerator itself averages over periods, so that only the means are transferred. */
function averagedThere({ aggregate, names }: RunSpec): boolean {
  return aggregate !== null && aggregate.period !== "hourly" && !names.some((name) => STATES.includes(name));
}

/** First intervals of the periods, one list for each site. */
function stretches(spec: RunSpec, periods: readonly (readonly Period[] | null)[]): AcceleratorRequest["aggregate"] {
  return averagedThere(spec) ? periods.map((list) => list!.map(({ from }) => from)) : "none";
}

/** The arrays of site k in a result. */
function resultArrays(
  spec: RunSpec,
  { values, found, count, interval }: AcceleratorResult,
  k: number,
  periods: readonly Period[] | null,
): SiteArrays {
  const rows = periods?.length ?? count;
  const out = siteArrays(spec, new ArrayBuffer(siteBytes(spec, rows)), 0, rows);
  const ofSite = (all: AcceleratorResult["values"]) => spec.names.map((name) => row(all[name as ValueName]!, k));
  const columns = ofSite(values);
  if (!periods) {
    columns.forEach((column, p) => {
      out.columns[p]!.set(column);
    });
    return out;
  }
  const kinds = spec.names.map((name) => aggregationOf(name, spec.aggregate));
  if (found) {
    meanRows(columns, ofSite(found), kinds, periods, interval, out);
  } else {
    const doubles = columns.map((column) => Float64Array.from(column));
    aggregateRows(doubles, kinds, periods, interval, out);
  }
  return out;
}

/** A site's row of a result. */
function row({ data, shape }: NdArray<Float32Array>, site: number): Float32Array {
  const [, count] = shape as [number, number];
  return data.subarray(site * count, (site + 1) * count);
}

/**
 * As `aggregateRows`, from means and the number of values behind each. Where one irradiance column has no value, the others have
 * none either, or do not need the missing input: the column with the most gaps marks the rows with any missing value.
 */
function meanRows(
  means: readonly Float32Array[],
  found: readonly Float32Array[],
  kinds: readonly Aggregation[],
  periods: readonly Period[],
  interval: number,
  out: SiteArrays,
): void {
  const { start, hours, missing } = out.periods!;
  const hoursEach = interval / HOUR_SECONDS;
  const given = found.filter((numbers) => numbers.some((number) => number > 0));
  periods.forEach((period, r) => {
    const length = period.to - period.from;
    start[r] = period.start;
    hours[r] = length * hoursEach;
    const least = given.reduce((smallest, numbers) => Math.min(smallest, numbers[r]!), length);
    missing[r] = given.length === 0 ? 1 : 1 - least / length;
    means.forEach((column, p) => {
      const number = found[p]![r]!;
      const { isSum, isPower } = kinds[p]!;
      const isKnown = number > 0 && !(isPower && isOfNights(column[r]!, number, length));
      out.columns[p]![r] = isKnown ? (isSum ? column[r]! * number * hoursEach : column[r]!) : Number.NaN;
    });
  });
}

/** Largest results of a batch in bytes, and largest number of its sites. */
const BATCH_BYTES = 1 << 26;
const MOST_SITES = 1024;
/** Largest growth of a batch: the first one only shows the size of a site. */
const GROWTH = 8;

/** A site in progress, with the accelerator's input for it. */
interface Ready {
  readonly pending: Pending;
  readonly site: AcceleratedSite;
  /** What its weather function told: left to the threads, it tells them again. */
  readonly told: readonly SiteNote[];
}

export class AcceleratedSites {
  private readonly accelerator: Accelerator;
  private readonly spec: RunSpec;
  private readonly signal: AbortSignal;
  private readonly memory = new SeriesMemory();
  private readonly notes = new WeakMap<Pending, Notice>();

  /** @param signal ends the loading of weather */
  constructor(accelerator: Accelerator, spec: RunSpec, signal: AbortSignal) {
    this.accelerator = accelerator;
    this.spec = spec;
    this.signal = signal;
  }

  /** False once the accelerator has fallen back to the engine: the threads are faster then. */
  get active(): boolean {
    return this.accelerator.form !== "cpu";
  }

  /**
   * Gives a result to every site that the accelerator can compute.
   * @returns the number of sites for the next batch
   * @throws GpuError if the device fails; the error of a module that all sites need
   */
  async compute(sites: readonly Pending[]): Promise<number> {
    const { notices } = this.accelerator;
    if (!this.active) {
      for (const pending of sites)
        this.leaveToThreads(pending, notices.at(-1)?.message ?? "the accelerator fell back to the engine");
      return sites.length;
    }
    const ready: Ready[] = [];
    for (const pending of sites) {
      const told: SiteNote[] = [];
      const site = pending.result ? null : await this.prepare(pending, told);
      if (site) ready.push({ pending, site, told: [...pending.told, ...told] });
    }
    for (const group of groups(ready)) await this.computeGroup(group);
    return this.nextSize(sites.length, ready);
  }

  /** Adds to the results a notice that sites were left to the threads, and why. */
  annotate(sites: readonly Pending[]): void {
    for (const pending of sites) {
      const note = this.notes.get(pending);
      const { result } = pending;
      if (note && result?.ok) pending.result = { ...result, notices: [...result.notices, note] };
    }
  }

  private leaveToThreads(pending: Pending, reason: string): void {
    if (pending.result) return;
    this.notes.set(pending, { code: "accelerator", message: `computed by the engine, not the accelerator: ${reason}` });
  }

  /** A site that cannot be computed at all gets its failure; null for it, and for sites left to the threads. */
  private async prepare(pending: Pending, told: SiteNote[]): Promise<AcceleratedSite | null> {
    const source = pending.weather ?? this.spec.weather;
    if (source === undefined) return null;
    if (source === this.spec.weather && isModuleExport(source)) await imported(source);
    try {
      const series = isModuleExport(source) ? await this.load(source, pending, told) : source;
      const site = acceleratedSite(this.spec, pending.site, series, this.memory);
      if (typeof site !== "string") return site;
      this.leaveToThreads(pending, site);
    } catch (thrown) {
      fail(pending, thrown, 1);
    }
    return null;
  }

  private async load(source: ModuleExport, { site, index }: Pending, told: SiteNote[]): Promise<WeatherSeries> {
    const { load, from } = await importedLoader(source);
    const tell = (note: SiteNote) => void told.push(note);
    const series: unknown = await load(site, index, { signal: this.signal, tell });
    assertSeries(series, from);
    return series;
  }

  /** Sites of one period at once. */
  private async computeGroup(group: readonly Ready[]): Promise<void> {
    const { spec } = this;
    const periods = group.map(({ site }) => sitePeriods(spec, site));
    const series = group.map(({ site }) => site.weather);
    const { subSteps, closure } = spec.context;
    try {
      const result = await this.accelerator.compute({
        sites: group.map(({ site }) => site.input),
        weather: series.every((one) => one === series[0]) ? series[0]! : series,
        parameters: spec.names as readonly ValueName[],
        subSteps: subSteps as number,
        closure,
        aggregate: stretches(spec, periods),
      });
      group.forEach(({ pending, site, told }, k) => {
        const { columns, periods: rows } = resultArrays(spec, result, k, periods[k]!);
        const named = Object.fromEntries(spec.names.map((name, p) => [name, columns[p]!]));
        pending.result = success(pending, site, named, rows, told);
      });
    } catch (thrown) {
      if (!(thrown instanceof GpuError) || thrown.code !== "ERR_GPU_UNSUPPORTED") throw thrown;
      for (const { pending } of group) this.leaveToThreads(pending, thrown.message);
    }
  }

  private nextSize(sites: number, ready: readonly Ready[]): number {
    const count = Math.max(1, ...ready.map(({ site }) => site.plan.count));
    const columns = this.spec.names.length;
    // Results on the device and in the run, and the weather.
    const perInterval = averagedThere(this.spec) ? 32 : 32 + 12 * columns;
    return Math.max(1, Math.min(GROWTH * sites, MOST_SITES, Math.floor(BATCH_BYTES / (perInterval * count))));
  }
}

/** Sites of the same period share a call. */
function groups(ready: readonly Ready[]): readonly Ready[][] {
  const byPeriod = new Map<string, Ready[]>();
  for (const one of ready) {
    const { output, count } = one.site.plan;
    const key = `${output.origin} ${output.step} ${count}`;
    const group = byPeriod.get(key);
    if (group) group.push(one);
    else byPeriod.set(key, [one]);
  }
  return [...byPeriod.values()];
}

function success(
  { index, id }: Pending,
  { plan }: AcceleratedSite,
  columns: SiteSuccess["columns"],
  periods: SiteSuccess["periods"],
  told: readonly SiteNote[],
): SiteSuccess {
  const { request, site, timeZone, output, count, notices } = plan;
  return {
    ...{ ok: true, index, id, lat: request.lat, lon: request.lon, altitude: site.altitude, timeZone },
    ...{ start: output.origin, interval: output.step / 1000, count: periods?.start.length ?? count },
    ...{ columns, periods, notices, told, counts: {} },
  };
}
