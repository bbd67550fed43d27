/** Yields beside one another as tables and pictures: on the page and in the report alike. */
import type { Picture } from "../chart/picture.js";
import { energyDigits } from "../rooms/roof/figures.js";
import { stageName } from "../rooms/roof/pictures.js";
import type { SmallTable } from "../rooms/roof/table.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { monthName } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { gridOf, picturesOf } from "./grid.js";
import { facetsOf, namesOf } from "./names.js";
import { MONTHS, overlaidMonths } from "./pictures.js";
import type { Pin } from "./pins.js";
import { changeText, energyText, figureText, moreText, NOTHING } from "./words.js";
import { monthEnergies, stageRows, yieldRows } from "./yields.js";

/** Pins with what is known of them; names are those of all. */
export interface Compared<Answer> {
  readonly pins: readonly Pin[];
  readonly names: readonly string[];
  /** undefined: not there yet, or not to be had. */
  readonly answers: readonly (Answer | undefined)[];
}

export function comparedOf<Answer>(pins: readonly Pin[], answers: readonly (Answer | undefined)[]): Compared<Answer> {
  return { pins, names: namesOf(pins), answers };
}

export function yieldTable({ pins, names, answers }: Compared<YieldAnswer>): SmallTable {
  const { by, caption, shared, apart } = texts().compare;
  const rows = yieldRows(answers);
  const isOneSite = new Set(pins.map(({ state: { lat, lon } }) => `${lat},${lon}`)).size === 1;
  return {
    caption: `${caption(names[0] ?? "")} ${isOneSite ? shared : apart}`,
    head: [by.name, by.energy, by.more, by.share, by.specific, by.uncertain, by.p90, by.ratio, by.light],
    rows: rows.map(({ energy, more, share, specific, percent, p90, ratio, light }, k) => [
      names[k],
      energyText(energy),
      k === 0 ? NOTHING : moreText(more, energy),
      k === 0 ? NOTHING : changeText(share),
      figureText(specific, 0),
      percent === null ? NOTHING : `± ${figureText(percent, 0)} %`,
      energyText(p90),
      figureText(ratio, 2),
      figureText(light, 0),
    ]),
  };
}

/** undefined where the pins are no grid. */
export function gridTable({ pins, names, answers }: Compared<YieldAnswer>): SmallTable | undefined {
  const grid = gridOf(pins);
  if (!grid) return undefined;
  const rows = yieldRows(answers);
  const cell = (k: number) => {
    const { energy, share } = rows[k] as (typeof rows)[number];
    return k === 0 || share === null ? energyText(energy) : `${energyText(energy)} (${changeText(share)})`;
  };
  const { gridCaption, by } = texts().compare;
  return {
    caption: gridCaption(names[0] ?? ""),
    head: [by.name, ...grid.columns],
    rows: grid.at.map((line, r) => [grid.rows[r], ...line.map(cell)]),
  };
}

export function monthTable({ names, answers }: Compared<YieldAnswer>): SmallTable {
  const { roof } = texts();
  const months = answers.map((answer) => (answer ? monthEnergies(answer) : []));
  const digits = energyDigits(Math.max(...months.flat().map((value) => value ?? 0)));
  const year = yieldRows(answers).map(({ energy }) => figureText(energy, digits));
  return {
    caption: roof.monthsTitle,
    head: [roof.month, ...names],
    rows: [
      ...MONTHS.map((month, k) => [
        monthName(month, "long"),
        ...months.map((values) => figureText(values[k] ?? null, digits)),
      ]),
      [roof.year, ...year],
    ],
    hasSum: true,
  };
}

export function stageTable({ names, answers }: Compared<YieldAnswer>): SmallTable {
  return {
    caption: texts().compare.stageCaption,
    head: [texts().roof.stage, ...names],
    rows: stageRows(answers).map(({ stage, changes }) => [
      stageName(stage),
      ...changes.map((change) => changeText(change)),
    ]),
  };
}

/** The months side by side; where that takes several pictures they have one scale. */
export function monthPictures(
  { pins, names, answers }: Compared<YieldAnswer>,
  width: number,
  height?: number,
): Picture[] {
  const groups = picturesOf(pins);
  const months = answers.map((answer) => (answer ? monthEnergies(answer) : []));
  const most = Math.max(0, ...groups.flat().flatMap((k) => (months[k] ?? []).map((value) => value ?? 0)));
  const { monthsTitle } = texts().roof;
  const titleOf = (k: number) =>
    groups.length === 1 ? monthsTitle : `${monthsTitle}: ${facetsOf(pins[k] as Pin).place}`;
  return groups.flatMap((group) =>
    group.some((k) => answers[k])
      ? overlaidMonths({
          title: titleOf(group[0] as number),
          unit: "kWh",
          names: group.map((k) => names[k] as string),
          values: group.map((k) => months[k] ?? []),
          most,
          width,
          height,
        })
      : [],
  );
}

/** "30° S yields most: 8,480 kWh a year; 45° S yields 2.1 % less."; "" before two are known. */
export function yieldSummary({ names, answers }: Compared<YieldAnswer>): string {
  const known = yieldRows(answers).flatMap(({ energy }, k) =>
    energy === null ? [] : [{ energy, name: names[k] ?? "" }],
  );
  const sorted = [...known].sort((a, b) => b.energy - a.energy);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst || sorted.length < 2) return "";
  const { summary, ready } = texts().compare;
  const less = changeText(best.energy === 0 ? 0 : worst.energy / best.energy - 1).replace("−", "");
  return `${ready(known.length)} ${summary(best.name, energyText(best.energy), worst.name, less)}`;
}
