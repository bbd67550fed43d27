/** The towns that the page knows, loaded when somebody needs one; and the one that a browser's clocks are set by. */
import { signal } from "@preact/signals";
import type { FoundPlace } from "./gazetteer.js";

const loaded = signal<typeof import("./gazetteer.js")>();

/** What knows them, as far as it is there: a view that asks is drawn anew when it comes. */
export function knownTowns() {
  return loaded.value;
}

/** @throws what loading throws; the next call tries again */
export async function loadTowns() {
  const module = await import("./gazetteer.js");
  loaded.value = module;
  return module;
}

/** The town that the clocks of a browser are set by; undefined where they tell none. @param zone "Europe/Zurich" */
export function townOfZone(lines: string, zone: string): FoundPlace | undefined {
  const rows = lines.split("\n").map((line) => line.split("\t"));
  // Browsers have old names of some zones, and know which are alike.
  const isAlike = (id: string | undefined) => id !== undefined && canonical(id) === canonical(zone);
  const [, name, lat, lon, altitude] = rows.find(([id]) => id === zone) ?? rows.find(([id]) => isAlike(id)) ?? [];
  if (name === undefined) return undefined;
  return { name, lat: Number(lat), lon: Number(lon), altitude: Number(altitude) };
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}
