/** The stretch of time that is shown, as it stands in the address. */
import { MINUTE } from "./time.js";

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** "2024-06-01T06:00Z,2024-06-08T12:00Z": to the minute, outwards, so that nothing seen is left out. */
export function zoomText({ from, to }: Stretch): string {
  return `${minuteText(Math.floor(from / MINUTE))},${minuteText(Math.ceil(to / MINUTE))}`;
}

/** Within what there is; undefined for all of it, for what cannot be read, and for a stretch of which nothing is there. */
export function zoomOf(text: string, { from, to }: Stretch): Stretch | undefined {
  const [first = Number.NaN, last = Number.NaN] = text.split(",").map((time) => Date.parse(time));
  const found = { from: Math.max(from, first), to: Math.min(to, last) };
  return found.from < found.to ? found : undefined;
}

function minuteText(minutes: number): string {
  return new Date(minutes * MINUTE).toISOString().replace(":00.000", "");
}
