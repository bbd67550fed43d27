/** The system that the options of `irradiance yield` describe, and what is wrong with them, said before any weather is read and in their terms. */
import { readFile } from "node:fs/promises";
import { type ReadPowerOptions, readPower } from "../../answers/yield/measured/read-power.js";
import type { YieldPlane } from "../../answers/yield/types.js";
import { checkUncertainty } from "../../answers/yield/uncertainty/budget.js";
import { snakeCase } from "../../data/system/fields.js";
import { type PvSystem, readSystem, resolveSystem } from "../../data/system/index.js";
import type { PvPlane } from "../../data/system/types.js";
import { chunksOf } from "../../data/weather/file-chunks.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { type FileOption, namedSources, OF_FILES, refuseFileOptions } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { fileItems, inItemsOf } from "../file-items.js";
import { firstGiven, flag, inFlags } from "../option-names.js";
import type { YieldFlags } from "../options/power.js";
import { MODULES, SYSTEM_OPTIONS, type SystemOption } from "../options/system.js";
import { printNotice } from "../output.js";
import { trackerFlag, trackerOf } from "../tracker.js";

/** Whether the plane is a tracker, as it or an option of one is given. --gcr is one of rows, too. */
function isTracker(flags: YieldFlags): boolean {
  return flags.trackingMode === "1_axis" || trackerFlag({ ...flags, gcr: undefined }) !== undefined;
}

/**
 * The planes with their trackers and rows.
 * @throws UsageError for an option without a plane that it describes
 */
function turnedPlanes(flags: YieldFlags, planes: readonly YieldPlane[] | undefined): readonly YieldPlane[] | undefined {
  const { gcr, rows, blocks, rowHeight: height } = flags;
  if (!rows) {
    const flag = firstGiven(flags, ["bifacial", "blocks", "rowHeight"]);
    if (flag !== undefined) {
      const alone = "for a single row, such as a fence, give --rows --gcr 0.001";
      throw new UsageError(`${flag} needs rows of modules: give --rows and --gcr; ${alone}`);
    }
  }
  if (height !== undefined && flags.bifacial === undefined)
    throw new UsageError("--row-height is of the light on the rear: give --bifacial, too");
  const tracker = trackerOf(flags);
  const hasTracker = planes?.some(({ trackingMode }) => trackingMode === "1_axis") ?? false;
  const own = isTracker(flags);
  if (own && !hasTracker)
    throw new UsageError(`${trackerFlag(flags) ?? "--tracking-mode 1_axis"} needs a tracker, but all planes are fixed`);
  if (gcr !== undefined && !rows && !hasTracker)
    throw new UsageError("--gcr applies to trackers and rows: give --tracking-mode 1_axis or --rows");
  if (rows && planes === undefined)
    throw new UsageError(
      "--rows needs a plane: give --surface-tilt and --surface-azimuth, --plane or --tracking-mode 1_axis",
    );
  if (rows && gcr === undefined && planes?.some(({ trackingMode }) => trackingMode !== "1_axis"))
    throw new UsageError("--gcr is required with --rows: width of the rows over the distance between them");
  return planes?.map((plane) => {
    const turns = plane.trackingMode === "1_axis";
    return {
      ...plane,
      ...(turns && tracker && { tracker }),
      ...(rows && {
        rows: {
          ...(!turns && { gcr }),
          ...(blocks !== undefined && { blocks }),
          ...(height !== undefined && { height }),
        },
      }),
    };
  });
}

/** The planes that are given; undefined: the best one is wanted. */
function planesOf(flags: YieldFlags): readonly YieldPlane[] | undefined {
  return turnedPlanes(flags, plainPlanes(flags));
}

