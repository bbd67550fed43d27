/** What changes over time, as a system describes it: snow, soiling, ageing, and what power does within a step of the weather. */
import { shown } from "../../foundation/text/shown.js";
import { choice, either, type Field, list, number, object, whole } from "./fields.js";

/**
 * Snow on the modules. "marion": Marion et al. 2013, from the weather's snow depth or snowfall, as PVWatts and SAM have it. "townsend":
 * Townsend & Powers 2011, by month, from monthly snowfall. "none": not modelled.
 */
export type PvSnow = "none" | "marion" | PvSnowOptions;

export interface PvSnowOptions {
  readonly model?: "marion" | "townsend" | undefined;
  /** Strings in parallel along the slope: a string that is partly covered gives nothing. Default 2, as PVWatts has it. */
  readonly strings?: number | undefined;
  /** "marion": snowfall that covers the modules, cm/h. Default 1. */
  readonly thresholdSnowfall?: number | undefined;
  /** "townsend": length of the modules along the slope, m; of a tracker from the axis to the edge. */
  readonly slantHeight?: number | undefined;
  /** "townsend": height of the lower edge above ground, m. */
  readonly lowerEdgeHeight?: number | undefined;
  /** "townsend": fresh snow from January to December, cm. Default: that of the weather. */
  readonly monthlySnowfall?: readonly number[] | undefined;
  /** "townsend": days with more than 2.54 cm of it. Default: those of the weather. */
  readonly monthlySnowDays?: readonly number[] | undefined;
  /** "townsend": relative humidity, %. Default: that of the weather. */
  readonly monthlyHumidity?: readonly number[] | undefined;
}

/** Percent of each month from January on, or a model fed by the weather's rain. */
export type PvSoiling = readonly number[] | "kimber" | PvSoilingOptions;

export interface PvSoilingOptions {
  /** "kimber": a constant rate between rains (Kimber et al. 2006); "hsu": particles that settle (Coello & Boyle 2019). */
  readonly model: "kimber" | "hsu";
  /** Rain that cleans the modules, mm. Default 6 in a day for "kimber", 1 in an hour for "hsu". */
  readonly cleaningThreshold?: number | undefined;
  /** Hours over which rain is summed. Default 24 for "kimber", 1 for "hsu". */
  readonly rainHours?: number | undefined;
  /** "kimber": percent lost with each day. Default 0.15. */
  readonly lossRate?: number | undefined;
  /** "kimber": days after such rain without new dust. Default 14. */
  readonly gracePeriod?: number | undefined;
  /** "kimber": percent lost at most. Default 30. */
  readonly largest?: number | undefined;
  /** "kimber": days of the year on which somebody cleans the modules, "MM-DD". */
  readonly washes?: readonly string[] | undefined;
  /** "hsu": particles below 2.5 µm and below 10 µm in the air, µg/m³. */
  readonly pm25?: number | undefined;
  readonly pm10?: number | undefined;
}

const MONTHS = [12, 12] as const;
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The keys of one model, which another does not take. */
const OF_SNOW = {
  marion: ["thresholdSnowfall"],
  townsend: ["slantHeight", "lowerEdgeHeight", "monthlySnowfall", "monthlySnowDays", "monthlyHumidity"],
} as const;
const OF_SOILING = { kimber: ["lossRate", "gracePeriod", "largest", "washes"], hsu: ["pm25", "pm10"] } as const;

const snowOptions = object(
  {
    model: choice(["marion", "townsend"], "default marion"),
    strings: whole(1, 100, "strings in parallel along the slope; default 2, as PVWatts has it"),
    thresholdSnowfall: number(0, 100, "marion: snowfall that covers the modules, cm/h; default 1"),
    slantHeight: number(0.1, 100, "townsend: length of the modules along the slope, m; of a tracker from axis to edge"),
    lowerEdgeHeight: number(0, 100, "townsend: height of the lower edge above ground, m"),
    monthlySnowfall: list(number(0, 2000, "cm"), MONTHS, "townsend: fresh snow by month; default: the weather's"),
    monthlySnowDays: list(
      number(0, 31, "days"),
      MONTHS,
      "townsend: days with more than 2.54 cm; default: the weather's",
    ),
    monthlyHumidity: list(number(0, 100, "%"), MONTHS, "townsend: relative humidity; default: the weather's"),
  },
  "a snow model and its options",
);

