/**
 * Systems of SAM's PVWatts 8 and pvsamv1 at five places (fixtures/peers/make.py), stage by stage where their models differ, and the
 * light in rows by rays (fixtures/peers/rows.py).
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { detailedSystem, LIKE_SAM, PVWATTS_SYSTEMS, simpleSystem } from "../../../fixtures/peers/like-sam.mjs";
import { PEERS, type PeerCase, peerYear } from "../../../fixtures/peers/peer-year.mjs";
import { type Yield, type YieldSystem, yieldOf } from "../../../src/answers/yield/index.js";
import type { WeatherSeries } from "../../../src/index.js";

interface RowsYear {
  readonly [name: string]: readonly number[];
}
const ROWS = new URL("../../../fixtures/peers/rows.json", import.meta.url);
const { cases: rayCases } = JSON.parse(readFileSync(ROWS, "utf8")) as {
  cases: readonly { readonly name: string; readonly fixed: RowsYear; readonly tracker: RowsYear }[];
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percentOff = (found: number, theirs: number) => 100 * (found / theirs - 1);

describe.each(PEERS.cases.map((one): [string, PeerCase] => [one.name, one]))("%s", (name, peer) => {
  let weather: WeatherSeries;
  beforeAll(() => {
    weather = peerYear(peer);
  });
  const run = (system: YieldSystem) =>
    yieldOf(weather, system, { typicalYear: true, acceptDoubts: true, context: LIKE_SAM });
  /** kWh/kWp after each stage. */
  const stagesOf = ({ losses, kwp }: Yield) =>
    Object.fromEntries(losses.map((stage) => [stage.name, stage.energy / kwp]));
  const monthsOff = ({ months }: Yield, theirs: readonly number[]) =>
    months.map(({ specificYield }, month) => Math.abs(percentOff(specificYield, theirs[month]!)));

  test("two unlike planes on one inverter that clips: the year within 0.25 %, months within 0.6 %", () => {
    const { planes, ac, dc } = peer.shared;
    const found = run(simpleSystem(planes));
    expect(stagesOf(found).clipping! / stagesOf(found).inverter!).toBeLessThan(0.99);
    expect(Math.abs(percentOff(stagesOf(found).temperature!, sum(dc)))).toBeLessThan(0.25);
    expect(Math.abs(percentOff(found.annual!.specificYield, sum(ac)))).toBeLessThan(0.25);
    expect(Math.max(...monthsOff(found, ac))).toBeLessThan(0.6);
  });

  test("a module of the CEC's list: each stage but SAM's cover is within 0.6 %, the year behind its cover within 0.5 %", () => {
    const theirs = peer.detailed;
    const found = run(detailedSystem([{ tilt: 30, azimuth: 180, nstrings: 2 }]));
    const ours = stagesOf(found);
    expect(Math.abs(percentOff(ours.plane!, sum(theirs.plane)))).toBeLessThan(0.3);
    // SAM takes nothing from beam up to 59° from the normal, and 3.5 % less than Fresnel's equations beyond it.
    const cover = percentOff(ours.incidence! / ours.plane!, sum(theirs.effective) / sum(theirs.plane));
    expect(cover).toBeGreaterThan(-0.85);
    expect(cover).toBeLessThan(-0.5);
    const module = percentOff(ours.temperature! / ours.incidence!, sum(theirs.dc) / sum(theirs.effective));
    expect(Math.abs(module)).toBeLessThan(0.6);
    expect(Math.abs(percentOff(ours.losses! / ours.temperature!, sum(theirs.net) / sum(theirs.dc)))).toBeLessThan(1e-3);
    expect(Math.abs(percentOff(ours.clipping! / ours.losses!, sum(theirs.ac) / sum(theirs.net)))).toBeLessThan(0.1);
    const behindTheirCover = found.annual!.specificYield / (1 + cover / 100);
    expect(Math.abs(percentOff(behindTheirCover, sum(theirs.ac)))).toBeLessThan(0.5);
    expect(Math.abs(percentOff(found.annual!.specificYield, sum(theirs.ac)))).toBeLessThan(1.2);
  });

  test("PVWatts' fixed plane and tracker alone: the year within 0.7 %", () => {
    for (const system of ["fixed", "tracker"] as const) {
      const found = run(PVWATTS_SYSTEMS[system]);
      expect(Math.abs(percentOff(found.annual!.specificYield, sum(peer.pvwatts[system].ac))), system).toBeLessThan(0.7);
    }
  });

  const rays = rayCases.find((one) => one.name === name)!;
  test("rows take what rays take, within 0.25 % of the light; SAM's take less", () => {
    for (const [system, traced] of [
      ["rows", rays.fixed],
      ["trackerRows", rays.tracker],
    ] as const) {
      const { plane, rows } = stagesOf(run(PVWATTS_SYSTEMS[system]));
      expect(Math.abs(percentOff(plane!, sum(traced.open!))), system).toBeLessThan(0.4);
      const taken = 100 * (1 - rows! / plane!);
      const byRays = 100 * (1 - sum(traced.rows!) / sum(traced.open!));
      expect(Math.abs(taken - byRays), system).toBeLessThan(0.25);
      const bySam = 100 * (1 - sum(peer.pvwatts[system].plane) / plane!);
      expect(bySam, system).toBeLessThan(byRays - 0.3);
    }
  });

  test("a bifacial tracker in rows: the year within 1 % of PVWatts'", () => {
    const found = run(PVWATTS_SYSTEMS.bifacial);
    expect(Math.abs(percentOff(found.annual!.specificYield, sum(peer.pvwatts.bifacial.ac)))).toBeLessThan(1);
  });
});

test("at Fargo, snow takes what PVWatts' takes: of the year within 0.3 points, of a month within 1.5", () => {
  const peer = PEERS.cases.find(({ name }) => name === "fargo")!;
  const weather = peerYear(peer);
  const run = (system: YieldSystem) =>
    yieldOf(weather, system, { typicalYear: true, acceptDoubts: true, context: LIKE_SAM });
  const percentTaken = (left: number, of: number) => 100 * (1 - left / of);
  for (const [bare, covered] of [
    ["fixed", "snow"],
    ["steep", "steepSnow"],
  ] as const) {
    const [clean, snowy] = [run(PVWATTS_SYSTEMS[bare]), run(PVWATTS_SYSTEMS[covered])];
    const [before, after] = [peer.pvwatts[bare]!.ac, peer.pvwatts[covered]!.ac];
    const theirs = percentTaken(sum(after), sum(before));
    expect(theirs).toBeGreaterThan(10);
    expect(Math.abs(percentTaken(snowy.annual!.energy, clean.annual!.energy) - theirs)).toBeLessThan(0.3);
    after.forEach((month, k) => {
      const found = percentTaken(snowy.months[k]!.energy, clean.months[k]!.energy);
      expect(Math.abs(found - percentTaken(month, before[k]!)), `month ${k + 1}`).toBeLessThan(1.5);
    });
  }
});
