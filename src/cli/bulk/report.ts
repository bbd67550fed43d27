/** The final report of a bulk run. */
import { readFileSync } from "node:fs";
import type { FileRunReport } from "../../bulk/files/index.js";
import { siteYears } from "../../bulk/files/run-table.js";
import type { SiteResult } from "../../bulk/types.js";
import { inFlags } from "../option-names.js";
import { printNotice } from "../output.js";
import { formatDuration } from "./progress.js";

const FAILURES_SHOWN = 5;
const MEBIBYTE = 1 << 20;

/** Counts during a run; keeps the first few failures. */
export class BulkTally {
  private readonly begin = performance.now();
  private years = 0;
  private sites = 0;
  private readonly failures: string[] = [];
  /** Notices by kind: how many sites, and what the first of them said. */
  private readonly notices = new Map<string, { sites: number; readonly first: string }>();

  add(result: SiteResult): void {
    this.sites++;
    if (result.ok) {
      this.years += siteYears(result);
      this.addNotices(result);
    } else if (this.failures.length < FAILURES_SHOWN) {
      this.failures.push(`${result.id}: ${result.error.message} (${result.error.code})`);
    }
  }

  private addNotices({ id, notices }: SiteResult & { ok: true }): void {
    for (const { code, message } of notices) {
      const known = this.notices.get(code);
      if (known) known.sites++;
      else this.notices.set(code, { sites: 1, first: `${message} (site ${id})` });
    }
  }

  /** One line for each kind of notice. */
  reportNotices(): void {
    for (const { sites, first } of this.notices.values()) {
      printNotice(`note: ${inFlags(first)}${sites > 1 ? `, and at ${sites - 1} more sites the like` : ""}`);
    }
  }

  report(run: FileRunReport, threads: number): void {
    const seconds = (performance.now() - this.begin) / 1000;
    const earlier = run.resumed > 0 ? `, ${run.resumed} of them from an earlier run` : "";
    printNotice(`sites: ${run.sites}${earlier}; ${run.failed} failed`);
    for (const failure of this.failures) printNotice(`failed: ${failure.replace(/\s*\n\s*/g, " ")}`);
    if (run.failed > 0) printNotice(`failed: the complete list with reasons is in ${run.out}.failed.csv`);
    const rate = this.years / seconds;
    printNotice(
      `speed: ${rate.toPrecision(3)} site-years/s (${this.sites} sites, ${formatYears(this.years)} site-years in ` +
        `${formatDuration(seconds)}, ${threads} ${threads === 1 ? "thread" : "threads"})`,
    );
    const { bytes, scope } = peakMemory();
    printNotice(`memory: ${Math.round(bytes / MEBIBYTE)} MiB peak (${scope})`);
    printNotice(`file: ${run.out}, ${run.format}, ${run.rows} rows, ${(run.bytes / MEBIBYTE).toPrecision(3)} MiB`);
  }
}

function formatYears(years: number): string {
  return years < 100 ? years.toPrecision(3) : String(Math.round(years));
}

/** The threads live in this process; it starts no others. */
function peakMemory(): { bytes: number; scope: string } {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))!;
    return { bytes: Number(kibibytes) * 1024, scope: "this process with all its threads, VmHWM" };
  } catch {
    // Other systems than Linux.
    return { bytes: process.resourceUsage().maxRSS * 1024, scope: "this process with all its threads, maximum RSS" };
  }
}
