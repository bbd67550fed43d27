/** Executes `irradiance check`: which files it reads, what is found in each, and what is written of them. */
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { examinationIndex, examinationPage, type IndexedFile } from "../answers/report/examination/page.js";
import type { ExaminedFile, ToldFile } from "../answers/report/examination/words.js";
import { examinationText, plainExamination, VERDICT_WIDTH } from "../answers/report/examination/words.js";
import type { ExamineOptions, Verdict } from "../data/weather/believe/types.js";
import { WeatherError, type WeatherReading } from "../data/weather/node.js";
import { NotWeatherError } from "../data/weather/series.js";
import { makeFolder } from "../foundation/shared/node.js";
import { skyOf } from "./believed.js";
import { lookAtMeter, type Unexamined } from "./check-meter.js";
import { OutputError, oneLine, UsageError } from "./errors.js";
import { firstGiven, inFlags } from "./option-names.js";
import type { CheckFlags } from "./options/weather.js";
import { printNotice, refuseSameFile, writeResult } from "./output.js";
import { givenPlace } from "./place-context.js";
import { type Progress, startProgress } from "./progress.js";
import { loadWeather } from "./request.js";

interface FileToCheck {
  readonly path: string;
  /** As it is called in the text: within a folder that was given, the path from there. */
  readonly name: string;
  /** It was found in a folder, where there is also what is not weather. */
  readonly isFound: boolean;
}

/** What a weather archive says about the files of a folder. */
const SIDECAR = "weather.json";

/** Hidden files, names of unfinished ones, and what is read otherwise. */
const NOT_WEATHER =
  /^\.|~$|\.(?:tmp|part|partial|crdownload|swp|md|html?|pdf|png|jpe?g|svg|zip|tar|xlsx?|parquet|nc|py|ipynb)$/i;

interface FilesToCheck {
  readonly files: readonly FileToCheck[];
  /** Paths of what stands beside files in a folder and is for a weather archive. */
  readonly sidecars: readonly string[];
}

/** @throws UsageError for folders without a file, or for a path that is not there */
async function filesToCheck(paths: readonly string[], hasMeter: boolean): Promise<FilesToCheck> {
  const all: FileToCheck[] = [];
  for (const path of paths) {
    const isFolder = path !== "-" && (await isFolderAt(path));
    if (!isFolder) all.push({ path, name: path === "-" ? "standard input" : path, isFound: false });
    else for (const found of await filesIn(path)) all.push({ path: found, name: relative(path, found), isFound: true });
  }
  const isSidecar = ({ path, isFound }: FileToCheck) => isFound && basename(path) === SIDECAR;
  const files = all.filter((file) => !isSidecar(file));
  if (files.length === 0 && !hasMeter) throw new UsageError(`${paths.join(", ")}: no file is there to be checked`);
  return { files, sidecars: all.filter(isSidecar).map(({ path }) => path) };
}

/** A path that is not there is a file that cannot be read: the reader says so. */
async function isFolderAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** In the order of their names. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    if (NOT_WEATHER.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path)));
    else if (await isFileAt(path)) found.push(path);
  }
  return found;
}

/** A link counts as what it leads to; to a folder it is not followed, because it may lead back. */
async function isFileAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Where pages are written: one file, or a folder with one for each file checked and an index. */
interface Pages {
  readonly folder: string | undefined;
  /** Of each file checked, in order. */
  readonly paths: readonly string[];
}

/** @throws UsageError for the name of one page where there are several */
async function pagesFor(html: string, files: readonly FileToCheck[]): Promise<Pages> {
  const isFolder = /[/\\]$/.test(html) || (await isFolderAt(html));
  const isOne = files.length === 1 && !files[0]!.isFound;
  if (isOne && !isFolder) return { folder: undefined, paths: [html] };
  if (!isFolder && /\.html?$/i.test(html))
    throw new UsageError(`--html: the files have a page each: name a folder instead of ${html}`);
  const taken = new Set(["index.html"]);
  const paths = files.map(({ name }) => {
    const plain = basename(name);
    let page = `${plain}.html`;
    for (let k = 2; taken.has(page.toLowerCase()); k++) page = `${plain}-${k}.html`;
    taken.add(page.toLowerCase());
    return join(html, page);
  });
  return { folder: html, paths };
}

