/** What a bulk run says: its progress, and its final report. */
import { readFileSync } from "node:fs";
import { siteYears } from "../../answers/bulk/files/parts.js";
import type { FileRunReport } from "../../answers/bulk/files/run-file.js";
import type { SiteNote, SiteResult } from "../../answers/bulk/types.js";
import type { Accelerator } from "../../engine/gpu/types.js";
import { PASSED_OVER, SERVED, SYNTHETIC } from "../archive-weather.js";
import { inFlags } from "../option-names.js";
import { printNotice } from "../output.js";

const WIDTH = 24;
/** Shortest time in ms between changes of the bar, and between lines. */
const BAR_PACE = 100;
const LINE_PACE = 30_000;
const WIPE = "\r\u001b[K";

/** The used part of `process.stderr`. */
interface BarStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

interface BulkProgress {
  /** Another site is done. */
  step(failed: boolean): void;
  /** Removes the bar. */
  clear(): void;
}

interface BulkProgressOptions {
  /** Sites in the list, and those done by an earlier run. */
  readonly total: number;
  readonly done: number;
  readonly quiet?: boolean | undefined;
  readonly stream?: BarStream | undefined;
  /** Milliseconds from any origin. */
  readonly clock?: (() => number) | undefined;
}

/** Begins with nothing shown; quiet, it shows nothing at all. */
export function startBulkProgress(options: BulkProgressOptions): BulkProgress {
  const { total, done, quiet, stream = process.stderr, clock = () => performance.now() } = options;
  if (quiet) return { step: () => {}, clear: () => {} };
  const begin = clock();
  let [through, failed, shown] = [0, 0, begin];
  return {
    step: (isFailed) => {
      through++;
      if (isFailed) failed++;
      const now = clock();
      if (now - shown < (stream.isTTY ? BAR_PACE : LINE_PACE)) return;
      shown = now;
      const text = progressText({ total, done: done + through, failed, rate: (through / (now - begin)) * 1000 });
      if (stream.isTTY) stream.write(`${WIPE}${text}`);
      else stream.write(`bulk: ${text}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write(WIPE);
    },
  };
}

interface Standing {
  total: number;
  done: number;
  failed: number;
  /** Sites per second. */
  rate: number;
}

function progressText({ total, done, failed, rate }: Standing): string {
  const share = Math.min(done / total, 1);
  const full = Math.floor(share * WIDTH);
  const bar = `[${"#".repeat(full)}${".".repeat(WIDTH - full)}]`;
  const remaining = `${formatDuration((total - done) / rate)} left`;
  const standing = [
    bar,
    `${Math.floor(share * 100)} %`,
    `${done}/${total} sites`,
    `${rate.toPrecision(3)}/s`,
    remaining,
  ];
  return [...standing, ...(failed > 0 ? [`${failed} failed`] : [])].join("  ");
}

/** "4.2 s", "1 min 05 s", "2 h 07 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

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

  /** @param id name of the site */
  addNote(id: string, note: SiteNote): void {
    const key = `${note.code}\n${note.about ?? ""}`;
    const known = this.notes.get(key);
    if (known) known.sites++;
    else this.notes.set(key, { sites: 1, note, id });
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

/** Counts the sites that the accelerator left to the threads. */
export class GpuTally {
  private readonly accelerator: Accelerator;
  private sites = 0;
  private left = 0;
  private reason = "";

  constructor(accelerator: Accelerator) {
    this.accelerator = accelerator;
  }

  add(result: SiteResult): void {
    this.sites++;
    const note = result.ok ? result.notices.find(({ code }) => code === "accelerator") : undefined;
    if (!note) return;
    if (this.left === 0) this.reason = note.message;
    this.left++;
  }

  report(subSteps: number | "auto" = 4): void {
    const { adapter } = this.accelerator;
    printNotice(`gpu: ${adapter}; ${subSteps} equal sub-steps per interval, one clear-sky index per interval`);
    if (this.left > 0)
      printNotice(`gpu: ${this.left} of ${this.sites} sites computed on the CPU; first: ${this.reason}`);
  }
}
