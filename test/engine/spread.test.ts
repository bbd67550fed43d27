/** The course over the nodes of panels, and what is known of grids of the same cells beforehand: it changes no bit. */

import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { findLightWindows, findSunHeights, openLightWindows } from "../../src/engine/grid/daylight-windows.js";
import { findLitRows } from "../../src/engine/grid/lit-rows.js";
import { placeSteps, type SubSteps } from "../../src/engine/grid/sub-steps.js";
import { INTERVALS, STEPS } from "../../src/engine/memory/columns.js";
import { Workspace } from "../../src/engine/memory/workspace.js";
import { lightMeans, weightRows } from "../../src/engine/weather-grid/interval-sky.js";
import { indexRows, spreadLight } from "../../src/engine/weather-grid/spread.js";
import { prepareSunSite } from "../../src/physics/models/solar-position/index.js";

const SMOOTH = { smooth: true, bothBeams: false, closes: true };
const QUARTER = 900;
const DAY = 86_400_000;
const LATTICE = { origin: 0, step: QUARTER * 1000 };
const FIRST = Date.UTC(2023, 2, 20) / LATTICE.step;

/** Two days of quarters of an hour with sub-steps where there is light, and a workspace that holds them. */
function placed(latitude: number) {
  const work = new Workspace();
  const n = 192;
  const [first, lattice] = [FIRST, LATTICE];
  work.reserveBlock(n, 4 * n, n);
  findLightWindows(prepareSunSite(latitude, 0, 0), first * lattice.step, (first + n) * lattice.step, work.windows);
  const { time, weight, lead } = STEPS;
  placeSteps(
    lattice,
    first,
    first + n,
    lattice,
    first,
    first + n,
    { panel: QUARTER },
    work.windows,
    work.heights,
    time,
    weight,
    lead,
    work.placed,
  );
  findLitRows(n, work.placed.weatherStart, weight, QUARTER, work.litWeather);
  return { work, n };
}

/** Clear sky at the sub-steps and light of the intervals: broken, above the caps, at night, missing. */
function fill(work: Workspace, n: number, latitude: number, random: () => number): void {
  const s = STEPS;
  const w = INTERVALS;
  for (let i = 0; i < work.placed.count; i++) {
    const hour = ((s.time[i]! % DAY) / DAY) * 2 * Math.PI;
    s.up[i] = -Math.cos(hour) * 0.7;
    s.elevation[i] = s.up[i]! * 60;
    s.extraterrestrialNormal[i] = 1361;
    s.clearDni[i] = s.up[i]! > 0 ? 900 * s.up[i]! ** 0.3 : 0;
    s.clearDhi[i] = s.up[i]! > 0 ? 20 + 80 * s.up[i]! : 0;
  }
  // Some panels have their nodes in a part of them, as at sunrise.
  for (let i = 0; i + 1 < work.placed.count; i += 2) {
    if (random() > 0.1) continue;
    const part = 0.1 + 0.9 * random();
    const begin = s.time[i]! - s.lead[i]! * 1000;
    for (const k of [i, i + 1]) {
      s.time[k] = begin + (s.time[k]! - begin) * part;
      s.weight[k] = s.weight[k]! * part;
      s.lead[k] = s.lead[k]! * part;
    }
  }
  for (let i = 0; i < work.placed.count; i++) s.relativeAirmass[i] = 1 / Math.max(s.up[i]!, 0.03);
  weightRows(0, work.placed.count, 1);
  lightMeans(n, QUARTER, work.placed);
  for (let j = 0; j < n; j++) {
    const kind = random();
    const missing = kind < 0.08;
    const dark = kind > 0.9;
    w.directHorizontal[j] = missing ? Number.NaN : dark ? 0 : 1.6 * random() ** 2 * (w.beamWeight[j]! + 3 * random());
    w.dhi[j] = missing ? Number.NaN : dark && random() < 0.5 ? 0 : 2 * random() * w.diffuseWeight[j]!;
    w.ghi[j] = w.directHorizontal[j]! + w.dhi[j]!;
  }
  const counts = { capped: 0, light_at_night: 0, twilight_excess: 0 };
  indexRows(0, n, FIRST, LATTICE, work.placed, prepareSunSite(latitude, 0, 0), 0, n, counts);
}

function light(work: Workspace, n: number, latitude: number): { direct: Float64Array; diffuse: Float64Array } {
  const s = STEPS;
  s.directHorizontal.fill(-1);
  s.dhi.fill(-1);
  spreadLight(2, n - 2, SMOOTH, false, FIRST, LATTICE, work.placed, prepareSunSite(latitude, 0, 0), work);
  const { weatherStart } = work.placed;
  const part = (column: Float64Array) => column.slice(weatherStart[2]!, weatherStart[n - 2]!);
  return { direct: part(s.directHorizontal), diffuse: part(s.dhi) };
}

