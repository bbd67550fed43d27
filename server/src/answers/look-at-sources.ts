/**
 * Opens every source of weather at the start, side by side, and logs what is in it or what is wrong with it. Each address of elevation
 * tiles is asked for one tile: a wrong pattern would be sea or missing land everywhere.
 */

import type { FilesSource, WeatherSource } from "irradiance-archive";
import { elevationTiles } from "irradiance-archive";
import type { DatasetFacts, Extent, SourceFacts, SourceFailure } from "irradiance-archive/internal/server";
import { isTileAddress, kindOf, messageOf } from "irradiance-archive/internal/server";
import type { Logger } from "pino";
import { SettingsError } from "../settings.js";
import { isFiles, type SourceWatch } from "./sources.js";

/** A line for a source, however many data sets it has. */
export function summaryOf({ what, datasets }: SourceFacts) {
  const [one] = datasets;
  const isAlone = datasets.length === 1;
  const columns = new Set(datasets.flatMap((of) => of.columns.map(({ column }) => column)));
  return {
    what,
    datasets: isAlone ? one!.dataset : datasets.length,
    period: periodOf(datasets),
    step: isAlone ? one!.step : [...new Set(datasets.map(({ step }) => step))],
    grid: isAlone && one!.extent !== undefined ? extentText(one!.extent) : undefined,
    columns: [...columns].join(", "),
  };
}

function periodOf(datasets: readonly DatasetFacts[]): string {
  const first = datasets.flatMap((one) => one.first ?? []).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = datasets.flatMap((one) => one.last ?? []).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return first > last ? "nothing yet" : `${minute(first)} to ${minute(last)}`;
}

function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

/** "40 from 35 to 72° N, -12 to 35° E, 0.25° apart". */
export function extentText({ south, north, west, east, cells, spacing }: Extent): string {
  if (cells === 1) return `1 at ${degrees(south)}° N, ${degrees(west)}° E`;
  const apart = spacing === undefined ? "" : `, ${degrees(spacing)}° apart`;
  return `${cells} from ${degrees(south)} to ${degrees(north)}° N, ${longitudes(west, east)}${apart}`;
}

function longitudes(west: number, east: number): string {
  if (west === -180 && east === 180) return "all round";
  return `${degrees(west)} to ${degrees(east)}° E${west > east ? ", across the date line" : ""}`;
}

/** To ten metres. */
export function degrees(value: number): number {
  return Number(value.toFixed(4));
}

export interface Looking {
  /** Resolves when files were scanned, and the other sources opened or given some seconds to be. Never rejects. */
  readonly enough: Promise<void>;
  /** Resolves when all were opened, or cannot be. Never rejects. */
  readonly all: Promise<void>;
}

/** ms that a start waits for sources that do not answer, and for one attempt at elevation tiles: enough for a warning. */
const PATIENCE = 4_000;
const TIMEOUT = 15_000;

/** @param timeout ms for one source */
export function lookAtSources(
  sources: readonly WeatherSource[],
  watch: SourceWatch,
  log: Logger,
  timeout: number = TIMEOUT,
): Looking {
  const scans = Promise.all(sources.filter(isFiles).map((source) => scan(source, log)));
  const looks = Promise.all(sources.map((source) => open(source, watch, log, timeout)));
  const all = Promise.all([scans, looks]).then(([, states]) => warnOfNone(sources, states, log));
  return { enough: Promise.all([scans, withPatience(all)]).then(() => {}), all };
}

async function withPatience(work: Promise<void>): Promise<void> {
  let alarm: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    alarm = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([work, patience]);
  clearTimeout(alarm);
}

/** Files that cannot be used, and what is in doubt of others, are logged one by one. */
async function scan(source: FilesSource, log: Logger): Promise<void> {
  try {
    await source.refresh();
    for (const problem of source.problems()) log.warn({ source: source.id, ...problem }, "weather file skipped");
    for (const doubt of source.doubts()) log.warn({ source: source.id, ...doubt }, "weather file in doubt");
  } catch (err) {
    log.error({ source: source.id, err }, "the weather files could not be scanned");
  }
}