type Looked = ExaminedFile | Unexamined | "not weather";

/** @throws UsageError for nothing to look at, and for what says nothing of a meter */
function checkMeter(paths: readonly string[], flags: CheckFlags): void {
  if (flags.meter === undefined) {
    if (paths.length === 0) throw new UsageError("give weather files to be checked, or a meter's with --meter");
    if (flags.meterAs !== undefined) throw new UsageError("--meter-as needs --meter: it says how that file is read");
    return;
  }
  if (flags.html !== undefined) throw new UsageError("--html draws weather: it is not for --meter");
  const idle = paths.length === 0 ? firstGiven(flags, OF_WEATHER) : undefined;
  if (idle !== undefined) throw new UsageError(`${idle} is about weather files: of a meter, say so with --meter-as`);
}

/** Options that say how weather files are read. */
const OF_WEATHER = [
  ...(["label", "timeOffset", "year", "columns", "units", "dateFormat", "delimiter", "decimal"] as const),
  ...(["weatherTimeZone", "duplicates", "missing"] as const),
];

async function lookAt({ path, name, isFound }: FileToCheck, flags: CheckFlags, progress: Progress) {
  try {
    const reading = await loadWeather({ ...flags, weather: path }, progress);
    progress.show(`looking at ${name}`);
    return await looked(name, reading, flags);
  } catch (cause) {
    if (!(cause instanceof WeatherError)) throw cause;
    if (isFound && cause instanceof NotWeatherError) return "not weather";
    // The headline names the file.
    const reason = inFlags(oneLine(cause)).replace(`${path}: `, "").replace(`${path}, line `, "line ");
    return { name, verdict: "unusable", reason, notes: [] } as const;
  }
}

async function looked(name: string, reading: WeatherReading, flags: CheckFlags): Promise<ExaminedFile | Unexamined> {
  const { series, label, typicalYear, notices } = reading;
  const options: ExamineOptions = {
    ...(series.place && (await skyOf(series.place, flags.turbidity))),
    ...{ label, isTypicalYear: typicalYear },
  };
  const { examination } = reading;
  // A finding that the reader has put into words already is said once.
  const isFinding = (code: string) => examination?.findings.some((finding) => finding.code === code);
  const notes = notices.filter(({ code }) => !isFinding(code)).map(({ message }) => message);
  if (examination !== undefined) return { name, series, examination, options, notes, inWords: inFlags };
  const reason =
    series.place === undefined
      ? "the file does not say where it is: pass --lat and --lon"
      : series.interval > 10_800
        ? "its steps are longer than three hours"
        : "no light is in it";
  return { name, verdict: "look", reason: `only its values were looked at: ${reason}`, notes: notes.map(inFlags) };
}

/** The exit code of the gravest. A command that cannot be carried out ends with 2, too, and never with 1: there nothing was looked at. */
const EXIT_CODES: { readonly [verdict in Verdict]: number } = { fine: 0, look: 1, unusable: 2 };

export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<void> {
  checkPlace(flags);
  checkMeter(paths, flags);
  const { files, sidecars } = await filesToCheck(paths, flags.meter !== undefined);
  const pages = flags.html === undefined ? undefined : await pagesFor(flags.html, files);
  const read = files.flatMap(({ path }) => (path === "-" ? [] : [path]));
  await refuseSameFile(
    { "--out": flags.out, "--json": flags.json, "--html": pages?.paths },
    { "a file to check": [...read, ...(flags.meter === undefined ? [] : [flags.meter])] },
  );
  if (!flags.quiet) {
    for (const path of sidecars) printNotice(`note: ${path} is not read: its place and label are options here`);
  }
  const progress = startProgress(flags.quiet);
  const report = new CheckReport(flags, pages);
  try {
    for (const [k, file] of files.entries()) {
      const looked = await lookAt(file, flags, progress);
      progress.clear();
      const draw = typeof looked === "object" && "examination" in looked ? () => examinationPage(looked) : undefined;
      await report.add(looked, file.name, pages?.paths[k], draw);
    }
    if (flags.meter !== undefined) {
      const looked = await lookAtMeter(flags.meter, flags, progress);
      progress.clear();
      await report.add(looked, flags.meter);
    }
    await report.end();
  } catch (cause) {
    progress.clear();
    throw cause instanceof OutputError ? new UsageError(cause.message) : cause;
  }
}

