/** Cells in unequal light beside PVMismatch, SAM's table and bishop88, and laws over drawn circuits. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fitDesoto } from "../../../src/physics/models/pv/index.js";
import {
  behindDiode,
  type Cell,
  Cells,
  type Curve,
  halvesTogether,
  inSeries,
} from "../../../src/physics/models/pv/mismatch.js";

type Group = readonly (readonly [light: number, count: number])[];
interface Case {
  readonly cells: "full" | "half";
  readonly kind: "oneDiode" | "default";
  readonly strings: number;
  readonly modules: readonly (readonly (readonly Group[])[])[];
  readonly power: number;
  readonly whole: number;
}
const read = (name: string) => JSON.parse(readFileSync(`fixtures/strings/${name}.json`, "utf8"));
const {
  cases,
  cell,
  default: sheet,
} = read("pvmismatch") as {
  cases: Case[];
  cell: Cell;
  default: { iSc: number; vOc: number; iMp: number; vMp: number };
};
const DROP = 0.5;
const ones = (count: number) => new Float64Array(count).fill(1);

function substring(cells: Cells, sides: readonly Group[]): Curve {
  const [one, other] = sides.map((side) =>
    inSeries(
      side.map(([light]) => cells.curve(light)),
      side.map(([, count]) => count),
    ),
  );
  return behindDiode(other === undefined ? one! : halvesTogether(one!, other), DROP);
}

/** The first string; the others beside it are in the open. */
function powerOf(cells: Cells, { modules, strings }: Case, light = (_: Group): Group => _): number {
  const string = inSeries(
    modules.flatMap((module) => module.map((sides) => substring(cells, sides.map(light)))),
    ones(3 * modules.length),
  );
  if (strings === 1) return cells.seriesPower([string], ones(1));
  const open = inSeries([cells.curve(1)], [modules.length * 72]);
  return cells.parallelPower([string, ...Array.from({ length: strings - 1 }, () => open)]);
}

const rms = (list: readonly number[]) => Math.sqrt(list.reduce((sum, x) => sum + x * x, 0) / list.length);

/** PVMismatch's cell with its two diodes as one. */
function fitted(): Cell {
  const fit = fitDesoto({ ...sheet, alphaSc: 0.0003551 * sheet.iSc, betaVoc: -0.0019 });
  return {
    ...cell,
    photocurrent: fit.ILRef,
    saturationCurrent: fit.IORef,
    resistanceSeries: fit.RS,
    resistanceShunt: fit.RShRef,
    nNsVth: fit.aRef,
  };
}

describe("beside PVMismatch", () => {
  test.each([
    ["full", "oneDiode"],
    ["half", "oneDiode"],
    ["full", "default"],
    ["half", "default"],
  ] as const)("cells %s, %s", (kind, diodes) => {
    const cells = new Cells(diodes === "oneDiode" ? cell : fitted());
    const own = cases.filter((one) => one.cells === kind && one.kind === diodes);
    const errors = own.map((one) => (powerOf(cells, one) - one.power) / one.whole);
    console.log(kind, diodes, own.length, rms(errors), Math.max(...errors.map(Math.abs)));
    errors.forEach((e, k) => {
      if (Math.abs(e) > 0.02) console.log(e, own[k]!.power / own[k]!.whole, JSON.stringify(own[k]));
    });
    expect(rms(errors)).toBeLessThan(0.01);
  });
});

describe("beside SAM's table", () => {
  test("losses", () => {
    const { cases } = read("sam") as { cases: { shaded: number[]; diffuse: number; loss: number }[] };
    const cells = new Cells(fitted());
    for (const scale of [0.8, 1]) {
      const errors = cases.map(({ shaded, diffuse, loss }) => {
        const sub = (light: number) => behindDiode(inSeries([cells.curve(light * scale)], [24]), DROP);
        const [lit, dark] = [sub(1), sub(diffuse)];
        const strings = shaded.map((share) => inSeries([lit, dark], [30 - 0.3 * share, 0.3 * share]));
        const power = strings.length === 1 ? cells.seriesPower(strings, ones(1)) : cells.parallelPower(strings);
        return [1 - power / (strings.length * 720 * cells.power(scale)) - loss, shaded, diffuse, loss] as const;
      });
      for (const n of [1, 2, 3]) {
        const own = errors.filter((e) => e[1].length === n).map((e) => e[0]);
        console.log(scale, n, rms(own), own.reduce((a, b) => a + b) / own.length, Math.max(...own.map(Math.abs)));
      }
      if (scale === 0.8)
        console.log(
          errors
            .filter((e) => Math.abs(e[0]) > 0.03)
            .map((e) => JSON.stringify(e))
            .join("\n"),
        );
    }
  });
});
