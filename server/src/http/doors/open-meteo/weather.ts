/** Values of a place from our own answers: what was observed, and what is forecast where nothing was. */
import type { ParameterName } from "irradiance-engine";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { HttpError } from "../../errors.js";
import type { DoorRequest, OwnAnswer } from "../door.js";
import { joined, ownNotice, type SeriesBody, saidOf } from "../said.js";

/** Values of rows that follow one another; null: there is none. */
export interface Weather {
  /** Unix ms of the first row's start, and length of the rows in ms. */
  readonly from: number;
  readonly step: number;
  readonly values: ReadonlyMap<ParameterName, (number | null)[]>;
  /** Metres; undefined where nothing was asked for. */
  readonly altitude: number | undefined;
  readonly notices: readonly string[];
}

export interface WeatherQuestion {
  readonly lat: number;
  readonly lon: number;
  readonly parameters: readonly ParameterName[];
  /** Unix ms, whole steps. */
  readonly from: number;
  readonly to: number;
  /** ms: a quarter or an hour. */
  readonly step: number;
  readonly plane: { readonly [key: string]: number | string };
}

const QUARTER = 15 * MINUTE;
/** As far as forecasts go back, less what may pass until they are asked for. */
const FORECAST_BACK = 23 * HOUR;
const FORECAST_AHEAD = 14 * DAY;
/** History begins here: what is earlier is null. */
const FIRST = Date.UTC(2020, 0, 1);

/** A period of an endpoint. */
type Piece = readonly [path: string, from: number, to: number];

/** In the order of their worth: of two that have a value the later counts. */
function piecesOf({ from, to, step }: WeatherQuestion, now: number): Piece[] {
  // History and the last days meet where the window of one ends and that of the other begins, which have some minutes of grace.
  const week = Math.ceil((now - 7 * DAY) / QUARTER) * QUARTER;
  const ended = Math.floor(now / step) * step;
  const all: Piece[] = [
    [
      "forecast/precision",
      Math.max(from, Math.floor((now - FORECAST_BACK) / step) * step),
      Math.min(to, now + FORECAST_AHEAD),
    ],
    ["observation/historical", Math.max(from, FIRST), Math.min(to, week)],
    ["observation/realtime", Math.max(from, week), Math.min(to, ended)],
  ];
  return all.filter(([, start, end]) => start < end);
}

/** What has no weather stays null, unless nothing has any. */
const ABSENT: readonly string[] = ["no_weather", "not_yet"];

/** @throws HttpError */
export async function weatherOf(
  question: WeatherQuestion,
  { now, ours }: Pick<DoorRequest, "now" | "ours">,
): Promise<Weather> {
  const { lat, lon, parameters, from, to, step, plane } = question;
  const count = (to - from) / step;
  const values = new Map(parameters.map((name) => [name, Array<number | null>(count).fill(null)]));
  if (parameters.length === 0) return { from, step, values, altitude: undefined, notices: [] };
  const frequency = step === HOUR ? "1_hour" : "15_minutes";
  const common = { lat, lon, parameters: parameters.join(","), frequency, meta: "extended", ...plane };
  const answers = await Promise.all(
    piecesOf(question, now).map(async ([path, start, end]) => {
      const query = { ...common, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
      return ours<SeriesBody>({ path, query }).catch(asAbsent);
    }),
  );
  const there = answers.filter((answer): answer is OwnAnswer<SeriesBody> => !(answer instanceof HttpError));
  const absent = answers.filter((answer) => answer instanceof HttpError);
  if (there.length === 0 && absent[0] !== undefined) throw absent[0];
  const said = joined(there.map(saidOf));
  for (const { json } of there) fill(values, json, from, step);
  return {
    ...{ from, step, values, altitude: there[0]?.json.meta.altitude },
    notices: [ownNotice(said, "Open-Meteo"), ...said.notices, ...absent.map(({ message }) => message)],
  };
}

function asAbsent(thrown: unknown): HttpError {
  if (thrown instanceof HttpError && ABSENT.includes(thrown.code)) return thrown;
  throw thrown;
}

function fill(
  values: ReadonlyMap<ParameterName, (number | null)[]>,
  { start_times, values: ours }: SeriesBody,
  from: number,
  step: number,
): void {
  const first = start_times.length > 0 ? (Date.parse(start_times[0]!) - from) / step : 0;
  for (const [name, column] of values) {
    ours[name]?.forEach((value, k) => {
      const row = first + k;
      if (value !== null && row >= 0 && row < column.length) column[row] = value;
    });
  }
}
