/** What a report says, from the answer of `/v1/yield`: texts and numbers, before they become a page. */

import { monthNames } from "../compare/pictures.js";
import type { PlainTable } from "../compare/table.js";
import { changeText, energyText, figureText, NOTHING } from "../compare/words.js";
import { stageRows } from "../compare/yields.js";
import type { YieldAnswer, YieldSum } from "../service/yield-answer.js";
import { figure, percent } from "../texts/numbers.js";
import { language, texts } from "../texts/texts.js";

/** What the answer does not know of its question. */
export interface Asked {
  /** Of the place; "" where nobody named it. */
  readonly name: string;
  /** Whether the altitude was given. */
  readonly hasAltitude: boolean;
  readonly isBest: boolean;
  /** 360 whole degrees; undefined for an open horizon. */
  readonly horizon: { readonly line: readonly number[]; readonly isTerrain: boolean } | undefined;
}

export function placeName({ place }: YieldAnswer, name: string): string {
  return name || coordinatesText(place.latitude, place.longitude);
}

/** "47.4° N, 8.5° E". */
export function coordinatesText(latitude: number, longitude: number): string {
  const { compass } = texts().report;
  const side = (value: number, [above, below]: readonly [string, string]) =>
    `${degrees(Math.abs(value))}° ${value < 0 ? below : above}`;
  return `${side(latitude, [compass.north, compass.south])}, ${side(longitude, [compass.east, compass.west])}`;
}

/** As many digits as it has, four at most. */
function degrees(value: number): string {
  const [, decimals = ""] = String(Number(value.toFixed(4))).split(".");
  return figure(value, decimals.length);
}

/** "27 November 2026". */
export function dayText(date: Date): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long", year: "numeric" }).format(date);
}

export function systemText({ kwp }: YieldAnswer): string {
  return texts().report.system(plain(kwp));
}

