/** What a report says beside the pictures and tables of the room: in plain texts and numbers, before they become a page. */
import { NOTHING } from "../compare/yields.js";
import { coordinatesOf } from "../place/words.js";
import { energyDigits } from "../rooms/roof/figures.js";
import { sourceText } from "../rooms/roof/headline.js";
import { lacksTerrain, type YieldAnswer, type YieldPlane, type YieldSum } from "../service/answer.js";
import { figure, monthName, percent, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { SmallTable } from "../view.js";

/** What the answer does not know of its question. */
export interface Asked {
  /** Of the place; "" where nobody named it. */
  readonly name: string;
  /** Where the altitude is from; undefined where the service has it. */
  readonly altitudeFrom: "given" | "town" | undefined;
  /** Whether the best fixed plane was asked for. */
  readonly isBest: boolean;
  /** 360 whole degrees; undefined for none. */
  readonly horizon: { readonly line: readonly number[]; readonly isTerrain: boolean } | undefined;
}

export function placeName({ latitude, longitude }: YieldAnswer["place"], name: string): string {
  return name || coordinatesOf({ lat: latitude, lon: longitude });
}

export function titleOf({ kwp }: Pick<YieldAnswer, "kwp">): string {
  return texts().report.title(plain(kwp));
}

/** Labels and what stands beside them. */
export function factsOf(answer: YieldAnswer, asked: Asked): (readonly [label: string, text: string])[] {
  const words = texts().report;
  const { place, planes } = answer;
  const where = coordinatesOf({ lat: place.latitude, lon: place.longitude });
  const isCoarse = answer.notices.some(({ code }) => code === "altitude");
  const altitude = asked.altitudeFrom ? words[asked.altitudeFrom] : isCoarse ? words.coarse : words.ofService;
  return [
    [words.place, asked.name === "" ? where : `${asked.name} (${where})`],
    [words.altitude, `${words.metres(figure(place.altitude))}, ${altitude}`],
    [words.planes, `${planes.map(planeText).join("; ")}${asked.isBest ? ` (${words.best})` : ""}`],
    [words.losses, lossesText(answer)],
    [words.weather, sourceText(answer)],
    [words.horizon, horizonText(answer, asked)],
  ];
}

export function planeText({ kwp, surface_tilt, surface_azimuth, tracking_mode }: YieldPlane): string {
  const words = texts().report;
  if (tracking_mode !== "none") return words.tracker(plain(kwp));
  return words.plane(plain(surface_tilt), plain(surface_azimuth), plain(kwp));
}

export function lossesText({ request }: Pick<YieldAnswer, "request">): string {
  const words = texts().report;
  if (request.body !== undefined) return words.lossesOfSystem;
  const given = Object.fromEntries(request.query);
  const losses = given.losses === undefined ? words.lossesUsual : words.lossesGiven(plain(Number(given.losses)));
  return given.dc_ac_ratio === undefined ? losses : `${losses}; ${words.dcAc(plain(Number(given.dc_ac_ratio)))}`;
}

function horizonText(answer: YieldAnswer, { horizon }: Asked): string {
  const words = texts().report;
  if (lacksTerrain(answer)) return words.horizonUnknown;
  if (!horizon) return words.horizonFlat;
  const most = plain(Math.max(...horizon.line));
  const line = horizon.isTerrain ? words.horizonAuto(most) : words.horizonOwn(most);
  const shading = answer.losses.find(({ name }) => name === "shading");
  return shading ? `${line}; ${words.horizonTakes(percent(1 - shading.factor, 1))}` : line;
}

/** The months beside one another, as a sheet is wide, with the year. */
export function monthsTable({ months, annual }: YieldAnswer): SmallTable {
  const words = texts().report;
  const { month, year, perKwp } = texts().roof;
  const row = (label: string, of: (sum: YieldSum) => number, decimals: number) => [
    label,
    ...months.map((one) => figure(of(one), decimals)),
    annual ? figure(of(annual), decimals) : NOTHING,
  ];
  return {
    head: [month, ...months.map((one) => monthName(one.month, "short")), year],
    rows: [
      row("kWh", ({ energy }) => energy, energyDigits(annual?.energy ?? 0)),
      row(perKwp, ({ specific_yield }) => specific_yield, 0),
      row(words.onLevel, ({ horizontal_irradiation }) => horizontal_irradiation, 0),
      row(words.onPlane, ({ plane_irradiation }) => plane_irradiation, 0),
    ],
  };
}