export const SNOW: Field<PvSnow> = either(
  isObject,
  checked(snowOptions, (options, where) => {
    const { model = "marion" } = options;
    refuseOthers(options, model, OF_SNOW, where);
    if (model === "townsend") requireKeys(options, ["slantHeight", "lowerEdgeHeight"], model, where);
  }),
  choice(
    ["none", "marion"],
    "none: no snow on the modules is modelled",
    "or an object with a model (marion, townsend)",
  ),
  "snow on the modules; default: marion where the weather has snow depth or snowfall, unless losses.snow is given",
) as unknown as Field<PvSnow>;

const soilingOptions = object(
  {
    model: choice(["kimber", "hsu"], "a constant rate between rains, or particles that settle"),
    cleaningThreshold: number(0, 1000, "rain that cleans, mm; default 6 (kimber), 1 (hsu)"),
    rainHours: number(0.1, 8760, "hours over which rain is summed; default 24 (kimber), 1 (hsu)"),
    lossRate: number(0, 10, "kimber: percent lost with each day; default 0.15"),
    gracePeriod: number(0, 366, "kimber: days after such rain without new dust; default 14"),
    largest: number(0, 100, "kimber: percent lost at most; default 30"),
    washes: list(dayOfYear(), [1, 366], "kimber: days on which somebody cleans the modules"),
    pm25: number(0, 10_000, "hsu: particles below 2.5 µm, µg/m³"),
    pm10: number(0, 10_000, "hsu: particles below 10 µm, µg/m³"),
  },
  "a soiling model and its options",
  ["model"],
);

const months = list(number(0, 100, "percent"), MONTHS, "percent lost in each month from January on");

export const SOILING: Field<PvSoiling> = either(
  Array.isArray,
  months,
  either(
    isObject,
    checked(soilingOptions, (options, where) => {
      const model = options.model!;
      refuseOthers(options, model, OF_SOILING, where);
      if (model === "hsu") requireKeys(options, ["pm25", "pm10"], model, where);
    }),
    choice(
      ["kimber"],
      "kimber: a constant rate between rains",
      "twelve percents from January on, or an object with a model (kimber, hsu); one for the year is losses.soiling",
    ),
    "a model fed by the weather's rain",
  ),
  "soiling in place of losses.soiling: percent of each month, or a model",
) as unknown as Field<PvSoiling>;

function checked<Value>(field: Field<Value>, check: (value: Value, where: string) => void): Field<Value> {
  return {
    schema: field.schema,
    read(value, where) {
      const found = field.read(value, where);
      check(found, where);
      return found;
    },
  };
}

function refuseOthers(
  options: object,
  model: string,
  keys: { readonly [model: string]: readonly string[] },
  where: string,
): void {
  for (const [other, names] of Object.entries(keys)) {
    const found = other === model ? undefined : names.find((name) => Object.hasOwn(options, name));
    if (found !== undefined)
      throw new RangeError(`${where}.${found} belongs to model ${other}, but the model is ${model}`);
  }
}

function requireKeys(options: object, names: readonly string[], model: string, where: string): void {
  const missing = names.find((name) => !Object.hasOwn(options, name));
  if (missing !== undefined) throw new TypeError(`${where}.${missing} is required for model ${model}`);
}

function dayOfYear(): Field<string> {
  const form =
    /^(?:02-(?:0[1-9]|[12]\d)|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01]))$/;
  return {
    schema: { type: "string", pattern: form.source, description: "month and day" },
    read(value, where) {
      if (typeof value === "string" && form.test(value)) return value;
      throw new TypeError(`${where} must be a month and a day such as "06-30", got ${shown(value)}`);
    },
  };
}

export interface CheckedAgeing {
  /** Percent a year of the power at the start; 0 with a table. */
  readonly rate: number;
  /** Standard uncertainty (k = 1) of that rate, or of the mean rate of the table. */
  readonly rateUncertainty: number;
  /** Share of the nominal power left in each year, first year first. */
  readonly factors: readonly number[];
}

/** The middle of 0.5 to 0.6 %/a: medians of crystalline silicon in Jordan et al. (2016), Prog. Photovolt. 24, 978–989. */
const DEFAULT_RATE = 0.55;
/** Eight of ten module rates lie within 0.10 to 1.06 %/a (DNV GL's review of 2,000 rates): half of that over 1.28. */
const DEFAULT_RATE_UNCERTAINTY = 0.375;
const DEFAULT_YEARS = 25;
const MOST_YEARS = 60;
/** Percent a year; more is a defect, or the loss of all years. */
const MOST_RATE = 5;

const rate = () => number(0, MOST_RATE, "percent of the first power a year; default 0.55");

const described = object(
  {
    rate: rate(),
    rateUncertainty: number(0, MOST_RATE, "its standard uncertainty, percent a year; default 0.375"),
    firstYear: number(0, 20, "percent that is lost at once, by light; default 0: in losses.lid"),
    remaining: list(
      number(1, 100, "percent"),
      [1, MOST_YEARS],
      "percent of the nominal power in each year, in place of a rate",
    ),
    years: whole(1, MOST_YEARS, "life in years; default 25, or the length of the table"),
  },
  "ageing by a rate or by a table",
);

