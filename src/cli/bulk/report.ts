/** The final report of a bulk run. */
import { readFileSync } from "node:fs";
import type { FileRunReport } from "../../bulk/files/index.js";
import { siteYears } from "../../bulk/files/run-table.js";
import type { SiteNote, SiteResult } from "../../bulk/types.js";
import { PASSED_OVER, SERVED, SYNTHETIC } from "../archive-weather.js";
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
  /** By kind, and what they are about. */
  private readonly notes = new Map<string, CountedNote>();
  private readonly ofYields: boolean;

  /** @param ofYields whose work is counted in systems */
  constructor(ofYields = false) {
    this.ofYields = ofYields;
  }

  add(result: SiteResult): void {
    this.sites++;
    if (result.ok) {
      if (!this.ofYields) this.years += siteYears(result);
      for (const note of [...result.told, ...result.notices]) this.addNote(result.id, note);
    } else if (this.failures.length < FAILURES_SHOWN) {
      this.failures.push(`${result.id}: ${result.error.message} (${result.error.code})`);
    }
  }

  /** @param id name of the first of the sites */
  addNote(id: string, note: SiteNote, sites = 1): void {
    const key = `${note.code}\n${note.about ?? ""}`;
    const known = this.notes.get(key);
    if (known) known.sites += sites;
    else this.notes.set(key, { sites, note, id });
  }

  /** A line for each source of weather, and one for each kind of notice. @param list the file that has all of them */
  reportNotes(told: number, list: string): void {
    for (const { note, sites, id } of this.notes.values()) printNotice(lineOf(note, sites, id));
    if (told > 0) printNotice(`weather: the notices of each site are in ${list}`);
  }

  report(run: FileRunReport, threads: number): void {
    const seconds = (performance.now() - this.begin) / 1000;
    const earlier = run.resumed > 0 ? `, ${run.resumed} of them from an earlier run` : "";
    printNotice(`sites: ${run.sites}${earlier}; ${run.failed} failed`);
    for (const failure of this.failures) printNotice(`failed: ${failure.replace(/(?<!\s)\s*\n\s*/g, " ")}`);
    if (run.failed > 0) printNotice(`failed: the complete list with reasons is in ${run.out}.failed.csv`);
    const within = `in ${formatDuration(seconds)}, ${threads} ${threads === 1 ? "thread" : "threads"})`;
    printNotice(
      this.ofYields
        ? `speed: ${(this.sites / seconds).toPrecision(3)} systems/s (${this.sites} ${within}`
        : `speed: ${(this.years / seconds).toPrecision(3)} site-years/s (${this.sites} sites, ${formatYears(this.years)} site-years ${within}`,
    );
    const { bytes, scope } = peakMemory();
    printNotice(`memory: ${Math.round(bytes / MEBIBYTE)} MiB peak (${scope})`);
    printNotice(`file: ${run.out}, ${run.format}, ${run.rows} rows, ${(run.bytes / MEBIBYTE).toPrecision(3)} MiB`);
  }
}

interface CountedNote {
  sites: number;
  /** The first one, and its site. */
  readonly note: SiteNote;
  readonly id: string;
}

function lineOf({ code, about, message }: SiteNote, sites: number, id: string): string {
  const at = `at ${sites} ${sites === 1 ? "site" : "sites"}`;
  if (code === SERVED) return `weather: ${at} ${about}`;
  if (code === SYNTHETIC) return `weather: ${at}, the first ${id}, synthetic: ${about}`;
  if (code === PASSED_OVER) return `weather: ${at} without a source that failed; the first, ${id}: ${message}`;
  return `note: ${inFlags(message)} (site ${id}${sites > 1 ? `, and similarly at ${sites - 1} more` : ""})`;
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