/** @throws UsageError for one coordinate alone, or for what is no coordinate */
function checkPlace(flags: CheckFlags): void {
  const { lat, lon } = givenPlace(flags);
  if ((lat === undefined) !== (lon === undefined))
    throw new UsageError(`${lat === undefined ? "--lat" : "--lon"} is required beside the other coordinate`);
}

/** What is said of the files, written as they come. */
class CheckReport {
  private readonly counts: { [verdict in Verdict]: number } = { fine: 0, look: 0, unusable: 0 };
  private readonly plain: unknown[] = [];
  private readonly indexed: IndexedFile[] = [];
  private readonly others: string[] = [];
  private readonly flags: CheckFlags;
  private readonly pages: Pages | undefined;
  private text = "";

  constructor(flags: CheckFlags, pages: Pages | undefined) {
    this.flags = flags;
    this.pages = pages;
  }

  /** @param draw what is written to the page */
  async add(looked: Looked | ToldFile, name: string, page?: string, draw?: () => string): Promise<void> {
    if (looked === "not weather") {
      this.others.push(name);
      return;
    }
    const isExamined = "examination" in looked;
    const verdict = isExamined ? looked.examination.verdict : looked.verdict;
    this.counts[verdict]++;
    await this.say(isExamined ? examinationText(looked) : unexaminedText(looked));
    if (this.flags.json !== undefined) this.plain.push(isExamined ? plainExamination(looked) : looked);
    if (page === undefined || this.pages === undefined) return;
    if (this.pages.folder !== undefined) await makeFolder(this.pages.folder);
    if (draw !== undefined) await writeResult(draw(), page);
    const words = isExamined ? looked.examination.findings.map(({ code }) => code).join(", ") : looked.reason;
    this.indexed.push({ name, verdict, words, page: isExamined ? basename(page) : undefined });
  }

  async end(): Promise<void> {
    const { flags, pages, counts, others } = this;
    const total = counts.fine + counts.look + counts.unusable;
    if (total === 0) throw new UsageError("none of the files is weather of a known format");
    const all = (["fine", "look", "unusable"] as const).filter((verdict) => counts[verdict] > 0);
    const worst = all.at(-1)!;
    if (total > 1)
      await this.say(`${total} files: ${all.map((verdict) => `${counts[verdict]} ${verdict}`).join(", ")}\n`);
    if (flags.out !== undefined) await writeResult(this.text, flags.out);
    if (flags.json !== undefined)
      await writeResult(`${JSON.stringify({ verdict: worst, files: this.plain }, null, 1)}\n`, flags.json);
    if (pages?.folder !== undefined)
      await writeResult(examinationIndex(this.indexed), join(pages.folder, "index.html"));
    if (others.length > 0 && !flags.quiet) printNotice(`note: not weather: ${others.join(", ")}`);
    process.exitCode = EXIT_CODES[worst];
  }

  /** At once, unless it is for a file: folders can take long. */
  private async say(text: string): Promise<void> {
    if (this.flags.out === undefined) await writeResult(text, undefined);
    else this.text += text;
  }
}

function unexaminedText({ name, verdict, reason, notes }: Unexamined): string {
  const lines = [`${verdict.padEnd(VERDICT_WIDTH)}${name}: ${reason}`, ...notes.map((note) => `  note: ${note}`)];
  return `${lines.join("\n")}\n`;
}
