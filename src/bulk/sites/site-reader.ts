/** The sites of a run, read one by one and no further ahead than requested, with the weather that the main thread loads. */
import { WeatherError } from "../../weather/errors.js";
import type { WeatherSeries } from "../../weather/series.js";
import { BulkError, failureOf } from "../errors.js";
import { timer } from "../messages/clock.js";
import type { BulkSite, ModuleExport, SiteNote, SiteResult } from "../types.js";
import { checkModels } from "./context.js";
import { isModuleExport, resolvedModule } from "./modules.js";
import type { RunOptions } from "./options.js";
import { assertSeries } from "./weather.js";

/** A site in progress. */
export interface Pending {
  readonly index: number;
  /** Its index, for a site without an id. */
  id: string;
  readonly site: BulkSite;
  /** Its own weather; undefined: the run's. */
  weather: WeatherSeries | ModuleExport | undefined;
  /** What the weather function of this thread told. */
  readonly told: SiteNote[];
  /** Number of threads that died while they had it. */
  deaths: number;
  result: SiteResult | null;
}

type Options = Pick<RunOptions, "sites" | "load" | "rows" | "from" | "done" | "deadline" | "spec">;

export class SiteSource {
  private readonly options: Options;
  private readonly signal: AbortSignal;
  private readonly iterator: Iterator<BulkSite> | AsyncIterator<BulkSite>;
  private readonly isAsync: boolean;
  private next = 0;
  ended = false;

  /** @param signal ends the loading of weather */
  constructor(options: Options, signal: AbortSignal) {
    this.options = options;
    this.signal = signal;
    const { sites } = options;
    this.isAsync = Symbol.asyncIterator in sites;
    this.iterator = Symbol.asyncIterator in sites ? sites[Symbol.asyncIterator]() : sites[Symbol.iterator]();
  }

  /**
   * The next sites: at most `most`, fewer if their own weather exceeds the byte limit or the list ends.
   *
   * @throws WeatherError when there are more or fewer sites than the weather has rows
   */
  async take(most: number, mostBytes: number): Promise<Pending[]> {
    const taken: Pending[] = [];
    let bytes = 0;
    while (taken.length < most && bytes < mostBytes && !this.ended) {
      const step = this.iterator.next();
      const { done, value } = this.isAsync ? await step : (step as IteratorResult<BulkSite>);
      if (done) {
        this.ended = true;
        this.checkRows("only");
        break;
      }
      const index = this.next++;
      if (index === this.options.rows) this.checkRows("more than");
      if (index < this.options.from || this.options.done(index, value)) continue;
      const pending = pendingSite(index, value);
      bytes += weatherBytes(pending.weather);
      taken.push(pending);
    }
    return taken;
  }

  /** Loads, in parallel, the weather that is loaded in the main thread. A site whose weather fails gets its result here. */
  async load(sites: readonly Pending[]): Promise<void> {
    if (this.options.load) await Promise.all(sites.map((pending) => this.loadOne(pending)));
  }

  /**
   * Lets the iterable clean up, without waiting: it may be in the middle of a step that never ends. Its errors are ignored: a
   * generator that ended the run inside its own step always throws here.
   */
  close(): void {
    if (this.ended) return;
    this.ended = true;
    (async () => this.iterator.return?.())().catch(() => {});
  }

  /** Were one site left out of the list but not of the weather, all behind it would get their neighbour's. */
  private checkRows(found: "only" | "more than"): void {
    const { rows } = this.options;
    if (rows === undefined || (found === "only" && this.next === rows)) return;
    const sites = found === "only" ? this.next : rows;
    throw new WeatherError(`weather has rows for ${rows} sites, but there are ${found} ${sites}`);
  }

  private async loadOne(pending: Pending): Promise<void> {
    if (pending.result || pending.weather !== undefined) return;
    const { deadline, load } = this.options;
    const controller = new AbortController();
    const abort = () => controller.abort(this.signal.reason);
    const message = `the weather of the site did not arrive within ${deadline} ms`;
    const late = () => controller.abort(new BulkError("ERR_DEADLINE", message));
    const alarm = timer(late, deadline);
    this.signal.addEventListener("abort", abort, { once: true });
    try {
      const aborted = new Promise<never>((_, reject) => {
        controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
      });
      const tell = (note: SiteNote) => void pending.told.push(note);
      const loading = (async () => load!(pending.site, pending.index, { signal: controller.signal, tell }))();
      const series: unknown = await Promise.race([loading, aborted]);
      assertSeries(series, "the weather function");
      pending.weather = series;
    } catch (thrown) {
      fail(pending, thrown, 1);
    } finally {
      clearTimeout(alarm);
      this.signal.removeEventListener("abort", abort);
    }
  }
}

/** Size of a series that will be copied to the thread; modules are sent by name. */
export function weatherBytes(weather: Pending["weather"]): number {
  if (weather === undefined || isModuleExport(weather)) return 0;
  return Object.values(weather.columns).reduce((sum, column) => sum + 8 * (column?.length ?? 0), 0);
}

/** Gives a site its failure as result. */
export function fail(pending: Pending, thrown: unknown, attempts: number): void {
  const { index, id, site } = pending;
  pending.result = { ok: false, index, id, ...givenPlace(site), error: failureOf(thrown), attempts };
}

/** NaN if the property is missing, or throws when read. */
function givenPlace(site: unknown): { lat: number | string; lon: number | string } {
  try {
    const { lat, lon } = (site ?? {}) as { lat?: number | string; lon?: number | string };
    return { lat: lat ?? Number.NaN, lon: lon ?? Number.NaN };
  } catch {
    return { lat: Number.NaN, lon: Number.NaN };
  }
}

function pendingSite(index: number, site: BulkSite): Pending {
  const pending: Pending = { index, id: String(index), site, weather: undefined, told: [], deaths: 0, result: null };
  try {
    if (typeof site !== "object" || site === null) {
      throw new TypeError(`a site must be an object { lat, lon, … }, got ${String(site)}`);
    }
    if (site.id != null) pending.id = String(site.id);
    checkModels(site.models, "site.models");
    const { weather } = site;
    if (isModuleExport(weather)) pending.weather = resolvedModule("site.weather", weather);
    else if (weather !== undefined) {
      assertSeries(weather, "site.weather");
      pending.weather = weather;
    }
  } catch (thrown) {
    fail(pending, thrown, 1);
  }
  return pending;
}
