/** Unix ms of a date (its beginning) or a time of UTC, YYYY-MM-DD or YYYY-MM-DDTHH:MMZ; NaN for any other text. */
export function parseUtcTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some parsers roll 31 February over into March.
  const isThere = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.replace(/Z$/, ""));
  return isThere ? time : Number.NaN;
}

/** YYYY-MM-DD (UTC) of a Unix time in ms. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