describe("panels of three nodes", () => {
  test("keep the mean, and lie on the lines from the middle to the edges but for their bend, which leaves the edges", () => {
    const work = new Workspace();
    const HOUR = 3600;
    const n = 10;
    const lattice = { origin: 0, step: HOUR * 1000 };
    work.reserveBlock(n, 8 * n, n);
    openLightWindows(work.windows);
    for (const height of Object.values(work.heights)) openLightWindows(height);
    const { time, weight, lead, directHorizontal, dhi } = STEPS;
    const { windows, heights, placed: steps } = work;
    placeSteps(lattice, 0, n, lattice, 0, n, { panel: QUARTER }, windows, heights, time, weight, lead, steps);
    findLitRows(n, steps.weatherStart, weight, HOUR, work.litWeather);
    expect(steps.count).toBe(3 * n);
    const random = randomNumbers(5);
    const means = Float64Array.from({ length: n }, () => 0.3 + 0.2 * random());
    for (const [index, energy] of [
      [INTERVALS.beamIndex, INTERVALS.beamWeight],
      [INTERVALS.diffuseIndex, INTERVALS.diffuseWeight],
    ] as const) {
      index.set(means);
      energy.fill(1, 0, n);
    }
    STEPS.beamWeight.fill(1, 0, 3 * n);
    STEPS.diffuseWeight.fill(1, 0, 3 * n);
    STEPS.beamCap.fill(1e4, 0, 3 * n);
    spreadLight(2, n - 2, SMOOTH, false, 0, lattice, steps, prepareSunSite(0, 0, 0), work);
    const logit = (k: number, most: number) => Math.log(k / (most - k));
    for (const [found, most] of [
      [directHorizontal, 3],
      [dhi, 5],
    ] as const) {
      for (let j = 2; j < n - 2; j++) {
        const edges = [j - 1, j + 1].map((beside) => {
          return most / (1 + Math.exp(-(logit(means[j]!, most) + logit(means[beside]!, most)) / 2));
        });
        const [left, right] = edges.map((edge) => means[j]! + (2 / 3) * (edge - means[j]!)) as [number, number];
        const mean = (3 * left + 2 * means[j]! + 3 * right) / 8;
        const [a, b, c] = found.subarray(3 * j, 3 * j + 3) as unknown as [number, number, number];
        expect((3 * a + 2 * b + 3 * c) / 8).toBeCloseTo(means[j]!, 12);
        // What is left of the line, or of its distance from the most: the middle loses most, the outer nodes 1 − (2/3)⁴ as much.
        const from = mean > means[j]! ? 0 : most;
        const [outer, middle] = [(a - from) / (left - from), (b - from) / (means[j]! - from)];
        expect((c - from) / (right - from)).toBeCloseTo(outer, 12);
        expect(1 - outer).toBeCloseTo((65 / 81) * (1 - middle), 12);
      }
    }
  });
});

describe("panels of two nodes", () => {
  test("keep the mean of their interval, never below 0 or above the cap", () => {
    const random = randomNumbers(5);
    const { work, n } = placed(40);
    fill(work, n, 40, random);
    light(work, n, 40);
    const s = STEPS;
    const w = INTERVALS;
    for (let j = 2; j < n - 2; j++) {
      const [begin, end] = [work.placed.weatherStart[j]!, work.placed.weatherStart[j + 1]!];
      if (begin === end) continue;
      let direct = 0;
      let diffuse = 0;
      for (let i = begin; i < end; i++) {
        direct += (s.directHorizontal[i]! * s.weight[i]!) / QUARTER;
        diffuse += (s.dhi[i]! * s.weight[i]!) / QUARTER;
        expect(s.directHorizontal[i]! < 0 || s.directHorizontal[i]! > s.beamCap[i]! * (1 + 1e-12)).toBe(false);
        expect(s.dhi[i]! < 0).toBe(false);
      }
      if (Number.isNaN(w.dhi[j]!)) expect([direct, diffuse]).toEqual([Number.NaN, Number.NaN]);
      else {
        expect(direct).toBeCloseTo(w.directHorizontal[j]!, 9);
        expect(diffuse).toBeCloseTo(w.dhi[j]!, 9);
      }
    }
  });
});

describe("grids of the same cells", () => {
  const cases: readonly (readonly [SubSteps, number])[] = [
    [{ panel: 900 }, 900],
    [{ panel: 900 }, 3600],
    [{ panel: 900 }, 60],
    [{ count: 1 }, 900],
    [{ count: 3 }, 600],
  ];

  test.each(cases)("%o over %d s: an interval's sub-steps are those it has alone", (subSteps, seconds) => {
    const lattice = { origin: 0, step: seconds * 1000 };
    const work = new Workspace();
    const n = (2 * DAY) / lattice.step;
    const first = (Date.UTC(2023, 2, 20) + DAY / 3) / lattice.step;
    const place = (from: number, to: number) => {
      work.reserveBlock(to - from, 8 * n + 8, to - from);
      const { time, weight, lead } = STEPS;
      const { windows, heights, placed: steps } = work;
      placeSteps(lattice, from, to, lattice, from, to, subSteps, windows, heights, time, weight, lead, steps);
      const nodes = Array.from({ length: steps.count }, (_, i) => [time[i]!, weight[i]!, lead[i]!]);
      return { nodes, weather: [...steps.weatherStart].slice(0, to - from + 1), outputs: [...steps.outputStart] };
    };
    const site = prepareSunSite(40, 0, 0);
    findLightWindows(site, first * lattice.step, (first + n) * lattice.step, work.windows);
    findSunHeights(site, first * lattice.step, (first + n) * lattice.step, work.heights);
    const whole = place(first, first + n);
    expect(whole.outputs.slice(0, n + 1)).toEqual(whole.weather);
    for (let k = 0; k < n; k++) {
      expect(place(first + k, first + k + 1).nodes).toEqual(whole.nodes.slice(whole.weather[k], whole.weather[k + 1]));
    }
  });
});