function plainPlanes(flags: YieldFlags): readonly YieldPlane[] | undefined {
  const { plane, surfaceTilt, surfaceAzimuth, kwp } = flags;
  const given = [surfaceTilt, surfaceAzimuth].filter((value) => value !== undefined).length;
  if (plane !== undefined) {
    if (given > 0 || kwp !== undefined)
      throw new UsageError("--plane describes a whole plane: leave out --surface-tilt, --surface-azimuth and --kwp");
    return plane;
  }
  if (isTracker(flags)) {
    if (flags.trackingMode === "none")
      throw new UsageError(`${trackerFlag(flags)} needs a tracker, not --tracking-mode none`);
    if (given === 0) return [{ trackingMode: "1_axis", kwp }];
    const flag = trackerFlag({ ...flags, gcr: undefined }) ?? "--tracking-mode 1_axis";
    const fixed = surfaceTilt === undefined ? "--surface-azimuth" : "--surface-tilt";
    throw new UsageError(`${flag} describes a tracker, which has no fixed plane: leave out ${fixed}`);
  }
  if (given === 0) return undefined;
  if (surfaceTilt === undefined) throw missing("--surface-tilt", "--surface-azimuth");
  if (surfaceAzimuth === undefined && surfaceTilt > 0) throw missing("--surface-azimuth", "--surface-tilt");
  return [{ surfaceTilt, surfaceAzimuth, kwp }];
}

function missing(flag: string, given: string): UsageError {
  return new UsageError(`${flag} is required with ${given} (without both, the best plane is used)`);
}

/** As JSON has it: with `planes`, unless the best one is wanted. */
type Description = { readonly [key: string]: unknown };
type Open = { [key: string]: unknown };

/** @throws UsageError for a file that cannot be read, and for options that describe planes beside one */
async function descriptionOf(flags: YieldFlags): Promise<Description> {
  const { system: file } = flags;
  if (file !== undefined) refusePlanes(flags);
  const json: Open = file === undefined ? {} : await jsonOf(file, "--system", "a system");
  for (const option of givenOptions(flags)) set(json, option.path, await writtenValue(option, flags));
  if (file !== undefined) return json;
  const planes = planesOf(flags);
  return {
    ...(planes !== undefined && { planes: planes.map(planeJson) }),
    ...json,
    ...(flags.bifacial !== undefined && { bifacial: { factor: flags.bifacial } }),
  };
}

/** Of the description; the planes' are others. */
function givenOptions(flags: YieldFlags): readonly SystemOption[] {
  return SYSTEM_OPTIONS.filter((option) => stored(flags, option) !== undefined);
}

function stored(flags: YieldFlags, option: SystemOption): unknown {
  return (flags as unknown as Open)[option.stored];
}

/** @throws UsageError for a data sheet that cannot be read */
async function writtenValue(option: SystemOption, flags: YieldFlags): Promise<unknown> {
  const value = stored(flags, option);
  if (option.path === "house.load") return loadOf(value as string, flags);
  if (option.path === "house.batterySizes" && typeof value === "number") return [value];
  if (option.path === "house.tariff" && /\.json$/i.test(String(value)))
    return jsonOf(value as string, option.long, "a tariff");
  if (option.path !== "module" || MODULES.includes(value as string)) return value;
  if (!/\.json$/i.test(value as string)) return { name: value };
  const sheet = await jsonOf(value as string, option.long, "a data sheet");
  return ["datasheet", "cec", "sapm"].some((key) => key in sheet) ? sheet : { datasheet: sheet };
}

/** kWh a year, or the steps of a file. @throws UsageError, WeatherError for a file that cannot be read */
async function loadOf(value: string, { loadAs, quiet }: YieldFlags): Promise<unknown> {
  if (/^\d+(?:\.\d+)?(?: ?kWh)?$/i.test(value.trim())) {
    if (loadAs !== undefined) throw new UsageError("--load-as needs a file of --load, not kWh a year");
    return Number.parseFloat(value);
  }
  const options = { file: value, of: "load", ...fileItems("--load-as", loadAs) } as ReadPowerOptions;
  return inItemsOf("--load-as", undefined, async (inWords) => {
    const { measured, notices } = await readPower(chunksOf(value, value), options);
    if (!quiet) for (const { message } of notices) printNotice(`load: ${inWords(message)}`);
    const power = Array.from(measured.power, (kilowatts) => (Number.isNaN(kilowatts) ? null : 1000 * kilowatts));
    return { start: formatTime(measured.start), interval: measured.interval, power };
  });
}

