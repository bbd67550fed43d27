/** Unix seconds that were given in place of ms. */
import { formatTime } from "./iso-time.js";

/** Seconds of 1980 to 2049: taken for ms they are of 4 to 30 January 1970, of which hardly anybody has weather. */
const [FIRST, LAST] = [315_532_800, 2_524_608_000];

/**
 * @param where names what the time is of, for the message @param time a number that is to be Unix ms; Dates and texts are what they say
 * @throws RangeError, or `Refusal`, for what is much rather in seconds
 */
export function refuseSeconds(
  where: string,
  time: unknown,
  Refusal: new (message: string) => Error = RangeError,
): void {
  if (typeof time !== "number" || !(time >= FIRST && time < LAST)) return;
  const meant = `got ${time}, which is ${formatTime(time)}: are these seconds? In ms it is ${1000 * time}`;
  throw new Refusal(`${where} must be Unix ms, ${meant}; a time in January 1970 can be given as text or Date`);
}
