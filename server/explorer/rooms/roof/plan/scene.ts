/** A roof with what stands around it, as its description has it: metres east, north and up of one point. */
import type { State } from "../../../state/state.js";

export type Point = readonly [east: number, north: number, up: number];

export type Thing =
  | { readonly kind: "box"; readonly at: Point; readonly size: Point; readonly turn?: number }
  | {
      readonly kind: "house";
      readonly at: Point;
      readonly size: readonly [number, number];
      readonly eaves: number;
      readonly ridge: number;
      readonly roof: "gable" | "hip" | "flat";
      readonly turn?: number;
    }
  | { readonly kind: "sphere"; readonly at: Point; readonly radius: number; readonly transmittance?: unknown }
  | { readonly kind: "pole"; readonly at: Point; readonly radius: number; readonly height: number };
export type ThingKind = Thing["kind"];
/** A crown is a tree to most. */
export const KINDS: readonly ThingKind[] = ["box", "house", "sphere", "pole"];

interface ModuleGrid {
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly gap?: readonly [number, number];
  readonly middle?: Point;
  readonly corner?: Point;
}

export interface Plane {
  readonly surface_tilt?: number;
  readonly surface_azimuth?: number;
  readonly kwp?: number;
  readonly modules?: ModuleGrid;
}

export interface Roof {
  readonly planes: readonly Plane[];
  readonly scene: { readonly heading?: number; readonly obstacles: readonly Thing[] };
}

/** kW of a module, and its size in metres. */
const MODULE = { kwp: 0.44, width: 1.13, height: 1.76 } as const;
/** Metres above ground at which modules are mostly, and between two planes. */
const [ROOF, APART] = [5, 12];

/**
 * The described system, or the state's one plane; modules without a place stand side by side. Undefined: it says what no plan can,
 * such as a tracker or a mesh.
 */
export function roofOf(state: State): Roof | undefined {
  const { system, kwp, losses, surface_tilt, surface_azimuth, tracking_mode } = state;
  if (system === "" && tracking_mode !== "none") return undefined;
  const own = { planes: [{ surface_tilt, surface_azimuth, kwp }], ...(losses !== "" && { losses: Number(losses) }) };
  const given: Partial<Roof> = system === "" ? own : JSON.parse(system);
  const { planes = [], scene = { obstacles: [] } } = given;
  const isPlain =
    planes.length > 0 &&
    planes.every((plane) => !["tracker", "tracking_mode", "rows", "shade"].some((name) => name in plane)) &&
    !("shade" in given) &&
    !scene.heading &&
    scene.obstacles.every(({ kind }) => KINDS.includes(kind));
  if (!isPlain) return undefined;
  const placed = planes.map((plane, k) => ({ ...plane, modules: plane.modules ?? usualModules(plane, k) }));
  return { ...given, planes: placed, scene };
}

/** As an address has it. Where nothing stands around, the place of the modules says nothing, and a description takes none. */
export function systemOf(roof: Roof): string {
  const { scene, ...rest } = roof;
  if (scene.obstacles.length > 0) return JSON.stringify(roof);
  return JSON.stringify({ ...rest, planes: rest.planes.map(({ modules: _, ...plane }) => plane) });
}

function usualModules({ kwp = 1 }: Plane, k: number): ModuleGrid {
  const count = Math.min(400, Math.max(1, Math.round(kwp / MODULE.kwp)));
  const rows = count < 6 ? 1 : count < 24 ? 2 : 4;
  const { width, height } = MODULE;
  return { rows, columns: Math.ceil(count / rows), width, height, middle: [k * APART, 0, ROOF] };
}

const RADIANS = Math.PI / 180;
const GAP = [0.02, 0.02] as const;

/** Corners of a plane's modules, as seen from above. */
export function outlineOf({
  surface_tilt = 0,
  surface_azimuth = 180,
  modules,
}: Plane): readonly (readonly [number, number])[] {
  if (!modules) return [];
  const { rows, columns, width, height, gap = GAP, middle, corner } = modules;
  const across = columns * width + (columns - 1) * gap[0];
  const up = (rows * height + (rows - 1) * gap[1]) * Math.cos(surface_tilt * RADIANS);
  // Who looks at the modules has the east of a southern roof to the right.
  const [sine, cosine] = [Math.sin(surface_azimuth * RADIANS), Math.cos(surface_azimuth * RADIANS)];
  const at = (right: number, slope: number) => [-cosine * right - sine * slope, sine * right - cosine * slope] as const;
  const [x, y] = middle ?? corner ?? [0, 0, 0];
  const [a, b] = middle ? [across / 2, up / 2] : [0, 0];
  return (
    [
      [0, 0],
      [across, 0],
      [across, up],
      [0, up],
    ] as const
  ).map(([right, slope]) => {
    const [east, north] = at(right - a, slope - b);
    return [x + east, y + north] as const;
  });
}

/** Leaves by month, January to December: the bare tree lets most pass. */
const LEAVES = [0.7, 0.7, 0.7, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.7, 0.7];
/** Metres before the first plane. */
const BEFORE = 8;

