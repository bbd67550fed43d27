/** Where monthly values come from: a file, or the embedded world climatology; and what the maps know of their place. */
import type { GenerationPlace, MonthlyMeans } from "../../climate/index.js";
import type { Climatology } from "../../climatology/types.js";
import type { DailyDistribution, WorldClimate } from "../../climatology/world/types.js";
import { UsageError } from "../errors.js";
import { coarse, zoneOf } from "../year-file/place.js";
import { globalOf, inFile, meansOfTable, readMonthlyFile } from "./monthly-file.js";
import type { MonthlyPlace } from "./monthly-table.js";
import type { GenerateFlags } from "./options.js";
import { unitDoubt } from "./unit-doubt.js";

export interface MonthlySource {
  readonly place: Required<{ readonly [key in keyof GenerationPlace]: number }>;
  /** With the turbidity of the place. */
  readonly monthly: MonthlyMeans;
  /** Whose they are, for labels. */
  readonly name: string;
  /** What a file with the year has to say of them. */
  readonly labels: readonly string[];
  /** First and last year of the data. */
  readonly period: readonly [first: number, last: number] | undefined;
  /** How days are distributed, where the source knows. */
  readonly daily: DailyDistribution | undefined;
  readonly notices: readonly string[];
}

export async function monthlySource(flags: GenerateFlags): Promise<MonthlySource> {
  return flags.monthly === undefined ? worldSource(flags) : fileSource(flags.monthly, flags);
}

async function fileSource(file: string, flags: GenerateFlags): Promise<MonthlySource> {
  const table = await readMonthlyFile(file);
  const { latitude, longitude } = position(flags, table.place);
  const maps = await openMaps();
  const given = flags.altitude ?? table.place.altitude;
  const altitude = given ?? Math.round(maps.altitude(latitude, longitude));
  const monthly = inFile(file, () => meansOfTable(table, flags.unit, { latitude, altitude }));
  const world = (await openWorld()).at(latitude, longitude);
  const doubt = unitDoubt(
    inFile(file, () => globalOf(table, flags.unit)),
    world.globalHorizontal,
  );
  return {
    place: { latitude, longitude, altitude, timeZone: await clock(flags, table.place, latitude, longitude) },
    monthly: { ...monthly, linkeTurbidity: turbidity(flags, monthly, maps, latitude, longitude) },
    name: file,
    labels: [],
    period: flags.dataYears ?? table.period,
    daily: undefined,
    notices: [...table.notices, ...doubt, ...(given === undefined ? [coarse(altitude)] : [])],
  };
}

/** Years of the data set that the climatology's level of temperature is from. */
const WORLD_YEARS = [2010, 2018] as const;

async function worldSource(flags: GenerateFlags): Promise<MonthlySource> {
  const { latitude, longitude } = position(flags, {});
  const world = await openWorld();
  const climate = world.at(latitude, longitude, flags.altitude === undefined ? {} : { altitude: flags.altitude });
  const altitude = flags.altitude ?? Math.round(climate.altitude);
  const { describeExpectedError } = await import("../../climatology/world/error-clause.js");
  const error = `the climatology: ${describeExpectedError(climate.expectedError)}`;
  const monthly = {
    globalHorizontalIrradiance: Array.from(climate.globalHorizontal),
    temperature: Array.from(climate.temperature),
  };
  return {
    place: { latitude, longitude, altitude, timeZone: await clock(flags, {}, latitude, longitude) },
    monthly: { ...monthly, linkeTurbidity: turbidity(flags, monthly, await openMaps(), latitude, longitude) },
    name: "embedded world climatology",
    labels: [error, `Data: ${world.sources.map(({ attribution }) => attribution).join("; ")}`],
    period: flags.dataYears ?? WORLD_YEARS,
    daily: climate.daily,
    notices: [error, ...(flags.altitude === undefined ? [coarse(altitude)] : [])],
  };
}

function position({ lat, lon }: GenerateFlags, place: MonthlyPlace): { latitude: number; longitude: number } {
  const latitude = lat ?? place.latitude;
  const longitude = lon ?? place.longitude;
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError(
      `--${latitude === undefined ? "lat" : "lon"} is required: the file does not state its location`,
    );
  }
  if (Math.abs(latitude) > 90) throw new UsageError(`--lat must be from -90 to 90 degrees, got ${latitude}`);
  if (Math.abs(longitude) > 180) throw new UsageError(`--lon must be from -180 to 180 degrees, got ${longitude}`);
  return { latitude, longitude };
}

async function clock({ utcOffset }: GenerateFlags, place: MonthlyPlace, latitude: number, longitude: number) {
  return utcOffset ?? place.time_zone ?? (await zoneOf(latitude, longitude));
}

async function openMaps(): Promise<Climatology> {
  const { openClimatology } = await import("../../climatology/climatology.js");
  return openClimatology();
}

async function openWorld(): Promise<WorldClimate> {
  const { loadWorldClimate } = await import("../../climatology/world/load.js");
  return loadWorldClimate();
}

function turbidity(
  flags: GenerateFlags,
  monthly: MonthlyMeans,
  maps: Climatology,
  latitude: number,
  longitude: number,
) {
  return flags.turbidity ?? monthly.linkeTurbidity ?? maps.linkeTurbidity(latitude, longitude);
}
