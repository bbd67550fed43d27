/** Executes `irradiance check`. */

import { basename, join } from "node:path";
import { examinationIndex, examinationPage, type IndexedFile } from "../../report/examination/page.js";
import { plainExamination } from "../../report/examination/plain.js";
import { examinationText, VERDICT_WIDTH } from "../../report/examination/text.js";
import { makeFolder } from "../../shared/node.js";
import type { Verdict } from "../../weather/examine/types.js";
import { OutputError, UsageError } from "../errors.js";
import { refuseSameFile } from "../files.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { coordinate } from "../yield/coordinate.js";
import { filesToCheck, type Pages, pagesFor } from "./files.js";
import { type CheckFlags, type Looked, lookAt, type Unexamined } from "./look.js";

/** The exit code of the gravest. A command that cannot be carried out ends with 2, too, and never with 1: there nothing was looked at. */
const EXIT_CODES: { readonly [verdict in Verdict]: number } = { fine: 0, look: 1, unusable: 2 };

export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<void> {
  checkPlace(flags);
  const { files, sidecars } = await filesToCheck(paths);
  const pages = flags.html === undefined ? undefined : await pagesFor(flags.html, files);
  const read = files.flatMap(({ path }) => (path === "-" ? [] : [path]));
  await refuseSameFile(
    { "--out": flags.out, "--json": flags.json, "--html": pages?.paths },
    { "a file to check": read },
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
      await report.add(looked, file.name, pages?.paths[k]);
    }
    await report.end();
  } catch (cause) {
    progress.clear();
    throw cause instanceof OutputError ? new UsageError(cause.message) : cause;
  }
}

/** @throws UsageError for one coordinate alone, or for what is no coordinate */
function checkPlace({ lat, lon }: CheckFlags): void {
  const [latitude, longitude] = [coordinate("--lat", lat, 90), coordinate("--lon", lon, 180)];
  if ((latitude === undefined) !== (longitude === undefined)) {
    throw new UsageError(`${latitude === undefined ? "--lat" : "--lon"} is required beside the other coordinate`);
  }
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

  async add(looked: Looked, name: string, page: string | undefined): Promise<void> {
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
    if (isExamined) await writeResult(examinationPage(looked), page);
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
    if (flags.json !== undefined) {
      await writeResult(`${JSON.stringify({ verdict: worst, files: this.plain }, null, 1)}\n`, flags.json);
    }
    if (pages?.folder !== undefined) {
      await writeResult(examinationIndex(this.indexed), join(pages.folder, "index.html"));
    }
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
