/** Executes `irradiance weather`: prints what irradiance-archive says of its catalogue. */
import { loadPackage } from "../../packages.js";
import { UsageError } from "../errors.js";
import { printNotice, writeResult } from "../output.js";

export interface WeatherFlags {
  json?: boolean;
}

/** A variable, so that the library is built without the package, which is built on the library. */
const PACKAGE: string = "irradiance-archive";

/** What is used of the package. */
interface Catalogue {
  weatherReport(
    action: string,
    names: readonly string[],
  ): Promise<{
    readonly lines: readonly string[];
    readonly remarks: readonly string[];
    readonly json: unknown;
    readonly passed: boolean;
  }>;
}

/** @throws MissingPackageError; UsageError for a name that is none */
export async function runWeather(action: string, names: readonly string[], { json }: WeatherFlags): Promise<void> {
  const { weatherReport } = await loadPackage(
    PACKAGE,
    "public sources of weather",
    () => import(PACKAGE) as Promise<Catalogue>,
  );
  const report = await weatherReport(action, names).catch((cause: Error & { readonly code?: unknown }) => {
    throw cause.code === "ERR_ARCHIVE_DESCRIPTION" ? new UsageError(cause.message, { cause }) : cause;
  });
  const text = json === true ? [JSON.stringify(report.json)] : report.lines;
  await writeResult(`${text.join("\n")}\n`, undefined);
  for (const remark of report.remarks) printNotice(`weather: ${remark}`);
  if (!report.passed) process.exitCode = 1;
}
