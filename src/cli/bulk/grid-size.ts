/** How much a grid asks for: told before it is begun. */
import { availableParallelism } from "node:os";
import { PARAMETERS } from "../../index.js";
import { UsageError } from "../errors.js";
import type { BulkOptions } from "./options.js";
import { formatDuration } from "./progress.js";
import type { SiteList } from "./site-list.js";

/** A slip of the step asks for as many; a grid of 0.1° over Europe does not. */
const MOST_SITES = 250_000;
/** Fewer are done before anybody reads of it. */
const NOTABLE_SITES = 1000;
/** Of hours, by a thread of an ordinary machine (bench/performance.md): only the order of magnitude is meant. */
const SITE_YEARS_PER_SECOND = 60;
const GIGABYTE = 1e9;

const HOURS = 8760;
/** Rows of a year and hours of work, by frequency. */
const STEPS: { readonly [frequency: string]: number } = { "1_hour": 1, "15_minutes": 4, "1_minute": 60 };
const ROWS: { readonly [period: string]: number } = { annual: 1, monthly: 12, daily: 365, hourly: HOURS };

/**
 * @returns what to say of the grid before it is begun
 * @throws UsageError for more sites than anybody means, unless `--yes` says so
 */
export function gridNotices({ sites }: SiteList, options: Omit<BulkOptions, "out">): string[] {
  const estimate = `${sites.toLocaleString("en-US")} sites, for each year of weather ${estimateOf(sites, options)}`;
  if (sites > MOST_SITES && !options.yes) {
    throw new UsageError(`--grid has ${estimate}: --yes starts it anyway; a wider step gives fewer sites`);
  }
  return sites < NOTABLE_SITES ? [] : [estimate];
}

function estimateOf(
  sites: number,
  { aggregate, frequency = "15_minutes", parameters, threads, float32 }: Omit<BulkOptions, "out">,
) {
  const steps = STEPS[frequency] ?? 1;
  const workers = threads ?? availableParallelism();
  const seconds = (sites * steps) / (SITE_YEARS_PER_SECOND * workers);
  const columns =
    parameters === undefined ? 2 : parameters === "all" ? Object.keys(PARAMETERS).length : parameters.split(",").length;
  const rows = aggregate === undefined ? HOURS * steps : ROWS[aggregate]!;
  const bytes = sites * rows * columns * (float32 ? 4 : 8);
  const size = bytes < 0.1 * GIGABYTE ? "less than 0.1 GB" : `about ${(bytes / GIGABYTE).toPrecision(2)} GB`;
  return `about ${formatDuration(seconds)} on ${workers} threads and ${size}`;
}
