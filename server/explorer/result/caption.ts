/** What a picture that leaves the page alone says under it: all that it shows, and where that comes from. */
import { monthlyUnit } from "../chart/months.js";
import { totalOf } from "../chart/shading.js";
import { dateWords } from "../chart/time.js";
import { nameOf } from "../chart/words.js";
import { VERSION } from "../report/version.js";
import type { Scene } from "../rooms/series/view.js";
import { type Answer, type Source, sourceText } from "../service/answer.js";
import { lacksTerrain, type Notice, noticeSentence } from "../service/words.js";
import { lineOf } from "../state/horizon.js";
import type { State } from "../state/state.js";
import { calendarDate, figure, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { Caption } from "./framed.js";

/** Of a series. The sun's path has a place and a horizon, but no answer. */
export function captionOf(state: State, scene: Scene | undefined, also: readonly Source[], date: Date): Caption {
  const words = texts().report.picture;
  const { lat, lon, name } = state;
  const horizon = words.horizon(horizonName(state, scene?.answer.notices ?? []));
  if (!scene || state.room === "sun")
    return { place: placed(name, [`${lat}, ${lon}`, horizon]), sources: [words.sun, madeText(date)] };
  const { answer, zone } = scene;
  const { place, starts, ends, synthetic, sources, notices } = answer;
  const dates = words.dates(dateWords(starts[0] ?? 0, zone), dateWords((ends.at(-1) ?? 1) - 1, zone));
  const period = `${zone.isYearless ? words.typical : dates}, ${zone.label}`;
  const where = `${place.lat}, ${place.lon}, ${place.altitude} m`;
  return {
    place: placed(name, [where, period, planeText(state), horizon]),
    sources: [
      ...[sumsText(answer)].filter((text) => text !== ""),
      ...(synthetic ? [words.synthetic] : []),
      ...originTexts([...sources, ...also], notices),
      madeText(date),
    ],
  };
}

export function placed(name: string, parts: readonly string[]): string {
  return [name, ...parts].filter((part) => part !== "").join(" · ");
}

/** Where the values come from and what to know of them. */
export function originTexts(sources: readonly Source[], notices: readonly Notice[]): string[] {
  const words = texts().report.picture;
  return [
    ...sources.map((source) => words.source(sourceText(source))),
    ...notices.map((notice) => words.notice(noticeSentence(notice))),
  ];
}

/** When and by what it was made. */
export function madeText(date: Date): string {
  return texts().report.picture.made(calendarDate(date), VERSION);
}

function planeText({ tracking_mode, surface_tilt, surface_azimuth }: State): string {
  const words = texts().report.picture;
  return tracking_mode === "none" ? words.tilt(plain(surface_tilt), plain(surface_azimuth)) : words.tracker;
}

export function horizonName({ horizon }: Pick<State, "horizon">, notices: readonly Notice[]): string {
  const words = texts().report.picture;
  const line = lineOf(horizon);
  if (!line) return lacksTerrain({ notices }) ? words.unknown : words.auto;
  return horizon === "flat" ? words.flat : words.own(plain(Math.max(...line)));
}

/** The energies of the whole period; "" where there are none. */
function sumsText(answer: Answer): string {
  const sums = answer.parameters.flatMap((column) => {
    const total = totalOf(answer, column);
    return total === null ? [] : [`${nameOf(column.name)} ${figure(total, 1)} ${monthlyUnit(column)}`];
  });
  return sums.length === 0 ? "" : texts().report.picture.sums(sums.join("; "));
}
