/** The band of a forecast: its meaning and end, or why it is missing and how to get it. */
import { timeText, type Zone } from "../../chart/time.js";
import { SPREAD_COLUMN, spreadIsOf } from "../../request/request.js";
import type { Answer, Column } from "../../service/answer.js";
import { parameterTitle } from "../../state/endpoints.js";
import type { State } from "../../state/state.js";

export interface BandNote {
  readonly sentence: string;
  /** What there would be a band for, and what is to change for it. */
  readonly remedy?: { readonly words: string; readonly changes: Partial<State> };
}

const SHORTEST = "15_minutes";

export function bandNote(answer: Answer, { name }: Column, zone: Zone, state: State): BandNote {
  const values = Object.values(answer.quantiles[name] ?? {});
  const last = answer.starts.findLastIndex((_, i) => values.some((column) => column[i] != null));
  if (last >= 0) {
    const until = timeText(answer.ends[last] as number, zone);
    return {
      sentence: `The band ends at ${until}. It covers the middle 80 % of likely values: one value in ten is below p10, one in ten above p90.`,
    };
  }
  const title = parameterTitle(SPREAD_COLUMN);
  const isFine = !spreadIsOf(Object.fromEntries(answer.request.query).frequency);
  const changes: Partial<State> = {
    ...(isFine && { frequency: SHORTEST }),
    ...(name !== SPREAD_COLUMN && {
      column: SPREAD_COLUMN,
      parameters: [...new Set([...state.parameters, SPREAD_COLUMN])],
    }),
  };
  if (name !== SPREAD_COLUMN) {
    const sentence = `No band: forecast errors are known only for ${title.toLowerCase()}.`;
    return { sentence, remedy: { words: `Show ${title.toLowerCase()}`, changes } };
  }
  if (isFine) {
    const sentence = "No band: forecast errors are known for steps of 15 minutes or more, not by the minute.";
    return { sentence, remedy: { words: "Ask for 15 minutes", changes } };
  }
  const said = answer.notices.find((notice) => notice.startsWith("quantiles"));
  return { sentence: `No band: the spread of these hours is not known.${said ? ` The service says: ${said}.` : ""}` };
}
