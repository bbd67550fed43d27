/** What is said of a forecast: its band, or why there is no band and how to get it; and its run. */
import { HOUR, MINUTE, timeWords, type Zone } from "../../chart/time.js";
import { nameOf } from "../../chart/words.js";
import { SPREAD_COLUMN, spreadIsOf } from "../../request/request.js";
import type { Answer, Column } from "../../service/answer.js";
import { phrase } from "../../service/words.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";

export interface BandNote {
  readonly sentence: string;
  /** What there would be a band for, and what is to change for it. */
  readonly remedy?: { readonly words: string; readonly changes: Partial<State> };
}

const SHORTEST = "15_minutes";

export function bandNote(answer: Answer, { name }: Column, zone: Zone, state: State): BandNote {
  const t = texts().forecast;
  const values = Object.values(answer.quantiles[name] ?? {});
  const last = answer.starts.findLastIndex((_, i) => values.some((column) => column[i] != null));
  if (last >= 0) return { sentence: t.bandEnds(timeWords(answer.ends[last] as number, zone)) };
  const spread = nameOf(SPREAD_COLUMN);
  const isFine = !spreadIsOf(Object.fromEntries(answer.request.query).frequency);
  const changes: Partial<State> = {
    ...(isFine && { frequency: SHORTEST }),
    ...(name !== SPREAD_COLUMN && {
      column: SPREAD_COLUMN,
      parameters: [...new Set([...state.parameters, SPREAD_COLUMN])],
    }),
  };
  if (name !== SPREAD_COLUMN) {
    return { sentence: t.bandOnly(spread), remedy: { words: t.bandShow(spread), changes } };
  }
  if (isFine) return { sentence: t.bandMinutes, remedy: { words: t.bandAsk, changes } };
  const said = answer.notices.find(({ code }) => code === "quantiles");
  return { sentence: said ? `${t.bandUnknown} ${t.bandSaid(said.message)}` : t.bandUnknown };
}

/** Which run it is, how old, and what was changed of it. */
export function runWords({ sources }: Pick<Answer, "sources">, zone: Zone, now: number): string[] {
  const t = texts().forecast;
  const runs = sources.flatMap(({ dataset, run, corrections = [] }) => {
    if (run === undefined) return [];
    const time = Date.parse(run);
    const changed = corrections.length > 0 ? t.changes(corrections.map(phrase).join("; ")) : t.unchanged;
    return [`${t.run(phrase(dataset), timeWords(time, zone), zone.label, ageWords(now - time))} ${changed}`];
  });
  return [...new Set(runs)];
}

function ageWords(ms: number): string {
  const t = texts().forecast;
  if (ms < HOUR) return t.ageMinutes(figure(Math.max(0, Math.floor(ms / MINUTE))));
  return t.age(figure(Math.floor(ms / HOUR)));
}
