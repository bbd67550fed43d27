/** Yields beside one another: a row each with its difference to the first, and their months and losses. */
import { energyOf } from "../rooms/roof/figures.js";
import type { LossStage, YieldAnswer } from "../service/yield-answer.js";

export interface YieldRow {
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
export function monthEnergies({ months }: YieldAnswer): (number | null)[] {
  return Array.from({ length: 12 }, (_, k) => months.find(({ month }) => month === k + 1)?.energy ?? null);
}

export interface StageRow {
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
