/** Where monthly values come from: a file, or the embedded world climatology; and what the maps know of their place. */
import type { GenerationPlace, MonthlyMeans } from "../../answers/climate/index.js";
import type { Climatology } from "../../data/climatology/types.js";
import type { DailyDistribution, WorldClimate } from "../../data/climatology/world/types.js";
import { MONTHLY_UNITS, type MonthlyUnit, toWatts } from "../../data/contract/climate/monthly-check.js";
import { MONTH_DAYS } from "../../foundation/time/calendar.js";
import { UsageError } from "../errors.js";
import type { GenerateFlags } from "../options/weather.js";
import { coarse, placeOr, zoneOf } from "../place-context.js";
import type { MonthlyPlace } from "./monthly-csv.js";
import { globalOf, type Irradiance, inFile, meansOfTable, readMonthlyFile } from "./monthly-file.js";

/**
 * Shares of the climatology's year. Its error is some 5 % (rms), 8 % where it is worst on judged land; a month's kWh/m² taken for W/m²
 * are 27 % off, W/m² taken for kWh/m² 37 %.
 */
const DOUBTFUL = 0.2;
const CLOSE = 0.1;

/** @param expected monthly means, W/m². @returns a notice, or none */
function unitDoubt({ values, unit }: Irradiance, expected: ArrayLike<number>): string[] {
  const year = yearOf(Array.from(expected));
  const off = (other: MonthlyUnit) => yearOf(toWatts(values, other)) / year - 1;
  const own = off(unit);
  if (Math.abs(own) < DOUBTFUL) return [];
  const better = MONTHLY_UNITS.find((other) => Math.abs(off(other)) < CLOSE);
  const advice = better === undefined ? "" : `; in ${better} it would be ${deviation(off(better))}`;
  return [`in ${unit} the year's GHI is ${deviation(own)} the embedded world climatology${advice}`];
}

function yearOf(means: readonly number[]): number {
  return means.reduce((sum, mean, month) => sum + mean * MONTH_DAYS[month]!, 0);
}

function deviation(share: number): string {
  return `${Math.abs(Math.round(100 * share))} % ${share > 0 ? "above" : "below"}`;
}

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
  const { describeExpectedError } = await import("../../data/climatology/world/error-clause.js");
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

function position(flags: GenerateFlags, place: MonthlyPlace): { latitude: number; longitude: number } {
  const { latitude, longitude } = placeOr(flags, place, "the file does not state its location");
  if (Math.abs(latitude) > 90) throw new UsageError(`--lat must be from -90 to 90 degrees, got ${latitude}`);
  if (Math.abs(longitude) > 180) throw new UsageError(`--lon must be from -180 to 180 degrees, got ${longitude}`);
  return { latitude, longitude };
}

async function clock({ utcOffset }: GenerateFlags, place: MonthlyPlace, latitude: number, longitude: number) {
  return utcOffset ?? place.time_zone ?? (await zoneOf(latitude, longitude));
}

async function openMaps(): Promise<Climatology> {
  const { openClimatology } = await import("../../data/climatology/climatology.js");
  return openClimatology();
}

async function openWorld(): Promise<WorldClimate> {
  const { loadWorldClimate } = await import("../../data/climatology/world/load.js");
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
