/** Systems of meters that the operator names: each is learnt anew once a day from the file that a logger goes on writing. A refusal keeps the last good one. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import type { Logger } from "pino";
import { isDatabase } from "../accounts/accounts-database.js";
import { type LearningContext, learntSystem, MOST_METER_BYTES } from "../answers/learnt-system.js";
import { type Settings, SettingsError } from "../settings.js";
import { openFolder } from "../store/open.js";
import { onceEach } from "./keeping.js";
import { linesOfSetting } from "./start-keeping.js";

const MOST_METERS = 100;
const LINE = /^([\w-]{1,64})[,;\s]\s*(-?\d{1,2}(?:\.\d{1,12})?)[,;\s]\s*(-?\d{1,3}(?:\.\d{1,12})?)[,;\s]\s*(\S.*)$/;

/** @throws SettingsError for a file that cannot be read, a line of another form, and a name that is given twice */
function namedMeters(given: string) {
  const meters = linesOfSetting("keep-meters", given).map(({ line, where }) => {
    const [, name = "", latitude, longitude, file = ""] = LINE.exec(line) ?? [];
    const [lat, lon] = [Number(latitude), Number(longitude)];
    if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { name, lat, lon, file };
    const form = "a name, a latitude, a longitude and a file, such as roof,52.5,13.4,/data/roof.csv";
    throw new SettingsError(`setting "keep-meters": ${where} must be ${form}, got ${JSON.stringify(line)}`);
  });
  const { size } = new Set(meters.map(({ name }) => name));
  if (size === meters.length && size <= MOST_METERS) return meters;
  const got = `${meters.length} meters of ${size} names`;
  throw new SettingsError(
    `setting "keep-meters": ${given} must have up to ${MOST_METERS} names, each once, got ${got}`,
  );
}

interface KeptMetersOptions {
  readonly context: LearningContext;
  /** Unix ms. */
  readonly clock: () => number;
  readonly log: Pick<Logger, "info" | "warn">;
  /** ms between two looks at what is due. */
  readonly pause?: number;
}

/** @throws SettingsError */
export function keptMeters({ "keep-meters": list, data }: Settings, options: KeptMetersOptions) {
  const { context, clock, log, pause = HOUR } = options;
  const meters = list === undefined ? [] : namedMeters(list);
  if (list !== undefined && (data === undefined || isDatabase(data)))
    throw new SettingsError('setting "keep-meters" needs a folder as "data", in which the systems are written');
  const folder = join(data ?? "", "kept-systems");
  const [learnt, looked] = [new Map<string, number>(), new Map<string, number>()];
  const stopping = new AbortController();
  const { signal } = stopping;
  const say = onceEach((line) => log.warn(line));
  let ended: Promise<void> | undefined;

  /** @returns why nothing was learnt, or nothing */
  async function learn({ name, lat, lon, file }: (typeof meters)[number]): Promise<string> {
    const { size } = await stat(file);
    if (size > MOST_METER_BYTES) return `${file} has ${size} bytes, the most are ${MOST_METER_BYTES}: pack it (gzip)`;
    const request = { kind: "learn-request", lat, lon, altitude: "auto", known: {}, reading: {} } as const;
    const call = { encoding: "identity", signal, priority: 0 } as const;
    const { body } = await learntSystem(context, request, await readFile(file), call);
    const { system, refusal } = JSON.parse(Buffer.from(body).toString());
    if (system === null) return refusal.message;
    await openFolder(folder).write(`${name}.json`, Buffer.from(`${JSON.stringify(system.description, null, 2)}\n`));
    learnt.set(name, clock());
    log.info(`kept meter ${name}: its system is learnt`);
    return "";
  }

  async function run(): Promise<void> {
    for (const { name } of meters) {
      // What was learnt before this start is not old.
      const known = await stat(join(folder, `${name}.json`)).catch(() => undefined);
      if (known !== undefined) for (const times of [learnt, looked]) times.set(name, known.mtimeMs);
    }
    while (!signal.aborted) {
      for (const meter of meters.filter(({ name }) => clock() - (looked.get(name) ?? -DAY) >= DAY)) {
        if (signal.aborted) return;
        looked.set(meter.name, clock());
        const why = await learn(meter).catch((cause: Error) => cause.message);
        if (!signal.aborted) say(meter.name, why && `kept meter ${meter.name}: nothing is learnt: ${why}`);
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    start: () => void (ended = meters.length > 0 ? run() : undefined),
    /** Seconds since each system was learnt; none of those that never were. */
    ages: (): ReadonlyMap<string, number> =>
      new Map([...learnt].map(([name, time]) => [name, (clock() - time) / 1000])),
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