/** Whether it can be used; undefined for a source that is always there. */
async function open(
  source: WeatherSource,
  watch: SourceWatch,
  log: Logger,
  timeout: number,
): Promise<boolean | undefined> {
  const { id } = source;
  if (source.look === undefined) return undefined;
  const found = await look(id, (signal) => source.look!(signal), timeout);
  if ("kind" in found) {
    watch.note({ source: id, work: "offer", failure: found });
    return false;
  }
  log.info({ source: id, ...summaryOf(found) }, "weather source opened");
  // Problems of files are logged above.
  if (!isFiles(source))
    for (const problem of found.problems) log.warn({ source: id, problem }, "part of a weather source left out");
  watch.opened(id, found);
  watch.note({ source: id, work: "offer", failure: undefined });
  return true;
}

async function look(
  source: string,
  work: (signal: AbortSignal) => Promise<SourceFacts>,
  timeout: number,
): Promise<SourceFacts | SourceFailure> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<SourceFailure>((resolve) => {
    const message = `it took longer than ${timeout / 1000} s to open`;
    signal.addEventListener("abort", () => resolve({ source, kind: "too slow", message }), { once: true });
  });
  const done = work(signal).catch((error: unknown): SourceFailure | Promise<SourceFailure> =>
    signal.aborted ? late : { source, kind: kindOf(error), message: messageOf(error) },
  );
  return Promise.race([done, late]);
}

/** Sources of the engine itself, for those that have no other. */
const EMBEDDED: readonly string[] = ["sample", "synthetic"];

/** A server that was started without weather answers the demo key anywhere, and looks healthy to an operator who tries that. */
export function warnOfSampleAlone(sources: readonly WeatherSource[], log: Logger): void {
  if (sources.length === 0 || !sources.every(({ id }) => EMBEDDED.includes(id))) return;
  log.warn(
    "account keys get no answer anywhere but at the embedded sample's place (36.1, -79.95): add weather (--weather, --archive), or let " +
      "synthetic weather answer them, too (--synthetic)",
  );
}

/** A server without any weather of its own looks healthy from outside: its operator has to know. */
function warnOfNone(sources: readonly WeatherSource[], states: readonly (boolean | undefined)[], log: Logger): void {
  const own = sources.flatMap(({ id }, k) => (states[k] === undefined ? [] : [id]));
  if (own.length === 0 || states.includes(true)) return;
  log.error(
    { sources: own },
    "NO source of weather can be opened: answers are synthetic where that is allowed, otherwise refused",
  );
}

/** Land, in Germany: every model of the Earth has a tile of it. */
const PROBE = { south: 50, west: 10 };

/** @throws SettingsError for an address that cannot be one; nothing is read for it */
export function checkElevation(dem: readonly string[]): void {
  for (const tiles of dem.filter(isTileAddress)) {
    try {
      elevationTiles({ tiles });
    } catch (cause) {
      throw new SettingsError(`setting "dem": ${(cause as Error).message}`);
    }
  }
}

/** A line for each address. Never rejects. */
export async function lookAtElevation(dem: readonly string[], log: Logger): Promise<void> {
  await Promise.all(dem.filter(isTileAddress).map((tiles) => probe(tiles, log)));
}

async function probe(address: string, log: Logger): Promise<void> {
  const tiles = elevationTiles({ tiles: address, cache: false, attempts: 1, timeout: PATIENCE });
  const { south, west } = PROBE;
  try {
    const tile = await tiles.find(south, west);
    if (typeof tile !== "string") log.info({ tiles: tiles.name, tile: tile.file }, "elevation tiles found");
    else {
      const advice =
        "this is right only if the tiles cover another region; otherwise the address or its pattern is wrong";
      log.warn({ tiles: tiles.name }, `no elevation tile at ${south}° N, ${west}° E: ${advice}`);
    }
  } catch (thrown) {
    const cause = (thrown as Error).message;
    log.warn(
      { tiles: tiles.name, cause },
      "elevation tiles cannot be read: until they can, answers that need them are refused",
    );
  } finally {
    await tiles.close();
  }
}
