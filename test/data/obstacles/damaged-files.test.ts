/**
 * Files of scenes and tables that are damaged anywhere: read, or refused with a sentence. LAW_DRAWS=2000 damages so many of each format.
 */
import { expect, test } from "vitest";
import { seeded } from "../../../scripts/lib/random.mjs";
import { readScene, readSystem } from "../../../src/data/system/index.js";
import { drawsOf } from "../../draws.js";
import { building, bytesOf, CUBE, glb, gltf, HERE, map, PVSYST, square } from "./seeds.js";

const DRAWS = Number(process.env.LAW_DRAWS ?? drawsOf(400, 2));
const text = new TextEncoder();
const HOUSES = map(
  building(square(1e-3, 2e-3), { height: 12 }),
  building(square(0, -2e-3), { height: "9 m", min_height: 2 }),
);
/** Each format, what it is spliced with, and how it is read. */
const FORMATS: readonly [string, Uint8Array, object][] = [
  ["OBJ", text.encode(CUBE), { up: "z", transmittance: { leaves: 0.5 } }],
  ["glTF", bytesOf(gltf()), {}],
  ["GLB", glb(), {}],
  ["GeoJSON", bytesOf(HOUSES), HERE],
  ["table of PVsyst", text.encode(PVSYST), { up: "y" }],
  ["table by azimuth and altitude", text.encode("0,0,120,240\n10,50,0,12.5\n40,0,3,7\n"), { up: "y" }],
  ["table by month and hour", text.encode(`${"0,".repeat(23)}5\n`.repeat(12)), { ...HERE, up: "y", timeZone: 1 }],
];
/** What files have where numbers are expected. */
const NUMBERS = ["-1", "0", "1e9", "4294967295", "1e308", "NaN", "null", "-0.5", "99999999999", '"7"', "[]", "{}"];

const { below, of } = seeded(56);
const bytes = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const DAMAGES: readonly ((file: Uint8Array) => Uint8Array)[] = [
  (file) => file.slice(0, below(file.length)),
  (file) => file.map((byte) => (below(file.length) === 0 ? below(256) : byte)),
  (file) => file.map((byte) => (below(file.length) === 0 ? byte ^ (1 << below(8)) : byte)),
  (file) => file.slice().copyWithin(below(file.length), below(file.length)),
  (file) => bytes(file.subarray(0, below(file.length)), file.subarray(below(file.length))),
  (file) => {
    const [, other] = of(FORMATS);
    return bytes(file.subarray(0, below(file.length)), other.subarray(below(other.length)));
  },
  (file) => {
    const latin = Array.from(file, (byte) => String.fromCharCode(byte)).join("");
    const found = [...latin.matchAll(/-?\d+(?:\.\d+)?/g)];
    if (found.length === 0) return file;
    const { index, 0: digits } = of(found);
    return Uint8Array.from(latin.slice(0, index) + of(NUMBERS) + latin.slice(index + digits.length), (one) =>
      one.charCodeAt(0),
    );
  },
];

const PLANES = [{ modules: { rows: 1, columns: 1, width: 1, height: 1, corner: [60, 60, 0] } }];

test.each(FORMATS)("damaged %s is read or refused, and nothing else", (_name, file, options) => {
  const outcomes = { read: 0, refused: 0 };
  for (let k = 0; k < DRAWS; k++) {
    const damaged = DAMAGES[k % DAMAGES.length]!(below(4) === 0 ? of(DAMAGES)(file) : file);
    try {
      const { obstacles, shade } = readScene(damaged, options);
      if (obstacles.length > 0) readSystem({ planes: PLANES, scene: { obstacles } } as never);
      if (shade !== undefined) readSystem({ planes: [{ shade }] } as never);
      outcomes.read++;
    } catch (error) {
      // Of the language's own errors the messages have no such words.
      const isOurs = error instanceof RangeError || error instanceof TypeError;
      if (!isOurs || !/^read\w+: .*\b(must|no|not|more|cannot|form|has|is|give|reaches)\b/s.test(error.message))
        throw error;
      outcomes.refused++;
    }
  }
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(DRAWS / 25);
});
