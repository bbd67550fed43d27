/** Several planes as a small table, and the system that it stands for: JSON as `irradiance yield --write-system` writes it. */

export interface PlaneRow {
  /** Degrees. */
  readonly tilt: number;
  readonly azimuth: number;
  readonly kwp: number;
}

/** What the table can say; all else is for the JSON. */
export interface SystemTable {
  readonly planes: readonly PlaneRow[];
  /** kW that the inverter of all planes gives at most; undefined: by its ratio to the planes. */
  readonly acPower: number | undefined;
  /** Percent before the inverter; undefined: the usual ones. */
  readonly losses: number | undefined;
}

export function systemText({ planes, acPower, losses }: SystemTable): string {
  return JSON.stringify({
    planes: planes.map(({ tilt, azimuth, kwp }) => ({ surface_tilt: tilt, surface_azimuth: azimuth, kwp })),
    ...(acPower !== undefined && { inverter: { ac_power: `${acPower} kW` } }),
    ...(losses !== undefined && { losses }),
  });
}

const POWER = /^(\d+(?:\.\d+)?) ?kW$/;

/** The table of a system; undefined where the system says more than the table can. */
export function tableOf(text: string): SystemTable | undefined {
  const system = objectOf(text);
  if (system === undefined || !hasOnly(system, ["planes", "inverter", "losses"])) return undefined;
  const planes = Array.isArray(system.planes) ? system.planes.map(planeOf) : [];
  const acPower = system.inverter === undefined ? undefined : powerOf(system.inverter);
  const isPlain = planes.length > 0 && !planes.includes(undefined) && acPower !== null;
  if (!isPlain || !["number", "undefined"].includes(typeof system.losses)) return undefined;
  return { planes: planes as PlaneRow[], acPower, losses: system.losses as number | undefined };
}

function planeOf(plane: unknown): PlaneRow | undefined {
  if (typeof plane !== "object" || plane === null) return undefined;
  const { surface_tilt: tilt, surface_azimuth: azimuth, kwp } = plane as { readonly [name: string]: unknown };
  const isPlain = hasOnly(plane, ["surface_tilt", "surface_azimuth", "kwp"]);
  if (!isPlain || typeof tilt !== "number" || typeof azimuth !== "number" || typeof kwp !== "number") return undefined;
  return { tilt, azimuth, kwp };
}

/** null: an inverter that says more than its power. */
function powerOf(inverter: unknown): number | null {
  if (typeof inverter !== "object" || inverter === null || !hasOnly(inverter, ["ac_power"])) return null;
  const { ac_power: power } = inverter as { readonly ac_power?: unknown };
  const found = typeof power === "number" ? String(power) : POWER.exec(String(power))?.[1];
  return found === undefined ? null : Number(found);
}

function hasOnly(object: object, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}

function objectOf(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : undefined;
  } catch {
    return undefined;
  }
}
