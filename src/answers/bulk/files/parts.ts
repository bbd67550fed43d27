/**
 * Sites into parts. A part is a fixed group of consecutive sites of the list, so that its bytes depend on the sites and
 * the options alone, not on where a run was interrupted. Its rows are those of a table that is known before anything runs.
 */
import { FREQUENCIES } from "../../../data/contract/observation/period.js";
import type { IntervalRequest } from "../../../data/contract/observation/request.js";
import { lengthOf } from "../../../data/weather/gridded.js";
import { VERSION } from "../../../foundation/version.js";
import { intervalStarts } from "../results/columns.js";
import { simulate } from "../simulate.js";
import { commonRequest } from "../sites/options.js";
import { BlockBuilder, type SiteRows, type TableBlock, type TableColumn, type TableDescription } from "../table.js";
import type { Aggregate, AggregatePeriod, ResultColumn, Simulation, SimulationOptions, SiteSuccess } from "../types.js";
import type { Encoder } from "./encoder.js";
import type { FailedSite, ToldOfSite } from "./journal.js";
import type { PartialFile, PartOf } from "./partial-file.js";

const SITE: TableColumn = { name: "site", type: "string", description: "Name of the site" };
export const START: TableColumn = { name: "start_time", type: "timestamp", description: "Start of the interval, UTC" };
/** Of aggregates. */
const PERIOD: readonly TableColumn[] = [
  { name: "period_start", type: "local-timestamp", description: "Start of the period, local standard time" },
  { name: "hours", type: "float32", unit: "h", description: "Hours of the run in the period" },
  {
    name: "missing",
    type: "float32",
    unit: "1",
    description: "Share of the intervals without a value; irradiance and power of nights need no weather",
  },
];

type Shape = Pick<Simulation, "columns" | "aggregate" | "isOfYields" | "precision">;

/** @param frequency of the intervals, also of those that were aggregated; a yield has none @param time columns of it */
export function tableOf(shape: Shape, frequency: string, time = timesOf(shape)): TableDescription {
  const { columns, aggregate, isOfYields, precision } = shape;
  const described = isOfYields ? plainColumn : (column: ResultColumn) => valueColumn(column, aggregate);
  const values = columns.map((column): TableColumn => ({ ...described(column), type: precision }));
  const all = [SITE, ...time, ...values];
  const metadata = {
    software: `irradiance-engine ${VERSION}`,
    ...(!isOfYields && { frequency }),
    ...(aggregate ? { aggregate: aggregate.period } : {}),
    descriptions: JSON.stringify(Object.fromEntries(all.map(({ name, description }) => [name, description]))),
  };
  return { columns: all, metadata };
}

function timesOf(shape: Shape): readonly TableColumn[] {
  if (isUntimed(shape)) return [];
  return shape.aggregate && !shape.isOfYields ? PERIOD : [START];
}

function valueColumn({ name, unit, description, statistic }: ResultColumn, aggregate: Required<Aggregate> | null) {
  const over = aggregate ? "period" : "interval";
  return { name, unit, description: `${description.replace(/\.$/, "")}, ${statistic} over the ${over}` };
}

/** Rows of years and months of yields, which are means of several. */
function isUntimed({ isOfYields, aggregate }: Pick<Simulation, "isOfYields" | "aggregate">): boolean {
  return isOfYields && aggregate?.period !== "hourly";
}

function plainColumn({ name, unit, description }: ResultColumn) {
  return { name, unit, description };
}

/** Views on the result. */
export function rowsOf(
  simulation: Pick<Simulation, "columns" | "isOfYields" | "aggregate">,
  result: SiteSuccess,
): SiteRows {
  const values = simulation.columns.map(({ name }) => result.columns[name]!);
  const { id, periods } = result;
  if (isUntimed(simulation)) return { id, columns: values };
  if (periods) return { id, columns: [periods.start, periods.hours, periods.missing, ...values] };
  return { id, columns: [intervalStarts(result), ...values] };
}

const YEAR_HOURS = 8760;

/** The amount of computation behind a result. */
export function siteYears({ interval, count, periods }: SiteSuccess): number {
  const hours = periods ? periods.hours.reduce((sum, value) => sum + value, 0) : (count * interval) / 3600;
  return hours / YEAR_HOURS;
}

/** Rows and values of a part: enough for a good row group of Parquet, small enough to hold a few in memory. */
const PART_ROWS = 1 << 17;
const PART_VALUES = 1 << 21;
/** An interruption loses at most the sites of the parts in memory. */
const MOST_SITES = 1024;

