/** The band of a forecast: its meaning and end, or why it is missing and how to get it. */
import { timeText, type Zone } from "../../chart/time.js";
import { SPREAD_COLUMN, spreadIsOf } from "../../request/request.js";
import type { Answer, Column } from "../../service/answer.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { columnName } from "./columns.js";

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
  if (last >= 0) return { sentence: t.bandEnds(timeText(answer.ends[last] as number, zone)) };
  const spread = columnName(SPREAD_COLUMN);
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
  const said = answer.notices.find((notice) => notice.startsWith("quantiles"));
  return { sentence: said ? `${t.bandUnknown} ${t.bandSaid(said)}` : t.bandUnknown };
}
