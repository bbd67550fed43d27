/**
 * Sites into parts. A part is a fixed group of consecutive sites of the list, so that its bytes depend on the sites and
 * the options alone, not on where a run was interrupted.
 */
import { FREQUENCIES } from "../../contract/observation/period.js";
import type { IntervalRequest } from "../../contract/observation/periods.js";
import { lengthOf } from "../../weather/gridded.js";
import type { Aggregate, AggregatePeriod, SimulationOptions } from "../types.js";
import type { Encoder } from "./encoder.js";
import type { FailedSite, ToldOfSite } from "./journal.js";
import type { PartialFile, PartOf } from "./partial-file.js";
import { BlockBuilder, type SiteRows, type TableBlock, type TableDescription } from "./table.js";

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
