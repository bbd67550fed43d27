/** YYYY-MM-DD (UTC) of a Unix time in ms. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
