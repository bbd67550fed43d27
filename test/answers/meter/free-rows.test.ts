import { describe, expect, it } from "vitest";
import { type FreeRows, freeRows } from "../../../src/answers/meter/free-rows.js";
import { heldRows } from "../../../src/answers/meter/held-rows.js";
import { FREE_REASONS, reasonByte } from "../../../src/answers/meter/reasons.js";
import { ROW_REASONS } from "../../../src/answers/yield/measured/rows.js";
import { type Drawn, drawMeter as drawAny, type Fault } from "./faults.js";

const drawMeter = (fault: Fault, seed: number) => drawAny(fault, seed, true);

/** As `learn` has it, with the true plane in the place of a fitted one. */
function looked(drawn: Drawn, score = 0.03): FreeRows {
  return heldRows(freeRows(drawn.meter, drawn.place, 0), { expected: drawn.clear, score });
}

function said({ findings, refusal }: FreeRows): string[] {
  return [...findings.map(({ code }) => code), ...(refusal === undefined ? [] : [refusal.code])];
}

function learnt({ reasons }: FreeRows, { faulty }: Drawn): number {
  return [...faulty].filter((row) => reasons[row] === 0).length / faulty.size;
}

it("has the reasons of measured comparisons first, in their order", () => {
  expect(Object.keys(FREE_REASONS).slice(0, ROW_REASONS.length)).toEqual(ROW_REASONS);
  expect(reasonByte("used")).toBe(0);
});

describe("says nothing of meters without a fault", () => {
  it.each([1, 2])("clean %i", (seed) => expect(said(looked(drawMeter("clean", seed)))).toEqual([]));

  it("takes off what a meter shows in the dark", () => {
    const drawn = drawMeter("offset", 3);
    const free = looked(drawn);
    const dark = drawn.meter.power.find((_, row) => drawn.clear[row] === 0);
    expect(said(free)).toEqual([]);
    expect(free.offset).toBeCloseTo(dark!, 3);
  });
});

describe("leaves out the rows of a fault, and names it", () => {
  const marked: Fault[] = ["frozen", "sentinel", "spikes", "dead", "snow", "capacity", "partial"];
  it.each(marked)("%s", (fault) => {
    const drawn = drawMeter(fault, 5);
    const free = looked(drawn);
    expect(said(free).filter((code) => drawn.due.some((due) => due === code))).not.toEqual([]);
    expect(free.refusal).toBeUndefined();
    expect(learnt(free, drawn)).toBeLessThan(0.1);
  });

  it("names the day from which the system is larger", () => {
    const drawn = drawMeter("capacity", 5);
    const turn = drawn.meter.start + drawn.faulty.size * drawn.meter.step;
    const message = looked(drawn).findings.find(({ code }) => code === "capacity")!.message;
    const [from, to] = [...message.matchAll(/\d{4}-\d\d-\d\d/g)].map(([date]) => Date.parse(date)) as [number, number?];
    expect(Math.floor(from / 86_400_000)).toBeLessThanOrEqual(turn / 86_400_000);
    expect((to ?? from) + 2 * 86_400_000).toBeGreaterThan(turn);
  });

  it("finds a limit, and keeps its rows as such", () => {
    const drawn = drawMeter("limit", 6);
    const free = looked(drawn);
    expect(free.limit! / drawn.limit!).toBeCloseTo(1, 2);
    expect(free.reasons.filter((reason) => reason === reasonByte("limit")).length).toBeGreaterThan(100);
    expect(said(free)).toEqual(["limit"]);
  });
});

describe("power that a full battery holds back", () => {
  const drawn = drawMeter("full-battery", 7);
  const first = freeRows(drawn.meter, drawn.place, 0);

  it("is known before a plane is, with rows of a clear sky to fit it to", () => {
    expect(said(first)).toContain("curtailed");
    const clear = [...first.clear!.keys()].filter((row) => first.clear![row] === 1);
    const near = clear.filter((row) => Math.abs(drawn.meter.power[row]! / drawn.clear[row]! - 1) < 0.15);
    expect(near.length).toBeGreaterThan(0.85 * clear.length);
  });

  it("is found row by row", () => {
    const { reasons } = looked(drawn);
    const held = [...reasons.keys()].filter((row) => reasons[row] === reasonByte("curtailed"));
    const right = held.filter((row) => drawn.faulty.has(row));
    expect(right.length / held.length).toBeGreaterThan(0.9);
    expect(right.length / drawn.faulty.size).toBeGreaterThan(0.8);
  });
});

describe("refuses what is not the sun's", () => {
  const refused: Fault[] = ["net", "export", "battery", "load", "wind", "unit", "short", "zero"];
  it.each(refused)("%s, with a figure", (fault) => {
    const drawn = drawMeter(fault, 8);
    const { refusal } = looked(drawn);
    expect(drawn.due).toContain(refusal?.code);
    expect(refusal?.message).toMatch(/\d/);
  });

  it("refuses zero export by the bad fit, at the latest", () => {
    const drawn = drawMeter("zero-export", 8);
    expect(drawn.due).toContain(looked(drawn, 0.25).refusal?.code);
  });

  it("asks to look at a fit that is half good", () => {
    const free = looked(drawMeter("clean", 1), 0.15);
    expect(said(free)).toEqual(["poor-fit"]);
    expect(free.refusal).toBeUndefined();
  });
});

it("follows a clock that changes within the file", () => {
  const drawn = drawMeter("clean", 2);
  const { start, step, power } = drawn.meter;
  const half = Math.floor(power.length / 2);
  const late = Math.round(3_600_000 / step);
  // From the middle on, the stamps are an hour late.
  const shifted = power.map((value, row) => (row < half + late ? value : power[row - late]!));
  const shift = power.map((_, row) => (row < half + late ? 0 : -3_600_000));
  expect(freeRows({ start, step, power: shifted }, drawn.place, shift).findings).toEqual([]);
});
