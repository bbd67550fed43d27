/** Executes `irradiance generate`. */
import { refuseSameFile } from "../files.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { writeYear } from "../year-file/formats.js";
import { formatOf } from "../year-file/options.js";
import { checkTogether, type GenerateFlags } from "./options.js";
import { generatedPicture } from "./picture.js";
import { monthlySource } from "./source.js";
import { printSummary } from "./summary.js";
import { drawYear, otherSeeds } from "./year.js";

export async function generate(flags: GenerateFlags): Promise<void> {
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
    const picture =
      flags.plot === undefined ? undefined : generatedPicture(source, year, otherSeeds(source, year, flags));
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