/** An option replaces what the file says there, in either spelling. */
function set(json: Open, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop()!;
  let at = json;
  for (const key of keys)
    at = ((at[snakeCase(key)] as Open | undefined) ??= (at[key] as Open | undefined) ?? {}) as Open;
  if (last !== snakeCase(last)) delete at[last];
  at[snakeCase(last)] = value;
}

/** @throws UsageError naming the option */
async function jsonOf(file: string, option: string, what: string): Promise<Open> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${option}: ${file} cannot be read (${cause.code})`, { cause });
  });
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new UsageError(`${option}: ${file} must be JSON (${(cause as Error).message})`, { cause });
  }
  if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Open;
  throw new UsageError(
    `${option}: ${file} must be ${what} as a JSON object, got ${Array.isArray(found) ? "a list" : found}`,
  );
}

/** @throws UsageError naming the first that is given */
function refusePlanes(flags: YieldFlags): void {
  const ofPlanes = [
    "plane",
    "surfaceTilt",
    "surfaceAzimuth",
    "kwp",
    "trackingMode",
    "rows",
    "blocks",
    "rowHeight",
    "bifacial",
  ] as const;
  const named = firstGiven(flags, ofPlanes) ?? trackerFlag(flags);
  if (named === undefined) return;
  throw new UsageError(
    `${named} describes planes, and so does --system ${flags.system}: write it there, or leave it out`,
  );
}

/** With keys as JSON has them. */
export function planeJson(plane: PvPlane): Description {
  return Object.fromEntries(
    Object.entries(plane).flatMap(([key, value]) => {
      if (value === undefined) return [];
      return [[snakeCase(key), typeof value === "object" ? planeJson(value as PvPlane) : value]];
    }),
  );
}

/** Options of files that sources by name take, too. */
const OF_SOURCES: readonly FileOption[] = ["year", "temperature", "closure", "acceptDoubts"];

export interface AskedSystem {
  readonly description: Description;
  /** Its planes are one for the search if the best is wanted. */
  readonly system: PvSystem;
  readonly wantsBest: boolean;
}

/** @throws UsageError for values out of range, and for options that would do nothing */
export async function checkFlags(flags: YieldFlags): Promise<AskedSystem> {
  if (flags.models?.pv !== undefined)
    throw new UsageError(
      "yield does not take --models pv: it computes the PVWatts chain stage by stage; --module, --iam, --cell-temperature and --spectrum change it",
    );
  if (flags.weather === undefined) {
    const idle = firstGiven(flags, OF_FILES);
    if (idle !== undefined) throw new UsageError(`${idle} needs --weather: it describes a weather file`);
  } else if (flags.randomSeed !== undefined) {
    throw new UsageError("--random-seed applies to a generated year: leave out --weather or --random-seed");
  } else if (namedSources(flags.weather) !== undefined) {
    refuseFileOptions(flags, flags.weather, OF_SOURCES);
  }
  checkShares(flags.uncertainty);
  const hasLoad = givenOptions(flags).some(({ path }) => path === "house.load");
  if (flags.loadAs !== undefined && !hasLoad) throw new UsageError("--load-as needs --load: it is about that file");
  const description = await descriptionOf(flags);
  const wantsBest = flags.system === undefined && description.planes === undefined;
  try {
    const read = readSystem(wantsBest ? { ...description, planes: [{ kwp: flags.kwp }] } : description, "yield");
    checkNear(flags, read);
    return { description, system: await resolveSystem(read), wantsBest };
  } catch (cause) {
    throw inOptions(cause, flags);
  }
}

/** @throws UsageError where nothing stands near */
function checkNear({ obstacles, scenePlot }: YieldFlags, { scene, shade, planes }: PvSystem): void {
  if (obstacles && scene === undefined) throw new UsageError("--obstacles needs --system FILE with a scene");
  if (scenePlot === undefined || scene !== undefined || shade !== undefined) return;
  if (planes.every((plane) => plane.shade === undefined))
    throw new UsageError("--scene-plot needs --system FILE with a scene or a map of shade");
}

/** @throws UsageError before any weather is read */
function checkShares(given: YieldFlags["uncertainty"]): void {
  try {
    checkUncertainty(given, "options.uncertainty");
  } catch (cause) {
    throw new UsageError(inFlags((cause as Error).message), { cause });
  }
}

/** An error of the library; one about the system says so in the terms of what it was read from. */
export function inOptions(cause: unknown, flags: YieldFlags): unknown {
  const { message } = cause as Error;
  const words = systemWords(message, flags);
  return words === message ? cause : new UsageError(words, { cause });
}

/** A message about the system, in the terms of its options, or of its file. */
export function systemWords(message: string, flags: YieldFlags): string {
  const given = givenOptions(flags);
  // One about the weather only names a key in passing.
  const isAboutSystem = /^(?:\w+: )?system\b/.test(message);
  let isOfFile = false;
  const whole = message.replace(
    /^\w+: system(?= has )/,
    flags.system === undefined ? "the system" : `${flags.system}: the system`,
  );
  const text = whole.replace(/\bsystem\.([\w.[\]]*\w\]?)(: )?/g, (all, path: string, colon = "") => {
    const option = given.find((one) => isAt(path, one));
    if (option !== undefined) return `${option.long}${restWords(path.slice(option.path.length))}${colon}`;
    if (flags.system === undefined) return planeWords(path, flags.plane, colon);
    if (!isAboutSystem) return all;
    isOfFile = true;
    return `${path}${colon}`;
  });
  const bare = (text === message ? text : text.replace(/^\w+: /, "")).replace(/(--[\w-]{1,40}) "(\w{1,40})"/g, "$1 $2");
  return isOfFile ? `${flags.system}: ${bare}` : bare;
}

/** `.dc` → ` dc`, `[11]` as it is */
function restWords(rest: string): string {
  return rest.replace(/\.(\w+)/g, (_all, key: string) => ` ${flag(key).slice(2)}`);
}

function isAt(path: string, { path: own }: SystemOption): boolean {
  return path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`);
}

