/**
 * Programs and services whose tables say by themselves what a reader of tables would ask: what names hold, in what unit, and what stamps
 * mark. A new one is a row of `PROGRAMS`; what they write before the header is read in `preamble.ts`.
 */

import { HOUR, MINUTE, yearStart } from "../../../time/calendar.js";
import type { WeatherColumn } from "../../series.js";
import type { Label } from "../format.js";

/** What a table is recognised by. */
interface Head {
  /** Without units. */
  readonly names: readonly string[];
  /** The lines before the header. */
  readonly before: string;
}

/** A name in the file, what it holds, and its unit where the file does not state one. The first row of a column that is there counts. */
type Holding = readonly [name: RegExp, column: WeatherColumn, unit?: string];

export interface Program {
  readonly is: (head: Head) => boolean;
  /** What stamps mark; "instant": the values are those of the stamp. */
  readonly label?: Label | "instant";
  /** Why, where that is usual and not certain. */
  readonly why?: string;
  /** The label holds for whole hours only. */
  readonly wholeHours?: true;
  /** Hours ahead of UTC. */
  readonly zone?: number;
  readonly isTypical?: true;
  /** Ms from a stamp to the time that it marks, by the first and the last one and the step in ms. */
  readonly shift?: (first: number, last: number, step: number) => { readonly ms: number; readonly message?: string };
  readonly columns?: readonly Holding[];
  /** A value of rain that means less than the least amount. */
  readonly trace?: number;
}

const has = (pattern: RegExp) => (head: Head) => head.names.some((name) => pattern.test(name));
const says = (pattern: RegExp) => (head: Head) => pattern.test(head.before);

const OPEN_METEO = /^(?:shortwave|direct|diffuse)_radiation(?:_|$)/;
const INSTANT = /_instant(?:_|$)/;
const isOpenMeteo = (head: Head) => has(OPEN_METEO)(head) || says(/^latitude,longitude,.*utc_offset_seconds/m)(head);
const isMean = has(
  /^(?:shortwave_radiation|direct_radiation|diffuse_radiation|direct_normal_irradiance)(?!.*_instant)/,
);
const OPEN_METEO_COLUMNS: readonly Holding[] = [
  [/^shortwave_radiation(?:_instant)?$/, "global_horizontal_irradiance"],
  [/^direct_radiation(?:_instant)?$/, "direct_horizontal_irradiance"],
  [/^diffuse_radiation(?:_instant)?$/, "diffuse_horizontal_irradiance"],
  [/^direct_normal_irradiance(?:_instant)?$/, "direct_normal_irradiance"],
];

/** MeteoSwiss' hourly values ended 20 minutes before their stamp until 2018 (opendata-download, "Time stamps and time intervals"). */
function synopHours(first: number, last: number, step: number) {
  const end = yearStart(2018);
  if (step !== HOUR || first >= end) return { ms: 0 };
  if (last < end) return { ms: -20 * MINUTE };
  const message =
    "MeteoSwiss' hours before 2018 end 20 minutes before their stamps, and are read as if they ended there: cut the file";
  return { ms: 0, message };
}