/** A thing of usual size, where it takes light: before the first plane. */
export function freshThing(kind: ThingKind, { planes }: Roof, lat: number): Thing {
  const [first] = planes;
  const azimuth = (first?.surface_azimuth ?? 180) * RADIANS;
  const [east, north] = first?.modules?.middle ?? first?.modules?.corner ?? [0, 0];
  const [x, y] = [tenth(east + BEFORE * Math.sin(azimuth)), tenth(north + BEFORE * Math.cos(azimuth))];
  switch (kind) {
    case "box":
      return { kind, at: [x, y, 0], size: [3, 3, 8] };
    case "house":
      return { kind, at: [x, y, 0], size: [9, 11], eaves: 6, ridge: 10, roof: "gable" };
    case "sphere":
      return {
        kind,
        at: [x, y, 6],
        radius: 3,
        transmittance: lat < 0 ? [...LEAVES.slice(6), ...LEAVES.slice(0, 6)] : LEAVES,
      };
    case "pole":
      return { kind, at: [x, y, 0], radius: 0.2, height: 9 };
  }
}

export function tenth(metres: number): number {
  return Math.round(metres * 10) / 10;
}

/** What fields show of a thing, in metres and degrees, and how they change it. */
export interface Measure<Changed> {
  readonly name:
    | "east"
    | "north"
    | "across"
    | "along"
    | "height"
    | "eaves"
    | "ridge"
    | "radius"
    | "turn"
    | "rows"
    | "columns";
  readonly value: number;
  readonly least: number;
  readonly most: number;
  set(value: number): Changed;
}

const FAR = 500;

export function measuresOf(thing: Thing): Measure<Thing>[] {
  const [x, y, z] = thing.at;
  const size = (
    name: Measure<Thing>["name"],
    value: number,
    set: (value: number) => Thing,
    most = 200,
  ): Measure<Thing> => ({ name, value, least: 0.1, most, set });
  const place: Measure<Thing>[] = [
    { name: "east", value: x, least: -FAR, most: FAR, set: (east) => ({ ...thing, at: [east, y, z] }) },
    { name: "north", value: y, least: -FAR, most: FAR, set: (north) => ({ ...thing, at: [x, north, z] }) },
  ];
  const turned = (turn: number | undefined): Measure<Thing> => ({
    ...{ name: "turn", value: turn ?? 0, least: -360, most: 360 },
    set: (value) => ({ ...thing, turn: value }) as Thing,
  });
  switch (thing.kind) {
    case "box": {
      const [across, along, height] = thing.size;
      return [
        ...place,
        size("across", across, (value) => ({ ...thing, size: [value, along, height] })),
        size("along", along, (value) => ({ ...thing, size: [across, value, height] })),
        size("height", z + height, (value) => ({ ...thing, size: [across, along, Math.max(0.1, value - z)] })),
        turned(thing.turn),
      ];
    }
    case "house": {
      const [across, along] = thing.size;
      return [
        ...place,
        size("across", across, (value) => ({ ...thing, size: [value, along] })),
        size("along", along, (value) => ({ ...thing, size: [across, value] })),
        size("eaves", thing.eaves, (eaves) => ({ ...thing, eaves }), tenth(thing.ridge - 0.1)),
        { ...size("ridge", thing.ridge, (ridge) => ({ ...thing, ridge })), least: tenth(thing.eaves + 0.1) },
        turned(thing.turn),
      ];
    }
    case "sphere":
      return [
        ...place,
        size("radius", thing.radius, (radius) => ({
          ...thing,
          radius,
          at: [x, y, Math.max(0, z + thing.radius - radius)],
        })),
        size("height", z + thing.radius, (height) => ({ ...thing, at: [x, y, Math.max(0, height - thing.radius)] })),
      ];
    case "pole":
      return [
        ...place,
        size("radius", thing.radius, (radius) => ({ ...thing, radius })),
        size("height", z + thing.height, (height) => ({ ...thing, height: Math.max(0.1, height - z) })),
      ];
  }
}

/** Of the modules of a plane. */
export function measuresOfModules(plane: Plane): Measure<Plane>[] {
  const modules = plane.modules as ModuleGrid;
  const { rows, columns, middle, corner } = modules;
  const from = middle ? "middle" : "corner";
  const [x, y, z] = middle ?? corner ?? [0, 0, 0];
  const changed = (parts: Partial<ModuleGrid>): Plane => ({ ...plane, modules: { ...modules, ...parts } });
  const metres = { least: -FAR, most: FAR };
  return [
    { name: "east", value: x, ...metres, set: (east) => changed({ [from]: [east, y, z] }) },
    { name: "north", value: y, ...metres, set: (north) => changed({ [from]: [x, north, z] }) },
    { name: "height", value: z, least: 0.1, most: FAR, set: (up) => changed({ [from]: [x, y, up] }) },
    { name: "rows", value: rows, least: 1, most: 100, set: (value) => changed({ rows: Math.round(value) }) },
    { name: "columns", value: columns, least: 1, most: 100, set: (value) => changed({ columns: Math.round(value) }) },
  ];
}

export function movedThing(thing: Thing, east: number, north: number): Thing {
  return { ...thing, at: [east, north, thing.at[2]] };
}

export function movedPlane(plane: Plane, east: number, north: number): Plane {
  const { middle, corner, ...modules } = plane.modules as ModuleGrid;
  const [from, [, , up]] = middle ? (["middle", middle] as const) : (["corner", corner ?? [0, 0, 0]] as const);
  return { ...plane, modules: { ...modules, [from]: [east, north, up] } };
}
