/** What a system's own meter teaches of its power, from the runs of a server's sources. */
import { readFile } from "node:fs/promises";
import type { WeatherColumn } from "irradiance-engine";
import { parseLearnRequest } from "irradiance-engine/internal/contract";
import { meterPlaceAt, meterRows } from "irradiance-engine/internal/meter";
import type { PowerTuning } from "irradiance-engine/internal/yield";
import { tuneToMeter } from "irradiance-engine/meter";
import { readSystem, resolveSystem } from "irradiance-engine/system";
import { readPower } from "irradiance-engine/yield";
import { placeOn } from "../answers/places.js";
import { siteAltitude } from "../answers/site.js";
import type { Settings } from "../settings.js";
import { asPastError, type LearningQuery, openDesk, tellOf } from "./learn.js";
import { pastRuns } from "./past.js";

export interface MeterFiles {
  /** Paths: of a description as every command takes it, and of a table of AC power. */
  readonly system: string;
  readonly meter: string;
  /** How to read the meter, by the keys of `POST /v1/systems/learn`. */
  readonly reading: { readonly [key: string]: string };
}

/** What the chain of a run is computed of, beside light. */
const COLUMNS: readonly WeatherColumn[] = [
  ...(["temperature", "relative_humidity", "wind_speed"] as const),
  ...(["snow_depth", "snowfall", "precipitation"] as const),
];

/** @throws PastError, ArchiveError for a past that teaches nothing; what the readers say of a file that cannot be used */
export async function learnPowerOf(
  settings: Settings,
  query: Omit<LearningQuery, "observations">,
  files: MeterFiles,
): Promise<PowerTuning> {
  const { latitude, longitude, warn } = query;
  const { reading } = parseLearnRequest({ ...files.reading, lat: String(latitude), lon: String(longitude) });
  const system = await resolveSystem(readSystem(JSON.parse(await readFile(files.system, "utf8")), files.system));
  const { rows: meter, notices } = meterRows(
    await readPower(await readFile(files.meter), { ...reading, file: files.meter }),
  );
  for (const { message } of notices) warn(`${files.meter}: ${message}`);
  const desk = await openDesk(settings);
  try {
    const ground = await desk.places.surroundings(latitude, longitude);
    const past = await pastRuns(desk.given, {
      ...{ ...query, place: placeOn(ground, latitude, longitude), name: query.runs, columns: COLUMNS, progress: warn },
    });
    tellOf(past, desk, query);
    const { altitude, clearTurbidity: linkeTurbidity } = siteAltitude(ground);
    const place = { ...(await meterPlaceAt({ latitude, longitude, altitude })), linkeTurbidity };
    return asPastError(() => tuneToMeter({ runs: past.runs, meter }, { place, system, runs: past.datasets }));
  } finally {
    await desk.close();
  }
}
