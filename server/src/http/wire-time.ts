/** A time as answers tell it: to the second, in UTC. */
export function wireTime(ms: number): string;
export function wireTime(ms: number | null): string | null;
export function wireTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
