/** Yields beside one another as tables and pictures: on the page and in the report alike. */
import type { Picture } from "../chart/picture.js";
import { energyDigits, energyOf } from "../rooms/roof/figures.js";
import { stageName } from "../rooms/roof/pictures.js";
import type { LossStage, YieldAnswer } from "../service/answer.js";
import { figure, monthName, signed } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { SmallTable } from "../view.js";
import { facetsOf, gridOf, namesOf, picturesOf } from "./names.js";
import { MONTHS, overlaidMonths } from "./pictures.js";
import type { Pin } from "./pins.js";
import { words } from "./words.js";

/** What stands where there is no value. */
export const NOTHING = "–";

/** kWh of a year. */
export function energyText(energy: number | null): string {
  return energy === null ? NOTHING : figure(energy, energyDigits(energy));
}

export function figureText(value: number | null, decimals: number): string {
  return value === null ? NOTHING : figure(value, decimals);
}

/** "+1.2 %", "−3.4 %"; what is rounded to nothing has no sign. */
export function changeText(share: number | null): string {
  return share === null ? NOTHING : `${signed(share * 100, 1)} %`;
}

/** "+96", "−12". @param base what it is more than: it has as many digits */
export function moreText(value: number | null, base: number | null): string {
  return value === null ? NOTHING : signed(value, energyDigits(base ?? value));
}

interface YieldRow {
  /** kWh a year; null where the answer has no whole year. */
  readonly energy: number | null;
  /** To the first: kWh, and as a share of it. */
  readonly more: number | null;
  readonly share: number | null;
  /** kWh/kWp. */
  readonly specific: number | null;
  readonly ratio: number | null;
  /** On the planes, kWh/m². */
  readonly light: number | null;
  /** Energy of a year that nine of ten exceed, kWh; null where the answer does not tell how sure it is. */
  readonly p90: number | null;
  /** Standard uncertainty of one year, per cent. */
  readonly percent: number | null;
}

/** @param answers undefined: not there yet. The differences are to the first pin, whether it is a small or a large system. */
export function yieldRows(answers: readonly (YieldAnswer | undefined)[]): YieldRow[] {
  const base = answers[0]?.annual?.energy ?? null;
  return answers.map((answer) => {
    const annual = answer?.annual ?? null;
    const energy = annual?.energy ?? null;
    const more = energy === null || base === null ? null : energy - base;
    return {
      energy,
      more,
      share: more === null || !base ? null : more / base,
      specific: annual?.specific_yield ?? null,
      ratio: annual?.performance_ratio ?? null,
      light: annual?.plane_irradiation ?? null,
      p90: energyOf(answer?.uncertainty?.horizons[0]?.values ?? [], 90) ?? null,
      percent: answer?.uncertainty?.horizons[0]?.percent ?? null,
    };
  });
}

/** January to December, kWh; null where an answer has no such month. */
function monthEnergies({ months }: YieldAnswer): (number | null)[] {
  return Array.from({ length: 12 }, (_, k) => months.find(({ month }) => month === k + 1)?.energy ?? null);
}

interface StageRow {
  readonly stage: LossStage;
  /** Of each answer: what the stage adds or takes, as a share of what came to it; null where it has no such stage. */
  readonly changes: readonly (number | null)[];
}

/** The stages that one of the answers has, in the order of the light's way; the first, the light itself, changes nothing. */
export function stageRows(answers: readonly (YieldAnswer | undefined)[]): StageRow[] {
  const lists = answers.map((answer) => answer?.losses ?? []);
  const names = orderedNames(lists.map((losses) => losses.map(({ name }) => name)));
  return names.slice(1).map((name) => {
    const stages = lists.map((losses) => losses.find((stage) => stage.name === name));
    return {
      stage: stages.find((stage) => stage !== undefined) as LossStage,
      changes: stages.map((stage) => (stage ? stage.factor - 1 : null)),
    };
  });
}

/** One order that keeps each list's own: what one list alone has stands behind what stands before it there. */
export function orderedNames(lists: readonly (readonly string[])[]): string[] {
  const all: string[] = [];
  for (const list of lists) {
    list.forEach((name, k) => {
      if (all.includes(name)) return;
      const before = list[k - 1];
      all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, name);
    });
  }
  return all;
}

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
  const { by, caption, shared, apart } = words();
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
  const { gridCaption, by } = words();
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
    caption: words().stageCaption,
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
  const { summary, ready } = words();
  const less = changeText(best.energy === 0 ? 0 : worst.energy / best.energy - 1).replace("−", "");
  return `${ready(known.length)} ${summary(best.name, energyText(best.energy), worst.name, less)}`;
}
