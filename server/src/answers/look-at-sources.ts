/** Opens every source of weather at the start, side by side, and logs what is in it or what is wrong with it. */
import {
  type FilesSource,
  kindOf,
  messageOf,
  type SourceFacts,
  type SourceFailure,
  type WeatherSource,
} from "irradiance-archive";
import type { Logger } from "pino";
import { summaryOf } from "./facts-text.js";
import type { SourceWatch } from "./source-watch.js";
import { isFiles } from "./sources.js";

export interface Looking {
  /** Resolves when files were scanned, and the other sources opened or given some seconds to be. Never rejects. */
  readonly enough: Promise<void>;
  /** Resolves when all were opened, or cannot be. Never rejects. */
  readonly all: Promise<void>;
}

/** ms that a start waits for sources that do not answer. */
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
