/** The default clear sky from sea level to 5,000 m against radiative transfer (fixtures/clearsky/transfer.py) and MAC2. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kasten96Lt, standardPressure } from "../../../src/physics/models/atmosphere/index.js";
import { aerosolOfTurbidity } from "../../../src/physics/models/atmosphere/turbidity.js";
import { ineichen, ineichenAltitude, mac2, rest2V5 } from "../../../src/physics/models/clear-sky/index.js";

const FILE = new URL("../../../fixtures/clearsky/transfer.json", import.meta.url);
const { albedo, dniExtra, columns } = JSON.parse(readFileSync(FILE, "utf8")) as {
  albedo: number;
  dniExtra: number;
  columns: {
    [name in "altitude" | "zenith" | "precipitableWater" | "ozone" | "aod550" | "ghi" | "dni" | "dhi"]: number[];
  };
};
const ALTITUDES = [0, 500, 1000, 1500, 2000, 3000, 4000, 5000];
const { altitude, zenith, precipitableWater, ozone, aod550 } = columns;
const pressure = altitude.map(standardPressure);
const mu = zenith.map((z) => Math.cos((z * Math.PI) / 180));
const extra = new Float64Array(zenith.length).fill(dniExtra);

/** As the engine takes it from the columns of the weather. */
const linkeTurbidity = kasten96Lt({
  airmassAbsolute: 2,
  precipitableWater,
  aodBb: aod550.map((depth) => depth * (550 / 700) ** 1.14),
}).linkeTurbidity;
const airmassAbsolute = zenith.map(
  (z, i) => ((1 / (mu[i]! + 0.50572 * (96.07995 - z) ** -1.6364)) * pressure[i]!) / 101325,
);
const byTurbidity = { apparentZenith: zenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra: extra };
const byAerosol = { zenith, aod550, precipitableWater, pressure, albedo, dniExtra: extra };
const MODELS = {
  default: ineichenAltitude(byTurbidity),
  ineichen: ineichen(byTurbidity),
  mac2: mac2(byAerosol),
  rest2V5: rest2V5({ ...byAerosol, ozone }),
};

type Light = { readonly [name in "ghi" | "dni"]: ArrayLike<number> };

/** Mean bias by altitude, %. */
function biases(light: Light, truth: Light, name: "ghi" | "dni"): number[] {
  return ALTITUDES.map((height) => {
    let [got, meant] = [0, 0];
    for (let i = 0; i < zenith.length; i++) {
      if (altitude[i] !== height) continue;
      got += light[name][i]!;
      meant += truth[name][i]!;
    }
    return 100 * (got / meant - 1);
  });
}

describe("the default clear sky", () => {
  test("has GHI within 2 % of radiative transfer and of MAC2 at each altitude", () => {
    for (const truth of [columns, MODELS.mac2]) {
      for (const bias of biases(MODELS.default, truth, "ghi")) expect(Math.abs(bias)).toBeLessThanOrEqual(2);
    }
  });

  test("has DNI within 2.5 % of radiative transfer at each altitude", () => {
    for (const bias of biases(MODELS.default, columns, "dni")) expect(Math.abs(bias)).toBeLessThanOrEqual(2.5);
  });

  test("lets 0.86 to 0.91 of the light through at 5,000 m under a high sun", () => {
    const high = zenith.flatMap((z, i) => (z < 30 && altitude[i] === 5000 ? [i] : []));
    expect(high.length).toBeGreaterThan(20);
    for (const i of high) {
      const share = MODELS.default.ghi[i]! / (dniExtra * mu[i]!);
      expect(share).toBeGreaterThanOrEqual(0.86);
      expect(share).toBeLessThanOrEqual(0.91);
    }
  });

  test("is what the former default is not", () => {
    const former = biases(MODELS.ineichen, columns, "ghi");
    expect(former[0]).toBeLessThan(-3);
    expect(former.at(-1)).toBeGreaterThan(10);
  });

  test("is below what comes from the sun, up to the highest summit, and no darker than with more turbidity", () => {
    for (const height of [-430, 0, 1000, 3000, 5000, 8849]) {
      let before = Number.POSITIVE_INFINITY;
      for (const turbidity of [1, 1.5, 2, 3, 5, 8]) {
        const sky = ineichenAltitude({
          ...{
            apparentZenith: [0, 30, 60, 80, 89],
            airmassAbsolute: [1, 1.15, 2, 5.6, 26].map((m) => (m * standardPressure(height)) / 101325),
          },
          ...{ linkeTurbidity: turbidity, altitude: height, dniExtra: 1361 },
        });
        for (let i = 0; i < 5; i++) {
          expect(sky.ghi[i]).toBeLessThan(1361 * Math.cos(([0, 30, 60, 80, 89][i]! * Math.PI) / 180));
          expect(sky.dni[i]).toBeLessThan(1361);
          expect(sky.dhi[i]).toBeGreaterThan(0);
        }
        expect(sky.ghi[1]).toBeLessThan(before);
        before = sky.ghi[1]!;
      }
    }
  });

  test("has no step where the beam's loss begins to grow", () => {
    const at = (height: number) =>
      ineichenAltitude({ apparentZenith: 40, airmassAbsolute: 1.2, linkeTurbidity: 3, altitude: height });
    for (const name of ["ghi", "dni", "dhi"] as const) expect(at(1001)[name][0]! / at(999)[name][0]!).toBeCloseTo(1, 3);
  });
});

test("the turbidity of the rows has their aerosol again", () => {
  for (let i = 0; i < zenith.length; i += 37) {
    expect(aerosolOfTurbidity(linkeTurbidity[i]!, precipitableWater[i]!)).toBeCloseTo(aod550[i]!, 6);
  }
});
