/**
 * The sites of a run, read one by one and no further ahead than requested, with the weather that the main thread loads; and stretches of
 * them, computed in the order of the pieces of files that their weather lies in, so that each piece is read and decoded once, and not anew
 * by each thread. Sites without such pieces stay in the order of the list.
 */

import { WeatherError, type WeatherSeries } from "../../../data/weather/series.js";
import { BulkError, failureOf } from "../errors.js";
import { timer } from "../messages/progress.js";
import type { BulkSite, ModuleExport, SiteNote, SiteResult } from "../types.js";
import { isModuleExport, resolvedModule } from "./checks.js";
import { checkModels } from "./context.js";
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
function weatherBytes(weather: Pending["weather"]): number {
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
    if (typeof site !== "object" || site === null)
      throw new TypeError(`a site must be an object { lat, lon, … }, got ${String(site)}`);
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

/** Consecutive sites of the list. Their results are in memory together: they come when all have one. */
interface Stretch {
  readonly sites: number;
}

/** Sites that go through a thread together. */
export interface TakenSites {
  readonly sites: readonly Pending[];
  /** That they are of. Sites in the order of the list are one of their own. */
  readonly stretch: Stretch;
}

/** How many sites are taken. */
export interface TakeLimits {
  readonly sites: number;
  /** Bytes of their own weather. */
  readonly bytes: number;
  /** In place of `sites`, if they are of one piece. */
  readonly ofPiece: number;
  readonly stretch: number;
}

export class Stretches {
  private readonly source: SiteSource;
  /** What is left of a stretch, in the order in which it is computed. */
  private left: readonly Pending[] = [];
  private stretch: Stretch = { sites: 0 };

  constructor(source: SiteSource) {
    this.source = source;
  }

  /** Every site has been taken. */
  get ended(): boolean {
    return this.source.ended && this.left.length === 0;
  }

  /** @throws as `SiteSource.take` */
  async take(limits: TakeLimits): Promise<TakenSites> {
    if (this.left.length > 0) return this.next(limits);
    const [first] = await this.source.take(1, limits.bytes);
    if (first === undefined) return { sites: [], stretch: { sites: 0 } };
    const isSorted = pieceOf(first) !== undefined;
    const most = isSorted ? limits.stretch : limits.sites;
    const sites = [first, ...(await this.source.take(most - 1, limits.bytes - weatherBytes(first.weather)))];
    const stretch = { sites: sites.length };
    if (!isSorted) return { sites, stretch };
    this.stretch = stretch;
    this.left = inPieces(sites);
    return this.next(limits);
  }

  close(): void {
    this.left = [];
    this.source.close();
  }

  private next({ sites, ofPiece }: TakeLimits): TakenSites {
    const piece = pieceOf(this.left[0]!);
    const other = this.left.findIndex((one) => pieceOf(one) !== piece);
    const alike = other < 0 ? this.left.length : other;
    // Several small pieces, or as much of a large one as a batch may have.
    const count = alike > sites ? Math.min(alike, ofPiece) : this.wholePieces(sites);
    const taken = this.left.slice(0, count);
    this.left = this.left.slice(count);
    return { sites: taken, stretch: this.stretch };
  }

  /** Sites of the pieces that are whole within so many. */
  private wholePieces(most: number): number {
    if (this.left.length <= most) return this.left.length;
    let count = most;
    while (pieceOf(this.left[count - 1]!) === pieceOf(this.left[count]!)) count--;
    return count;
  }
}

function inPieces(sites: readonly Pending[]): readonly Pending[] {
  const placed = sites.map((site) => ({ site, piece: pieceOf(site) ?? Number.POSITIVE_INFINITY }));
  placed.sort((a, b) => (a.piece < b.piece ? -1 : a.piece > b.piece ? 1 : a.site.index - b.site.index));
  return placed.map(({ site }) => site);
}

function pieceOf({ result, site }: Pending): number | undefined {
  const piece: unknown = result === null ? site.weatherPiece : undefined;
  return typeof piece === "number" && Number.isFinite(piece) ? piece : undefined;
}
