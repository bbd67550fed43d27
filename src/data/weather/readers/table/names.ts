/** What a column of a table holds, by its name: `Global CMP22 [W/m²]`, `SlrW_Avg`, `GlobHor`, `Globalstrahlung (kW/m2)`. */
import type { WeatherColumn } from "../../series.js";
import { amountFactor, conversion, LONGEST_NAME, matches, type NamePattern } from "../rows/units.js";

export interface ColumnName {
  /** As it is written, without the unit in brackets. */
  readonly bare: string;
  /** Lower case, without unit and statistics, single blanks for everything between words. */
  readonly plain: string;
  readonly unit: string | undefined;
  /** The unit is only the last word of the name: `temp_c`, but also `TA_F`, which is filled. */
  readonly isTail: boolean;
  /** A measure of scatter, a flag, an extreme value: never the mean. */
  readonly isStatistic: boolean;
}

interface Known {
  readonly column: WeatherColumn;
  /** The first that matches a column decides. */
  readonly patterns: readonly NamePattern[];
  /** Similar names of other quantities. */
  readonly not?: RegExp;
}

const STATISTIC =
  /\b(?:std\w*|stdev|stddev|sd|sigma|var|variance|unc\w*|err|error|bias|difference|delta|residual|min|max|mini|maxi|minimum|maximum|high|hi|low|lo|lower|upper|peak|gust|flag\w*|qc|quality|status|count|source)\b/;
/** Computed, predicted, one of a spread, or as it was before its calibration: it stands for no measured value but where it is named. */
const DERIVED =
  /\b(?:mod|models?|modell?ed|modell|nwp|sim|simul\w*|synth\w*|pred|predict\w*|fc|fcst|forecast\w*|prognos\w*|vorhersage|est|estimat\w*|expected|sat|satellite|ens\w*|member\w*|ci|percentil\w*|quantile|\d+th|[pq]\d+|raw|roh\w*|uncal\w*|pct\d+|\d+pct)\b/;
const OTHER_LIGHT =
  /\b(?:clear|clearsky|csky|clr|clrsky|cs|mcclear|ineichen|haurwitz|bird|solis|rest2|ext|etr|etrn|temp\w*|volt\w*|mv|resistance|heater|fan|gti|plane|inplane|array|south|north|east|west|toa|par|ir|infrared|longwave|thermal|terrestrial|net|lux|ratio|index|instant|cell|refcell|rear|back|effective|effektiv|globinc|globeff|albedo)\b|\b(?:tilt|incl|geneigt|modul|extra|uv|photo|refl|up|illum|accum)|poa/;
const OTHER_TEMPERATURE =
  /\b(?:dew|taupunkt|wet|soil|boden|sol|ground|cell|sky|chill|apparent|surface|skin|track|logger|ptemp|inverter|body|case|internal|back)\b|\b(?:zell|mod|panel|batt)/;

/** What is said of rain and snow that is no amount. */
const NOT_FALLEN =
  /\b(?:prob\w*|type|hours?|duration|dauer|code|sum since|water equivalent)\b|equivalent|convective|indicator/;

