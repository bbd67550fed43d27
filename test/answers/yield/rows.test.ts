/** Trackers, rows and bifacial modules against pvlib's infinite sheds (fixtures/bifacial/make.py), and their losses. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LIKE_SAM } from "../../../fixtures/peers/like-sam.mjs";
import { PEERS, peerYear } from "../../../fixtures/peers/peer-year.mjs";
import { type MadePlace, madeYear, PLACES } from "../../../fixtures/yield/made-year.mjs";
import { formatYield, lossesSvg, type YieldSystem, yieldOf } from "../../../src/answers/yield/index.js";
import type { YieldPlane } from "../../../src/answers/yield/types.js";
import type { ObservationContext, WeatherSeries } from "../../../src/index.js";
import { haydavies } from "../../../src/physics/models/transposition/index.js";

type Name = "plane" | "front" | "rear" | "alone" | "rows" | "both";
type Year = { readonly [name in Name]: readonly number[] };
const FILE = new URL("../../../fixtures/bifacial/years.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as {
  cases: readonly { readonly name: string; readonly fixed: Year; readonly tracker: Year }[];
};
interface Rears {
  readonly options: {
    readonly heights: { readonly tracker: readonly number[]; readonly fixed: readonly number[] };
    readonly width: number;
    readonly gcr: number;
    readonly tilt: number;
    readonly maxAngle: number;
  };
  readonly cases: readonly {
    readonly name: string;
    readonly tracker: readonly (readonly [number, number])[];
    readonly fixed: readonly (readonly [number, number])[];
  }[];
}
/** kWh/m² on the front and on the rear by height (fixtures/peers/rear.py). */
const REARS = JSON.parse(readFileSync(new URL("../../../fixtures/peers/rear.json", import.meta.url), "utf8")) as Rears;
const context = { subSteps: 1, albedo: 0.2, models: { transposition: haydavies } } as ObservationContext;
const BIFACIAL = { factor: 0.7, shadeFactor: -0.02, transmissionFactor: -0.01 };
const TRACKER = { maxAngle: 60, gcr: 0.4 };
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each(PLACES.map((place): [string, MadePlace] => [place.name, place]))("%s", (name, place) => {
  let weather: WeatherSeries;
  beforeAll(async () => {
    weather = await madeYear(place);
  });
  const { fixed, tracker } = cases.find((one) => one.name === name)!;
  const PLANES: [string, Year, YieldPlane, object][] = [
    ["a fixed plane", fixed, { surfaceTilt: place.tilt, surfaceAzimuth: place.azimuth }, { gcr: 0.4 }],
    ["a tracker", tracker, { tracker: TRACKER }, {}],
  ];
  const run = (plane: YieldPlane, system: Partial<YieldSystem> = {}) =>
    // Their losses are PVWatts'.
    yieldOf(weather, { planes: [plane], losses: "bank", iam: "none", ...system }, { typicalYear: true, context });

  test.each(PLANES)(
    "%s: its light, rows, rear side and energies are within a hundredth of pvlib's year",
    (_, year, plane, rows) => {
      const alone = run(plane);
      expect(Math.abs(alone.annual!.planeIrradiation / sum(year.plane) - 1)).toBeLessThan(0.01);
      expect(Math.abs(alone.annual!.energy / sum(year.alone) - 1)).toBeLessThan(0.01);
      // From far above, the rear sees the mean of the ground, as there.
      const both = run({ ...plane, rows: { ...rows, height: 1000 } }, { bifacial: BIFACIAL });
      const energy = Object.fromEntries(both.losses.map((stage) => [stage.name, stage.energy]));
      expect(Math.abs(energy.rows! / sum(year.front) - 1)).toBeLessThan(0.01);
      const rear = (energy.rear! - energy.incidence!) / (0.7 * 0.98 * 0.99);
      expect(Math.abs(rear / sum(year.rear) - 1)).toBeLessThan(0.01);
      expect(Math.abs(both.annual!.energy / sum(year.both) - 1)).toBeLessThan(0.01);
      const oneSided = run({ ...plane, rows });
      expect(Math.abs(oneSided.annual!.energy / sum(year.rows) - 1)).toBeLessThan(0.01);
    },
  );
});

