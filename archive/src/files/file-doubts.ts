/** What looking at a file found, as its index entry keeps it, and what its `weather.json` makes of that. */
import type { WeatherSeries } from "irradiance-engine";
import { DAY } from "irradiance-engine/shared";
import {
  countFlagged,
  LOST_CODES,
  noticeOf,
  type RowSpan,
  refuseClock,
  type WeatherReading,
  withoutFlagged,
} from "irradiance-engine/weather";
import type { Doubt, Period } from "../source.js";
import { type FileSettings, inKeys } from "./sidecar.js";

/** Of a doubt are kept, so that the index stays small; more are joined where they are closest. */
const MOST_PERIODS = 200;

export interface BelievedFile {
  /** Without the light that is in doubt, if that is to be dropped. */
  readonly series: WeatherSeries;
  readonly doubts: readonly Doubt[];
}

/** @throws WeatherError for a clock that is surely wrong, unless it is trusted */
export function believe(
  { series, examination }: WeatherReading,
  { trustClock, dropFlagged, acceptDoubts }: FileSettings,
): BelievedFile {
  if (examination === undefined) return { series, doubts: [] };
  refuseClock(examination, { trustClock });
  const believed = dropFlagged ? withoutFlagged(series, examination) : series;
  if (acceptDoubts) return { series: believed, doubts: [] };
  const start = (series.start as number) - (series.sampling === "instant" ? series.interval * 500 : 0);
  const doubts = examination.findings.map((finding): Doubt => {
    const { code, message, remedy, spans } = finding;
    const isDropped = dropFlagged === true && countFlagged(examination, [code]) > 0;
    return {
      code,
      message: isDropped ? `${message}: these values are left out` : noticeOf({ ...finding, remedy: "" }).message,
      remedy: isDropped ? "" : inKeys(remedy),
      isLost: (LOST_CODES as readonly string[]).includes(code),
      periods: periodsOf(spans, start, series.interval * 1000),
    };
  });
  return { series: believed, doubts };
}

function periodsOf(spans: readonly RowSpan[], start: number, step: number): Period[] {
  let periods: Period[] = spans.map(({ from, to }) => ({ start: start + from * step, end: start + to * step }));
  for (let apart = DAY / 2; periods.length > MOST_PERIODS; apart *= 2) periods = joined(periods, apart);
  return periods;
}

/** Ascending periods, without the gaps between them that are no longer than so many ms. */
function joined(periods: readonly Period[], apart: number): Period[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of periods) {
    const last = joined.at(-1);
    if (last !== undefined && start - last.end <= apart) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}
