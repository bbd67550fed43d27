/** `irradiance generate`: a year of weather from twelve monthly values, the caller's or the embedded climatology's. */
import type { Command } from "commander";
import { refuseSameFile } from "../files.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { formatOf, writeYear } from "../year-file/formats.js";
import { addGenerateOptions, checkTogether, type GenerateFlags } from "./options.js";
import { generatedPicture } from "./picture.js";
import { monthlySource } from "./source.js";
import { printSummary } from "./summary.js";
import { drawYear } from "./year.js";

export function addGenerate(program: Command): void {
  addGenerateOptions(
    program
      .command("generate")
      .description(
        "draw a year of weather from twelve monthly values, or for a place from the embedded world climatology",
      ),
  ).action(generate);
}

async function generate(flags: GenerateFlags): Promise<void> {
  checkTogether(flags);
  formatOf(flags);
  await refuseSameFile(
    { "--out": flags.out, "--report": flags.report, "--plot": flags.plot },
    { "--monthly": flags.monthly },
  );
  const progress = startProgress(flags.quiet);
  try {
    const source = await monthlySource(flags);
    progress.show("generating");
    const year = drawYear(source, flags);
    progress.show("writing");
    const { text, notes } = writeYear(year, flags);
    const picture = flags.plot === undefined ? undefined : generatedPicture(source, year);
    progress.clear();
    await writeResult(text, flags.out);
    if (picture !== undefined) await writeResult(picture, flags.plot);
    if (flags.report !== undefined) await writeResult(`${JSON.stringify(year.about, null, 1)}\n`, flags.report);
    if (flags.quiet) return;
    printSummary(source, year);
    for (const message of notes) printNotice(`note: ${message}`);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}