/** Trackers and rows have theirs in common for all planes, under the names that `inFlags` knows. */
function planeWords(path: string, list: readonly PvPlane[] | undefined, colon: string): string {
  const [, index, key = ""] = /^planes\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
  if (index === undefined) {
    const option = SYSTEM_OPTIONS.find((one) => isAt(path, one));
    if (option !== undefined) return `${option.long}${restWords(path.slice(option.path.length))}${colon}`;
    return `${flag(path.replace(/^bifacial\.factor$/, "bifacial"))}${colon}`;
  }
  if (key === "rows" || key === "rows.height") return `${key === "rows" ? "--rows" : "--row-height"}${colon}`;
  // Of a whole plane: a single one needs no name.
  if (key === "") return list === undefined ? "" : `--plane ${planeText(list[Number(index)]!)}${colon}`;
  const [, ofTracker] = /^(?:tracker|rows)\.(.+)$/.exec(key) ?? [];
  if (ofTracker !== undefined) return `context.tracker.${ofTracker}${colon}`;
  return `${list === undefined ? flag(key) : `--plane ${planeText(list[Number(index)]!)}: ${key}`}${colon}`;
}

function planeText({ trackingMode, surfaceTilt, surfaceAzimuth, kwp }: PvPlane): string {
  return trackingMode === "1_axis" ? `tracker/${kwp}` : `${surfaceTilt}/${surfaceAzimuth}/${kwp}`;
}
