/** A second place for a comparison, by its coordinates. */
import type { OtherPlace } from "./variants.js";

const PAIR = /^(-?\d{1,3}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:\.\d+)?)$/;

export async function findPlace(text: string): Promise<OtherPlace | undefined> {
  const [, lat, lon] = PAIR.exec(text) ?? [];
  if (lat === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lon)) > 180) return undefined;
  return { lat: Number(lat), lon: Number(lon), name: "" };
}