describe.each(REARS.cases.map((one): [string, (typeof REARS.cases)[number]] => [one.name, one]))(
  "the rear beside pvsamv1 at %s",
  (name, peer) => {
    const { heights, width, gcr, tilt, maxAngle } = REARS.options;
    const weather = peerYear(PEERS.cases.find((one) => one.name === name)!);
    /** kWh/m² on the rear of rows whose middle is that many metres above the ground. */
    const rearAt = (plane: YieldPlane, metres: number) => {
      const planes = [{ ...plane, rows: { ...plane.rows, height: metres / width } }];
      const system = { planes, iam: "none", bifacial: { factor: 1, shadeFactor: 0 } } as const;
      const { losses } = yieldOf(weather, system, { typicalYear: true, acceptDoubts: true, context: LIKE_SAM });
      const energy = Object.fromEntries(losses.map((stage) => [stage.name, stage.energy]));
      return energy.rear! - energy.incidence!;
    };
    // The height that pvsamv1 takes is that of the axis, and of the lower edge of what stands.
    const middle = 0.5 * width * Math.sin((tilt * Math.PI) / 180);
    test.each([
      ["tracker", { tracker: { maxAngle, gcr }, rows: {} }, 0],
      ["fixed", { surfaceTilt: tilt, surfaceAzimuth: 180, rows: { gcr } }, middle],
    ] as const)(
      "%s: it falls with the height alike, to 2.5 points, and stays within 3 to 13 % above",
      (kind, plane, above) => {
        const theirs = peer[kind].map(([, rear]) => rear);
        const ours = heights[kind].map((height) => rearAt(plane, height + above));
        ours.forEach((rear, k) => {
          expect(rear / theirs[k]!).toBeGreaterThan(1.03);
          expect(rear / theirs[k]!).toBeLessThan(1.13);
          expect(Math.abs(rear / ours.at(-1)! - theirs[k]! / theirs.at(-1)!)).toBeLessThan(0.025);
        });
      },
    );
  },
);

describe("losses of rows", () => {
  let weather: WeatherSeries;
  beforeAll(async () => {
    weather = await madeYear(PLACES[0]!);
  });
  const horizon = Array.from({ length: 360 }, (_, azimuth) => Math.max(0, 20 - Math.abs(azimuth - 200) / 2));
  const plane = { surfaceTilt: 30, surfaceAzimuth: 180, rows: { gcr: 0.5 } };
  const run = (system: YieldSystem) => yieldOf(weather, system, { typicalYear: true, context: { horizon } });

  test("have stages of their own, and multiply to the energy within 1e-9", () => {
    const found = run({ planes: [plane, { tracker: { maxAngle: 55 }, rows: {}, kwp: 2 }], bifacial: { factor: 0.8 } });
    expect(found.losses.map(({ name }) => name)).toEqual([
      ...["horizontal", "plane", "shading", "rows", "incidence", "rear", "temperature", "losses"],
      ...["inverter", "clipping"],
    ]);
    const product = found.losses.reduce((energy, { factor }) => energy * factor, found.losses[0]!.energy);
    expect(Math.abs(product / found.total.energy - 1)).toBeLessThan(1e-9);
    const factors = Object.fromEntries(found.losses.map(({ name, factor }) => [name, factor]));
    expect(factors.shading).toBeLessThan(1);
    expect(factors.rows).toBeLessThan(0.99);
    expect(factors.rear).toBeGreaterThan(1.02);
    const table = formatYield(found);
    expect(table).toContain("rows that shade one another");
    expect(table).toContain("light on the rear");
    expect(table).toContain("one-axis tracker");
    expect(lossesSvg(found).match(/class="bar"/g)).toHaveLength(10);
  });

  test("the performance ratio is over the light on the planes in the open", () => {
    const inRows = run({ planes: [plane] });
    const { rows: _none, ...single } = plane;
    const alone = run({ planes: [single] });
    expect(inRows.annual!.planeIrradiation).toBeCloseTo(alone.annual!.planeIrradiation, 8);
    expect(inRows.annual!.performanceRatio).toBeLessThan(alone.annual!.performanceRatio! - 0.005);
  });

  test("a tracker of two axes is named, and gathers more than one of one", () => {
    const found = run({ planes: [{ tracker: { mode: "dual-axis" } }, { tracker: {} }] });
    expect(formatYield(found)).toContain("two-axis tracker");
    expect(found.planes[0]!.energy).toBeGreaterThan(1.05 * found.planes[1]!.energy);
  });
});

test.each([
  [
    { planes: [{ tracker: { gcr: 2 } }] },
    "yieldOf: system.planes[0].tracker.gcr must be a number above 0, at most 1, got 2",
  ],
  [
    { planes: [{ tracker: {}, trackingMode: "none" }] },
    "yieldOf: system.planes[0].trackingMode must be 1_axis with a tracker, got none",
  ],
  [{ planes: [{ rows: { gcr: 0 } }] }, "yieldOf: system.planes[0].rows.gcr must be above 0 and at most 1, got 0"],
  [{ planes: [{ rows: { high: 2 } }] }, "yieldOf: system.planes[0].rows.high is no option of rows"],
  [{ planes: [{}], bifacial: { factor: 0.7 } }, "yieldOf: system.bifacial needs system.planes[0].rows"],
  [
    { planes: [{ rows: { gcr: 0.4 } }], bifacial: { factor: 70 } },
    "yieldOf: system.bifacial.factor must be from 0 to 1, got 70",
  ],
])("%j is refused", async (system, message) => {
  const weather = await madeYear(PLACES[0]!);
  expect(() => yieldOf(weather, system as YieldSystem)).toThrow(message);
});

test("a context's own tracker or rows are refused", async () => {
  const weather = await madeYear(PLACES[0]!);
  const refused = (own: object) => () => yieldOf(weather, { planes: [{}] }, { context: own as ObservationContext });
  expect(refused({ rows: {} })).toThrow("context.rows is not accepted: each plane has its own, system.planes[k].rows");
});
