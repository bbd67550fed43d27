/** Yields beside one another as tables and pictures: on the page and in the report alike. */
import type { Picture } from "../chart/picture.js";
import { energyDigits } from "../rooms/roof/figures.js";
import { stageName } from "../rooms/roof/pictures.js";
import type { SmallTable } from "../rooms/roof/table.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { monthName } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { byPlace, gridOf } from "./grid.js";
import { facetsOf, namesOf } from "./names.js";
import { MONTHS, MOST_OVERLAID, overlaidMonths } from "./pictures.js";
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

export function yieldTable({ names, answers }: Compared<YieldAnswer>): SmallTable {
  const { by, caption } = texts().compare;
  const rows = yieldRows(answers);
  return {
    caption: caption(names[0] ?? ""),
    head: [by.name, by.energy, by.more, by.share, by.specific, by.p90, by.ratio, by.light],
    rows: rows.map(({ energy, more, share, specific, p90, ratio, light }, k) => [
      names[k],
      energyText(energy),
      k === 0 ? NOTHING : moreText(more, energy),
      k === 0 ? NOTHING : changeText(share),
      figureText(specific, 0),
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

/** The months side by side: all pins in one picture, or a picture for each place, on one scale, where they are too many for one. */
export function monthPictures({ pins, names, answers }: Compared<YieldAnswer>, width: number): Picture[] {
  const all = answers.map((answer) => (answer ? monthEnergies(answer) : []));
  const known = pins.map((_, k) => k).filter((k) => answers[k]);
  const most = Math.max(0, ...known.flatMap((k) => all[k] ?? []).map((value) => value ?? 0));
  const isOne = pins.length <= MOST_OVERLAID;
  const groups = isOne ? [known] : byPlace(pins).map((group) => group.filter((k) => answers[k]));
  return groups
    .map((group) => group.slice(0, MOST_OVERLAID))
    .filter(({ length }) => length > 0)
    .map((group) =>
      overlaidMonths({
        title: titleOf(pins, group, isOne),
        unit: "kWh",
        names: group.map((k) => names[k] as string),
        values: group.map((k) => all[k] ?? []),
        most,
        width,
      }),
    );
}

function titleOf(pins: readonly Pin[], group: readonly number[], isOne: boolean): string {
  const { monthsTitle } = texts().roof;
  return isOne ? monthsTitle : `${monthsTitle}: ${facetsOf(pins[group[0] as number] as Pin).place}`;
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