/** A number as it was entered. */
function plain(value: number): string {
  const [, decimals = ""] = String(value).split(".");
  return figure(value, Math.min(3, decimals.length));
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Where a single year lies with a chance of eight in ten, kWh: from P90 to its mirror about P50, as what is uncertain is spread evenly to
 * both sides (src/yield/uncertainty).
 */
export function rangeOf({ uncertainty }: YieldAnswer): Range | undefined {
  const p90 = uncertainty?.horizons[0]?.values.find(({ exceedance }) => exceedance === 90)?.energy;
  return uncertainty && p90 !== undefined ? { low: p90, high: 2 * uncertainty.energy - p90 } : undefined;
}

/** In few words, and whether they are a caution. */
export function weatherText({ weather }: YieldAnswer): string {
  const words = texts().report;
  if (weather.synthetic) return weather.kind === "history" ? words.generatedYears : words.generated;
  const names = [...new Set((weather.sources ?? []).map(({ dataset }) => dataset))];
  return words.measured(names.join(", ") || periodText(weather));
}

function periodText({ kind, start_year, end_year }: YieldAnswer["weather"]): string {
  const words = texts().report;
  return kind === "history" && start_year && end_year
    ? words.years(String(start_year), String(end_year))
    : words.typical;
}

/** Labels and what stands beside them. */
export function factsOf(answer: YieldAnswer, asked: Asked): (readonly [label: string, text: string])[] {
  const words = texts().report;
  const { place, weather, planes } = answer;
  const where = coordinatesText(place.latitude, place.longitude);
  const isCoarse = answer.notices.some(({ code }) => code === "altitude");
  const altitude = asked.hasAltitude ? words.given : isCoarse ? words.coarse : words.ofService;
  return [
    [words.place, asked.name === "" ? where : `${asked.name} (${where})`],
    [words.altitude, `${words.metres(figure(place.altitude))}, ${altitude}`],
    [words.planes, `${planes.map(planeText).join("; ")}${asked.isBest ? ` (${words.best})` : ""}`],
    [words.losses, lossesText(answer)],
    [words.weather, `${periodText(weather)}; ${weatherText(answer)}`],
    [words.horizon, horizonText(answer, asked)],
  ];
}

function planeText({ kwp, surface_tilt, surface_azimuth, tracking_mode }: YieldAnswer["planes"][number]): string {
  const words = texts().report;
  if (tracking_mode !== "none") return words.tracker(plain(kwp));
  return words.plane(plain(surface_tilt), plain(surface_azimuth), plain(kwp));
}

function lossesText({ request }: YieldAnswer): string {
  const words = texts().report;
  if (request.body !== undefined) return words.lossesOfSystem;
  const given = request.query.find(([name]) => name === "losses")?.[1];
  return given === undefined ? words.lossesUsual : words.lossesGiven(plain(Number(given)));
}

function horizonText({ losses }: YieldAnswer, { horizon }: Asked): string {
  const words = texts().report;
  if (!horizon) return words.horizonFlat;
  const most = String(Math.max(...horizon.line));
  const line = horizon.isTerrain ? words.horizonAuto(most) : words.horizonOwn(most);
  const shading = losses.find(({ name }) => name === "shading");
  return shading ? `${line}; ${words.horizonTakes(percent(1 - shading.factor, 1))}` : line;
}

/** The months beside one another, as a page is wide, with the year. */
export function monthsTable({ months, annual }: YieldAnswer): PlainTable {
  const words = texts().report;
  const row = (label: string, of: (sum: YieldSum) => number, decimals: number) => [
    label,
    ...months.map((month) => figure(of(month), decimals)),
    annual ? figure(of(annual), decimals) : NOTHING,
  ];
  const small = (annual?.energy ?? 0) < 100 ? 1 : 0;
  const names = monthNames();
  return {
    caption: words.monthsTitle,
    head: [words.month, ...months.map(({ month }) => names[month - 1] as string), words.year],
    rows: [
      row(words.energy, ({ energy }) => energy, small),
      row(words.perKwp, ({ specific_yield }) => specific_yield, 0),
      row(words.onLevel, ({ horizontal_irradiation }) => horizontal_irradiation, 0),
      row(words.onPlane, ({ plane_irradiation }) => plane_irradiation, 0),
    ],
  };
}

/** Years of history one by one; undefined for a typical year, and for a year alone. */
export function yearsTable({ years }: YieldAnswer): PlainTable | undefined {
  const words = texts().report;
  if (years.length < 2) return undefined;
  return {
    caption: words.yearByYear,
    head: [words.year, ...years.map(({ year }) => String(year))],
    rows: [[words.energy, ...years.map(({ energy }) => energyText(energy))]],
  };
}

export function wayTable(answer: YieldAnswer): PlainTable {
  const words = texts().report;
  const names: { readonly [name: string]: string } = { ...words.stages, ...texts().compare.stages };
  const changes = new Map(stageRows([answer]).map(({ name, changes: [change] }) => [name, change ?? null]));
  return {
    caption: words.wayIntro,
    head: [words.stage, words.change, words.left],
    rows: answer.losses.map(({ name, description, energy }) => [
      names[name] ?? description,
      changes.has(name) ? changeText(changes.get(name) ?? null) : "",
      energyText(energy),
    ]),
  };
}

/** P50 to P99 of a year, and of means of years; undefined where the answer does not tell how sure it is. */
export function chanceTable({ uncertainty }: YieldAnswer): PlainTable | undefined {
  const words = texts().report;
  if (!uncertainty) return undefined;
  const { horizons } = uncertainty;
  return {
    caption: words.exceeded,
    head: ["", ...(horizons[0]?.values ?? []).map(({ exceedance }) => `P${exceedance}`)],
    rows: horizons.map(({ years, values }) => [
      years === 1 ? words.oneYear : words.meanOf(String(years)),
      ...values.map(({ energy }) => energyText(energy)),
    ]),
  };
}

/** The shares of the uncertainty with their reasons, which are the server's words. */
export function sharesTable({ uncertainty }: YieldAnswer): PlainTable | undefined {
  const words = texts().report;
  if (!uncertainty) return undefined;
  const names: { readonly [key: string]: string } = words.causes;
  const size = (value: number | undefined) => `${figureText(value ?? null, 1)} %`;
  return {
    caption: words.shares,
    head: [words.cause, words.size, words.reason],
    rows: uncertainty.shares
      .filter(({ percent: share }) => share > 0)
      .map(({ key, percent: share, reason }) => [names[key] ?? key, size(share), reason]),
    foot: [words.together, size(uncertainty.horizons[0]?.percent), words.root],
  };
}
