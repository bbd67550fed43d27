/** The forms in which forecast.solar writes a time, from a time with the offset of the place: `2026-06-21T14:00:00+02:00`. */

export type Stamp = (time: string) => string;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** By the values of `time`; `local` without one, and `bare` for utc with `time_tz=0`. */
export const STAMPS = {
  local,
  utc: (time) => `${utc(time)}+00:00`,
  iso8601: withOffset,
  rfc2822: (time) => {
    const [day, month, year] = utcFields(`${local(time).replace(" ", "T")}Z`);
    return `${day}, ${month} ${year} ${time.slice(11, 19)} ${withOffset(time).slice(19).replace(":", "")}`;
  },
  seconds: (time) => String(Date.parse(time) / 1000),
  milliseconds: (time) => String(Date.parse(time)),
  nanoseconds: (time) => `${Date.parse(time)}000000`,
  bare: (time) => utc(time).replace("T", " "),
} satisfies { readonly [name: string]: Stamp };

/** In the doubled hour of autumn two times have the same text. */
function local(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

function utc(time: string): string {
  return new Date(time).toISOString().slice(0, 19);
}

export function withOffset(time: string): string {
  return time.replace(/Z$/, "+00:00");
}

/** A moment, Unix ms, with the offset of a time: as the place's clocks have it. */
export function localText(moment: number, time: string): string {
  const offset = time.slice(19);
  const wall = moment + Date.parse(`${time.slice(0, 19)}Z`) - Date.parse(time);
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`;
}

/** `Sun`, `21 Jun`, `2026`. */
function utcFields(time: string): [string, string, string] {
  const [, day = "", month = "", year = ""] = new Date(time).toUTCString().split(" ");
  return [DAYS[new Date(time).getUTCDay()]!, `${day} ${month}`, year];
}