export const AGEING = either(
  (value) => typeof value === "object",
  described,
  rate(),
  "ageing of the modules; default: none, and no table of years",
) as unknown as Field<number | PvAgeing>;

/** @throws RangeError for a rate and a table at once, a table that rises, and a life that the table does not have or the modules not */
export function checkAgeing(given: number | PvAgeing, where: string): CheckedAgeing {
  const ageing = typeof given === "number" ? { rate: given } : given;
  const { remaining, rateUncertainty = DEFAULT_RATE_UNCERTAINTY } = ageing;
  if (remaining !== undefined) {
    return { rate: 0, rateUncertainty, factors: tableFactors(ageing, remaining, where) };
  }
  const { rate = DEFAULT_RATE, firstYear = 0, years = DEFAULT_YEARS } = ageing;
  const factors = Array.from({ length: years }, (_, year) => 1 - (firstYear + rate * year) / 100);
  const gone = factors.findIndex((factor) => factor <= 0);
  if (gone < 0) return { rate, rateUncertainty, factors };
  throw new RangeError(
    `${where}.years must be at most ${gone}: with ${rate} % a year nothing is left then, got ${years}`,
  );
}

function tableFactors({ rate, firstYear, years }: PvAgeing, remaining: readonly number[], where: string): number[] {
  if (rate !== undefined || firstYear !== undefined) {
    throw new RangeError(`${where} must have rate and firstYear, or remaining, got both`);
  }
  const rise = remaining.findIndex((percent, year) => year > 0 && percent > remaining[year - 1]!);
  if (rise > 0) {
    const [before, after] = [remaining[rise - 1], remaining[rise]];
    throw new RangeError(`${where}.remaining must not rise, got ${after} after ${before} in year ${rise + 1}`);
  }
  if (years !== undefined && years > remaining.length) {
    throw new RangeError(`${where}.years must be at most the ${remaining.length} years of remaining, got ${years}`);
  }
  return remaining.slice(0, years).map((percent) => percent / 100);
}

export type Clipping = "steps" | "withinHour";
/** Hectares, or by the peak power. */
export type Smoothing = "auto" | number;

export const CLIPPING: Field<Clipping> = choice(
  ["steps", "withinHour"],
  "withinHour: what swings above the limit within a step of the weather is lost, too; default for steps of 15 minutes and longer",
);

/** More than the largest plants. */
const MOST_HECTARES = 20_000;

export const SMOOTHING: Field<Smoothing> = either(
  (value) => typeof value === "string",
  choice<"auto">(["auto"], "2 hectares for each MWp"),
  number(0, MOST_HECTARES, "hectares"),
  "area of modules whose power one limit sees: clouds take time to cross it; for weather of at most 5 minutes; default none",
);

/** Ground under a MWp: Ong et al. 2013, NREL/TP-6A20-56290, have 2 to 3 ha per MW; the modules of today need less. */
const HECTARES_PER_MWP = 2;

/** @returns hectares; 0: no smoothing */
export function smoothedArea(smoothing: Smoothing | undefined, kwp: number): number {
  return smoothing === "auto" ? (HECTARES_PER_MWP * kwp) / 1000 : (smoothing ?? 0);
}

/** Seconds; in finer weather the steps themselves show what is clipped. */
const FINEST_SWUNG = 900;

/** Whether the limit applies to what swings within the steps of such weather. */
export function swingsWithin(clipping: Clipping | undefined, interval: number): boolean {
  return (clipping ?? (interval >= FINEST_SWUNG ? "withinHour" : "steps")) === "withinHour";
}

/** Ageing of the modules: by a rate, or by a table as in a warranty. */
export interface PvAgeing {
  /** Percent of the first power a year, 0 to 5. Default 0.55: crystalline silicon (Jordan et al. 2016). */
  readonly rate?: number | undefined;
  /** Standard uncertainty of the rate, or of the mean rate of the table, percent a year. Default 0.375. */
  readonly rateUncertainty?: number | undefined;
  /** Percent that light takes at once. Default 0: `losses.lid` has it; given, that item is 0 unless it is given, too. */
  readonly firstYear?: number | undefined;
  /** Percent of the nominal power left in each year, in place of a rate: at most 60 values that do not rise. */
  readonly remaining?: readonly number[] | undefined;
  /** Years of life, at most 60. Default 25, or those of the table. */
  readonly years?: number | undefined;
}