const PROGRAMS: readonly Program[] = [
  { is: says(/^"?TOA5"?,/), label: "end", why: ", as Campbell Scientific's loggers write them" },
  {
    is: (head) => says(/\bPVsyst\b/i)(head) && says(/\bTMY\b/)(head),
    label: "start",
    wholeHours: true,
    isTypical: true,
  },
  { is: says(/\bPVsyst\b/i), label: "start", wholeHours: true },
  { is: has(/^SRRL BMS /), label: "end" },
  // SolarAnywhere states it.
  { is: says(/Averaging Method: End of Period/), label: "end" },
  // Light is "preceding hour mean" or of 15 minutes, as the API's documentation has it, but for names in _instant.
  {
    is: (head) => isOpenMeteo(head) && has(INSTANT)(head) && !isMean(head),
    label: "instant",
    columns: OPEN_METEO_COLUMNS,
  },
  {
    is: isOpenMeteo,
    label: "end",
    columns: OPEN_METEO_COLUMNS.map(([name, column]) => [new RegExp(name.source.replace("(?:_instant)?", "")), column]),
  },
  // KNMI's hourly file: hour 1 is 00:00 to 01:00 UT. RH is no humidity; −1 of it is less than 0.05 mm.
  {
    is: (head) => says(/\bKNMI\b|NEDERLANDS METEOROLOGISCH/i)(head) || (has(/^YYYYMMDD$/)(head) && has(/^STN$/)(head)),
    label: "end",
    zone: 0,
    columns: [
      [/^Q$/, "global_horizontal_irradiance", "J/cm2"],
      [/^T$/, "temperature", "0.1 C"],
      [/^TD$/, "dew_point_temperature", "0.1 C"],
      [/^FH$/, "wind_speed", "0.1 m/s"],
      [/^U$/, "relative_humidity", "%"],
      [/^RH$/, "precipitation", "0.1 mm"],
    ],
    trace: -1,
  },
  // MeteoSwiss' open data and data portal, hours (h) and ten minutes (z, s): the stamp, in UTC, is the end.
  {
    is: has(/^(?:gre|ods|tre|ure|fkl|rre|sre|prest)[a0-9]{3}[hzs]0$/),
    label: "end",
    zone: 0,
    shift: synopHours,
    columns: [
      [/^gre000[hz]0$/, "global_horizontal_irradiance", "W/m2"],
      [/^ods000[hz]0$/, "diffuse_horizontal_irradiance", "W/m2"],
      [/^tre200[hs]0$/, "temperature", "C"],
      [/^tde200[hs]0$/, "dew_point_temperature", "C"],
      [/^fkl010[hz]0$/, "wind_speed", "m/s"],
      [/^ure200[hs]0$/, "relative_humidity", "%"],
      [/^presta[hs]0$/, "pressure", "hPa"],
      [/^rre150[hz]0$/, "precipitation", "mm"],
    ],
  },
  // Meteonorm: G_Gh global and G_Dh diffuse on the level, G_Bn normal.
  {
    is: has(/^G_(?:Gh|Dh|Bn)$/),
    columns: [
      [/^G_Gh$/, "global_horizontal_irradiance", "W/m2"],
      [/^G_Dh$/, "diffuse_horizontal_irradiance", "W/m2"],
      [/^G_Bn$/, "direct_normal_irradiance", "W/m2"],
      [/^G_Bh$/, "direct_horizontal_irradiance", "W/m2"],
      [/^Ta$/, "temperature", "C"],
      [/^Td$/, "dew_point_temperature", "C"],
      [/^FF$/, "wind_speed", "m/s"],
      [/^RH$/, "relative_humidity", "%"],
    ],
  },
  // FLUXNET and AmeriFlux: _F is "filled"; further figures are the place of a sensor.
  {
    is: (head) =>
      has(/^TIMESTAMP_(?:START|END)$/)(head) || has(/^(?:SW_IN|TA|WS|PA|P)_F_(?:MDS|QC)$|^SW_IN(?:_F)?$/)(head),
    columns: [
      ["SW_IN", "global_horizontal_irradiance", "W/m2"],
      ["SW_DIF", "diffuse_horizontal_irradiance", "W/m2"],
      ["TA", "temperature", "C"],
      ["WS", "wind_speed", "m/s"],
      ["RH", "relative_humidity", "%"],
      ["PA", "pressure", "kPa"],
      ["P", "precipitation", "mm"],
    ].flatMap(([name, column, unit]): Holding[] =>
      ["_F", "", "_F_MDS", "(?:_PI)?(?:_F)?_\\d+_\\d+_\\d+"].map((end) => [
        new RegExp(`^${name}${end}$`),
        column as WeatherColumn,
        unit!,
      ]),
    ),
  },
  // DWD's hours of light end at MESS_DATUM (wetterdienst #69); they are hours of the true sun.
  { is: has(/^F[GD]_LBERG$/), label: "end", zone: 0 },
  // INMET's stations sum up the 60 minutes before the stamp.
  {
    is: has(/^RADIACAO GLOBAL/i),
    label: "end",
    columns: [
      [/^RADIACAO GLOBAL/i, "global_horizontal_irradiance", "kJ/m2"],
      [/^TEMPERATURA DO AR - BULBO SECO/i, "temperature", "C"],
      [/^TEMPERATURA DO PONTO DE ORVALHO/i, "dew_point_temperature", "C"],
      [/^VENTO, VELOCIDADE/i, "wind_speed", "m/s"],
      [/^UMIDADE RELATIVA DO AR/i, "relative_humidity", "%"],
      [/^PRESS[AÃ]O ATMOSFERICA AO NIVEL DA ESTA/i, "pressure", "hPa"],
      [/^PRECIPITA[CÇ][AÃ]O TOTAL/i, "precipitation", "mm"],
    ],
  },
];

export function programOf(head: Head): Program | undefined {
  return PROGRAMS.find((program) => program.is(head));
}

/** Index of every column whose name the program fixes. */
export function fixedNames(program: Program | undefined, names: readonly string[]): Map<WeatherColumn, number> {
  const found = new Map<WeatherColumn, number>();
  for (const [pattern, column] of program?.columns ?? []) {
    const index = names.findIndex((name) => pattern.test(name));
    if (index >= 0 && !found.has(column)) found.set(column, index);
  }
  return found;
}

export function fixedUnit(program: Program | undefined, column: WeatherColumn, name: string): string | undefined {
  return program?.columns?.find(([pattern, other]) => other === column && pattern.test(name))?.[2];
}