const KNOWN: readonly Known[] = [
  {
    column: "global_horizontal_irradiance",
    patterns: [
      /^(?:ghi|gh|g hor|ghor|glob ?hor|gs 10|fg lberg|allsky sfc sw dwn|swdown|sw ?dn?|swd|ssrd|swgdn|slr ?k?w|slrw|solar ?wm2)\b/,
      [/\bglobal\w*\b/, /\bhoriz/],
      /\bglobal(?:e|es|strahlung|radiation|irradian\w*)?\b(?!.*\bnormal\b)/,
      /\b(?:shortwave|solar) (?:rad|radiation|irrad|irradiance|irradiation)\b/,
      /\bsolar_?rad(?:iation)?\b|\bsolarradiation\b|^日射|^全天日射|^일사|^(?:水平面?)?总辐[射照]/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_normal_irradiance",
    patterns: [
      /^(?:dni|bni|dn|bn|beam ?nor|allsky sfc sw dni)\b/,
      [/\b(?:direct\w*|beam|dir|directa|directe|direkt\w*)\b/, /\bnorm/],
      [/\bnorm\w*\b/, /\b(?:direct\w*|beam)\b/],
      /\bdirektnormalstrahlung\b/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_horizontal_irradiance",
    patterns: [/^(?:bhi|beam ?hor)\b/, [/\b(?:direct\w*|beam|dir|direkt\w*)\b/, /\bhor/]],
    not: OTHER_LIGHT,
  },
  {
    column: "diffuse_horizontal_irradiance",
    patterns: [
      /^(?:dhi|diff ?hor|ds 10|fd lberg|allsky sfc sw diff)\b/,
      [/\bdiff?us\w*\b/, /\bhor/],
      /\bdiff?us\w*|\bdifus[ao]\b|\bhimmelsstrahlung\b|^(?:水平面?)?散射辐[射照]/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "temperature",
    patterns: [
      /^(?:temp air|temperature|temp|tamb|t amb|t2m|tair|t air|tdry|airt[cfk]|airtemp|tt 10|lufttemperatur)$/,
      /\bdry.?bulb/,
      [/\b(?:air|ambient|outdoor|outside|ambiente|aire|ext\w*|umgebungs?|aussen|außen)\b/, /\btemp/],
      [/\btemp\w*\b/, /\b(?:air|aire|amb\w*|ext\w*|outdoor|outside|luft)\b/],
      /\b(?:luft|umgebungs|außen|aussen)temperatur\b|temperatuur\b|^気温|^기온|^气温|^(?:环境|空气)温度/,
      /^t2m\b|^temp(?:eratur[ea]?|érature)?\b/,
    ],
    not: OTHER_TEMPERATURE,
  },
  {
    column: "dew_point_temperature",
    patterns: [/\bdew.?p(?:oint|t)\b|^t ?dew\b|\btaupunkt|\btemp\w* dew\b|\bdew temp/],
  },
  {
    column: "wind_speed",
    patterns: [
      /\bwind ?(?:speed(?:\b|(?=\d))|vel\w*)|^wspd\b|^ws(?: \d+ ?m)?(?: m ?s)?$|^wind$|^windspeed\b|\bwindgeschw\w*|\bvitesse (?:du )?vent\b|\bvel[a-zà-ÿ]{0,9}[.']? (?:(?:del|do) )?vi?ento\b|\bwindsnelheid\b|^ff 10$|^風速|^풍속|风速/,
    ],
    // At 30 m and more: of turbines, not of modules.
    not: /\bdir|\b(?:[3-9]\d|[1-9]\d\d) ?m(?:et\w*)?\b/,
  },
  { column: "snow_depth", patterns: [/\bsnow.?depth\b|\bschneehöhe\b/] },
  { column: "snowfall", patterns: [/^(?:snow ?fall|fresh snow|neuschnee)\b/], not: NOT_FALLEN },
  {
    column: "precipitation",
    patterns: [
      /\b(?:total )?precip(?:itation)?\b|^prcp\b|\bniederschlag\w*/,
      /^rain(?: ?fall)?\b|\bpluie\b|\blluvia\b/,
    ],
    not: NOT_FALLEN,
  },
  { column: "albedo", patterns: [/^(?:surface |ground )?albedo\b/] },
  {
    column: "pressure",
    patterns: [
      [/\b(?:station|surface|air|atmospheric|barometric)\b/, /\bpress/],
      /^(?:pressure|press|barometer|bp mbar|luftdruck|pression|presi[oó]n)\b|^气压/,
    ],
    not: /\b(?:sea|msl|vapou?r)\b/,
  },
  {
    column: "relative_humidity",
    patterns: [
      [/\brel(?:ative|hum)?\b/, /\bhum/],
      /\brelhum\b/,
      /^(?:rh|relhum)\b/,
      /\b(?:luft)?feucht\w*|\bhumedad\b|\bh?umid(?:it[éàày]|ade)(?![\p{L}])|vochtigheid\b|湿度|습도/u,
    ],
    not: /\bspecific|absolut/,
  },
  { column: "precipitable_water", patterns: [/^(?:precipitable water|pwat)\b/] },
];

/** What an unknown name might be, loosest last. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/\bsnow.?depth\b/, "snow_depth"],
  [/^snow.?fall\b/, "snowfall"],
  [/precip|^rain|^prcp/, "precipitation"],
  [/\bdni\b|\bbni\b/, "dni"],
  [/\bdhi\b/, "dhi"],
  [/^(?:direct|beam|dir)\b/, "dni or bhi"],
  [/^(?:dbt|tdb|ta|t|tmp|temp.*|.*\btemp)$|°[cf]|\bdeg ?[cf]\b/, "temperature"],
  [/diff/, "dhi"],
  [/\bghi\b|rad|irr|solar|sun|pyr|strahl|glob|light|^sw|einstr|^g$|辐|日射|일사/, "ghi"],
  [/wind|^ws|^v$|^wv/, "wind_speed"],
  [/hum|feucht|^hr$/, "relative_humidity"],
  [/press|druck|baro|^bp/, "pressure"],
];

/**
 * What names tell: the index of every weather column that is sure, and of those that could be meant where more than one could.
 *
 * @param fixed columns that are known beforehand
 */
export function knownNames(names: readonly ColumnName[], fixed: ReadonlyMap<WeatherColumn, number> = new Map()) {
  const found = new Map(fixed);
  const unclear = new Map<WeatherColumn, readonly number[]>();
  const taken = new Set(fixed.values());
  for (const { column, patterns, not } of KNOWN) {
    if (found.has(column)) continue;
    const isCandidate = (name: ColumnName, k: number) =>
      !name.isStatistic &&
      !taken.has(k) &&
      !(not?.test(name.plain) ?? false) &&
      !DERIVED.test(name.plain) &&
      unitFor(column, name) !== "other";
    const fitting = (pattern: NamePattern) =>
      [...names.keys()].filter((k) => isCandidate(names[k]!, k) && matches(pattern, names[k]!.plain));
    const fits = [...new Set(patterns.flatMap(fitting))];
    // Of columns with one name the first has the values, and others say how good they are (JMA).
    const candidates = fits.filter((k) => fits.find((other) => names[other]!.bare === names[k]!.bare) === k);
    const isLight = column.endsWith("_irradiance");
    const index = isLight ? plainest(candidates, names) : candidates[0];
    if (index !== undefined) {
      found.set(column, index);
      taken.add(index);
    } else if (candidates.length > 0) {
      unclear.set(column, candidates);
    }
  }
  return { found, unclear };
}

const MEASURED = /\b(?:meas|measured?|observed|obs|gemessen\w*|mesuré\w*|mesure|medid\w*)\b/g;

/** The candidate whose words all others have, too: `ghi_measured` beside `ghi_smoothed`, none of `ghi_a` and `ghi_b`. */
function plainest(candidates: readonly number[], names: readonly ColumnName[]): number | undefined {
  if (candidates.length < 2) return candidates[0];
  const words = candidates.map((k) => new Set(names[k]!.plain.replace(MEASURED, "").split(" ").filter(Boolean)));
  const least = words.findIndex((own) =>
    words.every((others) => others === own || (others.size > own.size && [...own].every((word) => others.has(word)))),
  );
  return candidates[least];
}

/** The unit of a name in a column: "other" if it is one of another quantity, undefined where the name has none, or only a last word. */
export function unitFor(column: WeatherColumn, { unit, isTail }: ColumnName): string | undefined {
  if (unit === undefined || conversion(column, unit) !== undefined || amountFactor(column, unit) !== undefined) {
    return unit;
  }
  return isTail ? undefined : "other";
}

/** What the column might be; undefined without an idea. */
export function guess(name: ColumnName): string | undefined {
  if (name.isStatistic) return undefined;
  const found = GUESSES.find(([pattern]) => pattern.test(name.plain)) ?? byUnit(name);
  if (found === undefined) return undefined;
  const excluded = found[1] === "temperature" ? OTHER_TEMPERATURE : OTHER_LIGHT;
  return excluded.test(name.plain) || /azimuth|zenith|elev|angle|height|duration|hours|direction/.test(name.plain)
    ? undefined
    : found[1];
}

/** In languages that the names above lack. */
function byUnit({ unit, plain }: ColumnName): (typeof GUESSES)[number] | undefined {
  const light = "global_horizontal_irradiance";
  const isLight = unit !== undefined && (conversion(light, unit) ?? amountFactor(light, unit)) !== undefined;
  return isLight && !/\b(?:flux|heat|soil|lw\w*)\b/.test(plain) ? [/$/, "ghi"] : undefined;
}

const PLANE_LIGHT = /\b(?:gti|\w*poa\w*|globinc)\b/;
/** Alone the first is an angle, the second any light. */
const PLANE = /\b(?:tilt\w*|inclin\w*|geneigt\w*|plane|inplane)\b/;
const LIGHT = /irr|rad|strahl|glob|light/;

/** Whether a name says light on the modules, which is no light on level ground. */
export function isPlaneLight(name: string): boolean {
  const { plain } = columnName(name);
  return PLANE_LIGHT.test(plain) || (PLANE.test(plain) && LIGHT.test(plain));
}

/** The last bracket is the unit, or what follows the last comma or underscore if it is a unit: `temp_c`, `GHI, W/m2`. */
export function columnName(name: string): ColumnName {
  const trimmed = name
    .slice(0, LONGEST_NAME)
    .replace(BRACKET, (text) => (SERIAL_NUMBER.test(text) ? "" : text))
    .trim();
  const bracket = /^(.*?)(?:\[([^[\]]*)\]|\(([^()]*)\))(?:[ _](?:avg|mean))?$/i.exec(trimmed);
  const bare = bracket?.[1] ?? trimmed;
  const words = bare
    .replace(/\bW\/m[2²^]*/gi, "Wm2")
    .toLowerCase()
    .replace(/[\s_.,:;/-]+/g, " ")
    .trim();
  const plain = words.replace(/ (?:avg|mean|mittel\w*|moyenne?|media|tot|average)$/, "");
  const unit = (bracket?.[2] ?? bracket?.[3])?.trim() || undefined;
  const isStatistic = STATISTIC.test(words);
  const { rest, tail } = unit === undefined ? tailUnit(plain) : { rest: plain, tail: unit };
  return { bare: bare.trim(), plain: rest, unit: tail, isTail: unit === undefined, isStatistic };
}

/** `Temp, °C (LGR S/N: 10427, SEN S/N: 10427)`. */
const SERIAL_NUMBER = /\b(?:S\/N|LBL)\b/;
const BRACKET = /\([^()]*\)/g;

const TAIL =
  /^(.+?) (k?wh? ?m2|w m 2|[mk]?j ?m2|j ?cm2|deg ?[cf]|[°º][cf]|[cfk]|celsius|fahrenheit|kelvin|[hk]?pa|mbar|(?:in|mm)hg|[mc]m|[mc]m h|inch(?:es)?|m s|ms|mps|km ?h|k[mp]h|mph|knots?|kts?|percent|pct)$/;
const TAIL_UNITS: { readonly [tail: string]: string } = {
  "w m 2": "W/m2",
  "m s": "m/s",
  "km h": "km/h",
  "mm h": "mm/h",
  "cm h": "cm/h",
  ms: "m/s",
};

/** A last letter is a unit after a temperature only: `SW_IN_F` is filled, `GHI_c` of a clear sky. */
const LETTER = /^[cfk]$/;
const WARMTH = /temp|bulb|dew|dbt|tdb|^t\w{0,4}(?: \w{1,3})?$|^air ?t/;

/** A temperature whose last letter other quantities have, too, states no unit: nobody can tell Fahrenheit from "filled". */
export function withoutCommonTails(names: readonly ColumnName[]): ColumnName[] {
  const tails = new Set(names.map(({ plain }) => / ([cfk])$/.exec(plain)?.[1]).filter(Boolean));
  return names.map((name) =>
    name.isTail && tails.has(name.unit) ? { ...name, unit: `${name.unit}?`, isTail: false } : name,
  );
}

function tailUnit(plain: string): { rest: string; tail: string | undefined } {
  const logger = /^(slrk?w|airt[cf])$/.exec(plain)?.[1];
  if (logger !== undefined) return { rest: plain, tail: LOGGER_UNITS[logger] };
  if (WEATHER_SERVICE.test(plain)) return { rest: plain, tail: "J/cm2" };
  const match = TAIL.exec(plain);
  if (match === null || (LETTER.test(match[2]!) && !WARMTH.test(match[1]!))) return { rest: plain, tail: undefined };
  const tail = match[2]!;
  return { rest: match[1]!, tail: TAIL_UNITS[tail] ?? tail.replace(" m2", "/m2").replace(/m2$/, "m2") };
}

/** Names that Campbell Scientific's programs give, with the unit inside. */
const LOGGER_UNITS: { readonly [name: string]: string } = { slrw: "W/m2", slrkw: "kW/m2", airtc: "C", airtf: "F" };

/** Columns of the German weather service (global, diffuse), which state no unit: J/cm² in their interval. */
const WEATHER_SERVICE = /^(?:gs 10|ds 10|fg lberg|fd lberg)$/;
