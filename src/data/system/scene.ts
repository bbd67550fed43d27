/** `scene` and `modules` in a description: fields with ranges; their shapes are checked when they are placed. */
import { shown } from "../../foundation/text/shown.js";
import type { Modules, Obstacle, Scene, Transmittance } from "../obstacles/types.js";
import { choice, either, type Field, type Fields, list, number, object, text, whole } from "./fields.js";

const MOST_OBSTACLES = 1000;
const MOST_CORNERS = 500;
/** Numbers of a mesh in a description. */
const MOST_NUMBERS = 9_000_000;

/** What is out of range is in millimetres, as programs that draw have them, where a thousandth would fit. */
function metres(least: number, most: number, description: string): Field<number> {
  const { schema, read } = number(least, most, `${description}, m`);
  return {
    schema,
    read(value, where) {
      const isThousandfold = typeof value === "number" && Math.abs(value) > most && Math.abs(value) / 1000 <= most;
      if (!isThousandfold) return read(value, where);
      throw new RangeError(
        `${where} must be from ${least} to ${most} m, got ${value}: is ${value / 1000} m meant (${value} mm)?`,
      );
    },
  };
}

const FAR = 100_000;
const place = (description: string) => metres(-FAR, FAR, description);
const size = (most: number, description: string) => metres(0.001, most, description);

/** Numbers in a fixed order. */
function tuple<Value>(of: readonly Field<number>[], description: string): Field<Value> {
  const count = of.length;
  return {
    schema: {
      type: "array",
      prefixItems: of.map(({ schema }) => schema),
      minItems: count,
      maxItems: count,
      description,
    },
    read(value, where) {
      if (Array.isArray(value) && value.length === count)
        return of.map(({ read }, k) => read(value[k], `${where}[${k}]`)) as Value;
      throw new TypeError(`${where} must be a list of ${count} numbers, ${description}, got ${shown(value)}`);
    },
  };
}

type Point = readonly [number, number, number];
const point = (description: string) => tuple<Point>([place("east"), place("north"), place("up")], description);
const share = number(0, 1, "");
const transmittance: Field<Transmittance> = either(
  Array.isArray,
  list(share, [12, 12], "by month, from January"),
  share,
  "share of the light that passes; default 0",
);
const turn = number(-360, 360, "degrees clockwise, seen from above; default 0");
const at = point("east, north and up of the middle of its base");
const height = size(3000, "height");
const radius = size(3000, "radius");

/** Numbers of a mesh: what they refer to is checked with the shape. */
function numbers(description: string, most: number): Field<readonly number[]> {
  return {
    schema: { type: "array", items: { type: "number" }, minItems: 3, maxItems: MOST_NUMBERS, description },
    read(value, where) {
      const given = ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
      if (!Array.isArray(given) || given.length % 3 !== 0 || given.length === 0 || given.length > MOST_NUMBERS)
        throw new TypeError(
          `${where} must be a list of threes of numbers, at most ${MOST_NUMBERS}, got ${shown(value)}`,
        );
      const wrong = given.findIndex((item) => typeof item !== "number" || !(Math.abs(item) <= most));
      if (wrong < 0) return given as number[];
      throw new RangeError(`${where}[${wrong}] must be a number from ${-most} to ${most}, got ${shown(given[wrong])}`);
    },
  };
}