const PERIOD_SECONDS: { readonly [period in AggregatePeriod]: number } = {
  hourly: 3600,
  daily: 86_400,
  monthly: 2_628_000,
  annual: 31_536_000,
};
const YEAR = 31_536_000;

/** The expected number of rows of a site: from the requested period, the shared weather, or a year. */
export function rowsPerSite(
  { start, end, frequency }: Pick<IntervalRequest, "start" | "end" | "frequency">,
  weather: SimulationOptions["weather"],
  aggregate: Required<Aggregate> | null,
): number {
  const asked = start === undefined || end === undefined ? undefined : (end - start) / 1000;
  const seconds = asked ?? (weather && "columns" in weather ? weather.interval * lengthOf(weather) : YEAR);
  return Math.max(
    Math.ceil(seconds / (aggregate ? PERIOD_SECONDS[aggregate.period] : FREQUENCIES[frequency] / 1000)),
    1,
  );
}

/** @param rows approximate number per site */
export function sitesPerPart(rows: number, columns: number): number {
  const most = Math.min(PART_ROWS, PART_VALUES / columns);
  return Math.min(Math.max(Math.floor(most / rows), 1), MOST_SITES);
}

/** Takes all sites in order, from `file.sitesDone` on. */
export class PartWriter {
  private readonly file: PartialFile;
  private readonly encoder: Encoder;
  private readonly size: number;
  private readonly builder: BlockBuilder;
  private first: number;
  private next: number;
  private failed: FailedSite[] = [];
  private told: ToldOfSite[] = [];
  /** Parts in progress, oldest first: they are encoded in parallel and written one after the other. */
  private readonly underWay: Promise<void>[] = [];
  private broken: { cause: unknown } | undefined;

  constructor(file: PartialFile, encoder: Encoder, description: TableDescription, size: number) {
    this.file = file;
    this.encoder = encoder;
    this.size = size;
    this.builder = new BlockBuilder(description);
    this.first = this.next = file.sitesDone;
  }

  /**
   * The next site: its rows, which are copied, or its error, and what was told of it. Waits while too many parts are in progress.
   */
  async add(site: SiteRows | FailedSite, told?: ToldOfSite): Promise<void> {
    if (told !== undefined) this.told.push(told);
    if ("reason" in site) this.failed.push(site);
    else this.builder.append(site);
    this.next++;
    if (this.next % this.size === 0) await this.flush();
  }

  /** Writes the remaining rows. */
  async end(): Promise<void> {
    if (this.next > this.first) await this.flush();
    await this.settle();
    if (this.broken) throw this.broken.cause;
  }

  /** Waits until nothing is in progress, successful or not. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
  }

  private async flush(): Promise<void> {
    const block = this.builder.take();
    const part = { first: this.first, sites: this.next - this.first, rows: block.rows };
    const lists = { failed: this.failed, told: this.told };
    this.first = this.next;
    [this.failed, this.told] = [[], []];
    this.underWay.push(this.write({ ...part, ...lists }, block, this.underWay.at(-1)));
    while (this.underWay.length > this.encoder.width) await this.underWay.shift();
    if (this.broken) throw this.broken.cause;
  }

  /** Never rejects: the next call reports errors, and nothing is written after a missing part. */
  private async write(part: PartOf, block: TableBlock, former: Promise<void> | undefined): Promise<void> {
    try {
      const encoded = block.rows > 0 ? await this.encoder.encode(block) : undefined;
      this.builder.giveBack(block);
      await former;
      if (!this.broken) await this.file.append(part, encoded);
    } catch (cause) {
      this.broken ??= { cause };
    }
  }
}

interface FilePlan {
  readonly description: TableDescription;
  readonly sitesPerPart: number;
}

/** @throws the errors of `simulate`; RangeError for a size of parts that is none */
export async function planOf(
  options: SimulationOptions & { readonly sitesPerPart?: number | undefined },
): Promise<FilePlan> {
  const simulation = simulate(options);
  const request = commonRequest(options);
  const description = tableOf(simulation, request.frequency);
  await simulation.close();
  const usual = sitesPerPart(rowsPerSite(request, options.weather, simulation.aggregate), simulation.columns.length);
  return { description, sitesPerPart: checkedSize(options.sitesPerPart ?? usual) };
}

function checkedSize(size: number): number {
  if (Number.isInteger(size) && size >= 1) return size;
  throw new RangeError(`sitesPerPart must be a whole number from 1, got ${size}`);
}