/** Fields of each kind, and those that are required. */
const KINDS: { readonly [kind in Obstacle["kind"]]: readonly [Fields, readonly string[], string] } = {
  box: [
    { at, size: tuple<Point>([size(FAR, "across"), size(FAR, "along"), height], "across, along and height"), turn },
    ["at", "size"],
    "a box",
  ],
  prism: [
    {
      outline: list(
        tuple<readonly [number, number]>([place("east"), place("north")], "east and north"),
        [3, MOST_CORNERS],
        "corners in order",
      ),
      ...{
        bottom: metres(-3000, 3000, "height of its base; default 0"),
        top: metres(-3000, 3000, "height of its top"),
      },
    },
    ["outline", "top"],
    "a building by its outline",
  ],
  house: [
    {
      ...{
        at,
        size: tuple<readonly [number, number]>(
          [size(1000, "across"), size(1000, "along the ridge")],
          "across and along",
        ),
        turn,
      },
      ...{ eaves: size(1000, "height of the eaves"), ridge: size(1000, "height of the ridge") },
      roof: choice(["gable", "hip", "flat"], "form of its roof"),
    },
    ["at", "size", "eaves", "ridge", "roof"],
    "a house with its roof, whose ridge runs along",
  ],
  surface: [
    { corners: list(point("east, north and up"), [3, MOST_CORNERS], "in order"), transmittance },
    ["corners"],
    "a flat polygon: light keeps a share where it crosses it",
  ],
  pole: [{ at, radius, height }, ["at", "radius", "height"], "an upright pole"],
  cone: [
    { at, radius, height, transmittance },
    ["at", "radius", "height"],
    "a pointed crown: light keeps a share once",
  ],
  sphere: [
    { at: point("east, north and up of its middle"), radius, height, transmittance },
    ["at", "radius"],
    "a round crown: light keeps a share once",
  ],
  mesh: [
    {
      points: numbers("east, north and up of each point, m", FAR),
      triangles: numbers("numbers of three points for each triangle, from 0", MOST_NUMBERS),
      transmittance,
    },
    ["points", "triangles"],
    "triangles: light keeps a share at each one that it crosses",
  ],
};

const kinds = Object.keys(KINDS) as Obstacle["kind"][];
const kindField = choice(kinds, "what it is");
const byKind = new Map(
  kinds.map((kind) => {
    const [fields, required, description] = KINDS[kind];
    const own = { kind: choice([kind], "what it is"), name: text("for messages"), ...fields };
    return [kind, object(own, description, ["kind", ...required] as never)] as const;
  }),
);

const obstacle: Field<Obstacle> = {
  schema: { anyOf: [...byKind.values()].map(({ schema }) => schema), description: "something that takes light" },
  read(value, where) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new TypeError(`${where} must be an object with a kind, got ${shown(value)}`);
    const kind = kindField.read((value as { kind?: unknown }).kind, `${where}.kind`);
    return byKind.get(kind)!.read(value, where) as Obstacle;
  },
};

export const SCENE = object(
  {
    heading: number(0, 360, "compass direction of the axis that counts as north, degrees; default 0"),
    obstacles: list(obstacle, [1, MOST_OBSTACLES], "what stands around"),
  },
  "what stands around the system, in metres east, north and up of any one point; every plane then needs modules",
  ["obstacles"],
) as Field<Scene>;

const gap = metres(0, 100, "between modules");
const modules = object(
  {
    ...{ rows: whole(1, 1000, "of modules, up the slope"), columns: whole(1, 1000, "modules of a row") },
    ...{
      width: metres(0.02, 20, "of a module, along the eaves"),
      height: metres(0.02, 20, "of a module, up the slope"),
    },
    gap: tuple<readonly [number, number]>([gap, gap], "along the eaves and up the slope; default 0.02 m each"),
    corner: point("the lower left corner, seen by who looks at the modules: east, north and up"),
    middle: point("in place of the corner: the middle of all modules"),
    substrings: whole(1, 12, "of a module, each behind a bypass diode; default 3"),
    cells: choice(["full", "half"], "half: two halves of a substring are side by side behind its diode; default half"),
    wiring: choice(
      ["diodes", "modules", "strings", "linear"],
      "what shade on a part does to the others: diodes (default): strings with bypass diodes; modules: each has its own tracker; strings: a string has the light of its darkest part; linear: nothing",
    ),
    strings: whole(1, 1000, "side by side at one tracker, of equally many modules; default 1"),
  },
  "modules in a grid on the plane, in the system's scene",
  ["rows", "columns", "width", "height"],
) as Field<Modules>;

export const MODULES: Field<Modules> = {
  schema: modules.schema,
  read(value, where) {
    const found = modules.read(value, where);
    if ((found.corner === undefined) === (found.middle === undefined))
      throw new TypeError(
        `${where} must have a corner or a middle, ${found.corner === undefined ? "got none" : "not both"}`,
      );
    const { rows, columns, strings = 1, wiring = "diodes" } = found;
    if ((rows * columns) % strings !== 0)
      throw new RangeError(`${where}.strings must divide its ${rows * columns} modules, got ${strings}`);
    if (found.strings !== undefined && (wiring === "modules" || wiring === "linear"))
      throw new RangeError(`${where}.strings, got ${strings}, has no effect with wiring ${wiring}`);
    return found;
  },
};
