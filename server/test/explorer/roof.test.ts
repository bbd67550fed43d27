/** Your roof: what its numbers, pictures and fields are made of. */
import { readSystem } from "irradiance-engine/system";
import { loadSample } from "irradiance-engine/weather";
import { yieldAnswer, yieldOf } from "irradiance-engine/yield";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { typedNumber } from "../../explorer/form/number-field.js";
import { yieldRequestOf, yieldSent } from "../../explorer/request/request.js";
import {
  areaOf,
  directionName,
  eighthOf,
  energyDigits,
  gainOf,
  planeName,
  rangeOf,
} from "../../explorer/rooms/roof/figures.js";
import { bestRequestOf } from "../../explorer/rooms/roof/headline.js";
import { houseRequestOf } from "../../explorer/rooms/roof/house.js";
import { brokenPlace, pastedSystem } from "../../explorer/rooms/roof/pasted.js";
import { monthsPicture, wayOf, wayPicture, yearsPicture } from "../../explorer/rooms/roof/pictures.js";
import { type SystemTable, systemText, tableOf } from "../../explorer/rooms/roof/planes.js";
import type { YieldAnswer } from "../../explorer/service/answer.js";
import { FIRST, type State, Store } from "../../explorer/state/state.js";
import { figure, monthName, plain, signed } from "../../explorer/texts/numbers.js";
import { speak } from "../../explorer/texts/texts.js";

const SYSTEM = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
let answer: YieldAnswer;
beforeAll(async () => {
  const found = yieldOf(await loadSample(), SYSTEM, { typicalYear: true });
  const weather = { kind: "typical", synthetic: true };
  answer = JSON.parse(JSON.stringify(yieldAnswer(found, { weather })));
});
afterEach(() => speak("en"));

describe("the range of a year", () => {
  it("goes from P90 to as far above P50, rounded to two digits of its width", () => {
    const { low, high } = rangeOf(answer)!;
    const { energy, horizons } = answer.uncertainty!;
    const p90 = horizons[0]!.values.find(({ exceedance }) => exceedance === 90)!.energy;
    expect(Math.abs(low - p90)).toBeLessThanOrEqual(50);
    expect(Math.abs(high - (2 * energy - p90))).toBeLessThanOrEqual(50);
    expect([low % 100, high % 100]).toEqual([0, 0]);
  });

  it.each([
    [7938.3, 6782, 6800, 9100],
    [992.3, 847.7, 850, 1140],
    [10, 8.55, 8.6, 11.5],
    [1000, 1000, 1000, 1000],
  ])("of P50 %d and P90 %d is %d to %d", (energy, p90, low, high) => {
    const horizons = [{ years: 1, percent: 9, values: [{ exceedance: 90, energy: p90 }] }];
    expect(rangeOf({ uncertainty: { ...answer.uncertainty!, energy, horizons } })).toEqual({ low, high });
  });

  it("is not there where the year is not", () => {
    expect(rangeOf({ uncertainty: null })).toBeUndefined();
  });
});

describe("where the light goes", () => {
  it("adds up: the first energy and all changes are the energy of the year", () => {
    const { rows } = wayOf(answer.losses);
    const sum = rows.reduce((energy, { change }) => energy + (change ?? 0), answer.losses[0]!.energy);
    expect(sum).toBeCloseTo(answer.annual!.energy, 6);
    const product = rows.reduce((factor, { share }) => factor * (1 + (share ?? 0)), answer.losses[0]!.energy);
    expect(product).toBeCloseTo(answer.annual!.energy, 6);
  });

  it("is drawn with the figures of its table, wide and narrow, and the energy fed in at the end", () => {
    for (const width of [860, 350]) {
      const words = textsOf(wayPicture(answer, width).parts);
      for (const { energy } of answer.losses) expect(words).toContain(figure(energy));
      expect(words).toContain("Fed in");
      expect(words.filter((word) => word === figure(answer.annual!.energy))).toHaveLength(2);
      expect(words).toContain("not given");
    }
  });
});

describe("pictures", () => {
  it("of months name each, and have its energy above it", () => {
    const words = textsOf(monthsPicture(answer, 860).parts);
    for (const { month, energy } of answer.months) {
      expect(words).toContain(monthName(month, "short"));
      expect(words).toContain(figure(energy));
    }
  });

  it("of years name each", () => {
    const years = [2019, 2020].map((year) => ({ ...answer.annual!, year }));
    const words = textsOf(yearsPicture({ ...answer, years }, 860).parts);
    expect(words).toEqual(expect.arrayContaining(["2019", "2020"]));
  });
});

describe("numbers in words", () => {
  it("are rounded as the command line does it, and written in the page's language", async () => {
    // Of this number toFixed knows that it lies below the half; its shortest form does not.
    expect(figure(1.005, 2)).toBe((1.005).toFixed(2));
    expect([figure(8480.4), signed(-2.46, 1), signed(0.04, 1), plain(1234.5)]).toEqual([
      "8,480",
      "−2.5",
      "0.0",
      "1234.5",
    ]);
    // Nothing has no sign, whatever was rounded to it.
    expect([figure(-0.04, 1), figure(-0.4), signed(-0.04, 1), signed(-0.06, 1)]).toEqual(["0.0", "0", "0.0", "−0.1"]);
    await speak("de");
    expect([figure(8480.4), signed(14.12, 1), plain(1234.5)]).toEqual(["8.480", "+14,1", "1234,5"]);
    expect([monthName(3, "long"), monthName(12, "short")]).toEqual(["März", "Dez"]);
  });

  it("have tenths of a kilowatt-hour only where it is a small plant", () => {
    expect([energyDigits(99.9), energyDigits(100)]).toEqual([1, 0]);
  });

  it("of modules: 8 kWp are 36 to 40 m²", () => {
    const { least, most } = areaOf(8);
    expect([Math.round(least), Math.round(most)]).toEqual([36, 40]);
  });

  it("name the direction in eighths of the compass, around north too", async () => {
    expect([0, 22, 23, 90, 180, 270, 337, 338, 360].map(eighthOf)).toEqual([0, 0, 1, 2, 4, 6, 7, 0, 0]);
    const plane = { surface_tilt: 34, surface_azimuth: 179, tracking_mode: "none" } as const;
    expect(planeName(plane)).toBe("34°, facing south");
    await speak("de");
    expect([planeName(plane), directionName(90)]).toEqual(["34°, nach Süden", "Osten"]);
    expect(planeName({ ...plane, tracking_mode: "1_axis" })).toBe("Nachgeführt");
  });
});

describe("typed numbers", () => {
  const value = (value: number) => ({ kind: "number", value });

  it.each(["8.5", "8,5", " 8.5 "])("%j is 8.5 in both languages", (typed) => {
    for (const language of ["en", "de"] as const) expect(typedNumber(typed, language)).toEqual(value(8.5));
  });

  it("takes no thousand for one", () => {
    expect(typedNumber("1,000", "en")).toEqual({ kind: "grouped", plain: "1000" });
    expect(typedNumber("1.000", "en")).toEqual(value(1));
    expect(typedNumber("1.000", "de")).toEqual({ kind: "grouped", plain: "1000" });
    expect(typedNumber("1,000", "de")).toEqual(value(1));
    expect(typedNumber("1.234,5", "de")).toEqual({ kind: "grouped", plain: "1234,5" });
    expect(typedNumber("12’000", "de")).toEqual({ kind: "grouped", plain: "12000" });
  });

  it.each(["", "abc", "8 kWp", "8.5.1", "1e3", "--1"])("%j is none", (typed) => {
    expect(typedNumber(typed, "en")).toEqual({ kind: "none" });
  });
});

describe("what a better plane brings", () => {
  const of = (energy: number) => ({ annual: { ...answer.annual!, energy } });

  it("is its energy less one's own, and its share of that", () => {
    expect(gainOf(of(7938), of(7955))).toEqual({ energy: 17, share: 17 / 7938 });
    expect(gainOf(of(0), of(10))).toBeUndefined();
    expect(gainOf(of(10), { annual: null })).toBeUndefined();
  });

  it("is asked for one own plane alone, and knows nothing of that plane", () => {
    const one = bestRequestOf(FIRST);
    expect(bestRequestOf({ ...FIRST, surface_tilt: 70, surface_azimuth: 10 })).toEqual(one);
    expect(one!.query).toContainEqual(["tilt", "best"]);
    expect(bestRequestOf({ ...FIRST, roof_plane: "best" })).toBeUndefined();
    expect(bestRequestOf({ ...FIRST, tracking_mode: "1_axis" })).toBeUndefined();
    expect(bestRequestOf({ ...FIRST, system: "{}" })).toBeUndefined();
  });

  it("is taken, until an angle is set", () => {
    const store = new Store({ ...FIRST, roof_plane: "best" });
    store.set({ lat: 50 });
    expect(store.state.roof_plane).toBe("best");
    store.set({ surface_tilt: 20 });
    expect(store.state.roof_plane).toBe("own");
    // A link that is gone back to says what it says.
    store.set({ ...FIRST, roof_plane: "best" });
    expect(store.state.roof_plane).toBe("best");
  });
});

describe("the request", () => {
  const query = (changes: Partial<typeof FIRST>) => Object.fromEntries(yieldRequestOf({ ...FIRST, ...changes }).query);

  it("has size, plane, losses and ratio, and real years", () => {
    expect(query({ kwp: 5, losses: "10", dc_ac: "1.1" })).toMatchObject({
      ...{ kwp: "5", losses: "10", dc_ac_ratio: "1.1", surface_tilt: "30", surface_azimuth: "180" },
    });
    const history = { weather: "history", start_year: "2010", end_year: "2019" };
    expect(query({ roof_weather: "history", years: "2010-2019" })).toMatchObject(history);
    expect(query({ years: "2010-2019" })).not.toHaveProperty("start_year");
  });

  it("of a system has it as its body, and no plane; the sources are asked for when it is sent", () => {
    const request = yieldRequestOf({ ...FIRST, system: '{"planes":[]}', losses: "10", dc_ac: "1.3" });
    expect(request.body).toBe('{"planes":[]}');
    expect(request.query.map(([name]) => name)).toEqual(["lat", "lon"]);
    expect(yieldSent(request)).toMatchObject({ body: request.body, query: [...request.query, ["meta", "extended"]] });
  });
});

describe("several planes", () => {
  const table: SystemTable = {
    planes: [
      { tilt: 10, azimuth: 90, kwp: 4 },
      { tilt: 10, azimuth: 270, kwp: 4.5 },
    ],
    acPower: 6.5,
    losses: 12,
  };

  it("become the system that the engine reads, and are read back from it", () => {
    expect(readSystem(JSON.parse(systemText(table)))).toEqual({
      planes: [
        { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 },
        { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 4.5 },
      ],
      inverter: { acPower: 6.5 },
      losses: 12,
    });
    expect(tableOf(systemText(table))).toEqual(table);
    const least = { planes: [table.planes[0]!], acPower: undefined, losses: undefined };
    expect(tableOf(systemText(least))).toEqual(least);
  });

  it.each([
    '{"planes":[{"surface_tilt":10,"surface_azimuth":90,"kwp":4,"bifacial":{}}]}',
    '{"planes":[{"tracker":{},"kwp":4}]}',
    '{"planes":[]}',
    '{"planes":[{"surface_tilt":"10","surface_azimuth":90,"kwp":4}]}',
    '{"planes":[{"surface_tilt":10,"kwp":4,"name":"shed"}]}',
    '{"planes":[{"surface_tilt":10,"surface_azimuth":90,"kwp":4}],"losses":null}',
    '{"planes":[{"surface_tilt":10,"surface_azimuth":90,"kwp":4}],"inverter":{"ac_power":"5 kW","efficiency":0.98}}',
    '{"planes":[{"surface_tilt":10,"surface_azimuth":90,"kwp":4}],"losses":{"soiling":3}}',
    "[1]",
    "no JSON",
  ])("%s says more than the table, or something else", (text) => {
    expect(tableOf(text)).toBeUndefined();
  });
});

describe("a roof with a house", () => {
  const house = {
    house: "4500",
    tariff: "0.32",
    feed_in: "0.08",
    cost: "16000",
    battery: "10",
    currency: "CHF",
  } as const;
  const bodyOf = (state: State, best?: Parameters<typeof houseRequestOf>[1], isHere = false) =>
    JSON.parse(houseRequestOf(state, best, isHere)!.body!);

  it("is the roof's system, with its house, battery and tariff, which the service takes", () => {
    const body = bodyOf({ ...FIRST, ...house, losses: "10", dc_ac: "1.1" });
    expect(body).toEqual({
      planes: [{ kwp: 8, surface_tilt: 30, surface_azimuth: 180 }],
      ...{ losses: 10, dc_ac_ratio: 1.1, battery: 10 },
      house: { load: 4500, tariff: { price: 0.32, feed_in: 0.08, investment: 16000, currency: "CHF" } },
    });
    expect(readSystem(body).house!.tariff!.feedIn).toBe(0.08);
    expect(houseRequestOf({ ...FIRST, ...house }, undefined, false)!.query).toEqual([
      ["lat", "36.1"],
      ["lon", "-79.95"],
    ]);
  });

  it("has the best plane once that is known, and a tracker none", () => {
    const best = { ...FIRST, ...house, roof_plane: "best" } as const;
    expect(houseRequestOf(best, undefined, false)).toBeUndefined();
    expect(bodyOf(best, { surface_tilt: 34, surface_azimuth: 179 }).planes).toEqual([
      { kwp: 8, surface_tilt: 34, surface_azimuth: 179 },
    ]);
    expect(bodyOf({ ...best, tracking_mode: "1_axis" }).planes).toEqual([{ kwp: 8, tracking_mode: "1_axis" }]);
  });

  it("adds to a described system, whose own tariff stays where none is typed", () => {
    const system =
      '{"planes":[{"kwp":4,"surface_tilt":10,"surface_azimuth":90}],"export_limit":3,"house":{"load":1,"tariff":{"price":0.4}}}';
    const body = bodyOf({ ...FIRST, system, house: "3000" });
    expect([body.export_limit, body.house]).toEqual([3, { load: 3000, tariff: { price: 0.4 } }]);
  });

  it("sends of a load that stays in the browser nothing but that there is one, and asks the hours of the open roof", () => {
    const system = '{"planes":[{"kwp":4,"surface_tilt":10,"surface_azimuth":90}],"export_limit":3}';
    const request = houseRequestOf({ ...FIRST, ...house, system, house: "" }, undefined, true)!;
    expect(request.query).toContainEqual(["output", "hours"]);
    expect(JSON.parse(request.body!)).toEqual({
      ...JSON.parse(system),
      export_limit: undefined,
      battery: 10,
      house: { load: 1 },
    });
  });

  it("is none without a load", () =>
    expect(houseRequestOf({ ...FIRST, tariff: "0.3" }, undefined, false)).toBeUndefined());
});

describe("a pasted system", () => {
  it("is taken in one line", () => {
    const text = '{\n  "planes": [{ "surface_tilt": 10, "surface_azimuth": 90, "kwp": 4 }]\n}';
    const line = '{"planes":[{"surface_tilt":10,"surface_azimuth":90,"kwp":4}]}';
    expect(pastedSystem(text)).toEqual({ kind: "system", text: line });
  });

  it("that is no JSON is told with the place where reading ended", () => {
    expect(pastedSystem('{\n  "planes": [}\n}')).toEqual({ kind: "unreadable", place: { line: 2, column: 14 } });
    expect(pastedSystem('{ "planes": [')).toEqual({ kind: "unreadable", place: { line: 1, column: 14 } });
  });

  it.each([
    "{}",
    " [1, -2.5e3, true, null, {}] ",
    '"a\\u00e9"',
    "",
    "{",
    "01",
    "[1,]",
    '{"a" 1}',
    '{"a":1}x',
    "'a'",
    "+1",
    '"\t"',
  ])("%j is JSON exactly where the browser's reader says so", (text) => {
    const read = () => JSON.parse(text);
    if (brokenPlace(text) === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(SyntaxError);
  });

  it("that the service would refuse is refused in its words", () => {
    const found = pastedSystem('{"planes":[{"kwp":4,"surface_tilt":10,"surface_azimut":90}]}');
    expect(found).toMatchObject({
      kind: "refused",
      message: expect.stringMatching(/surface_azimut.*is surfaceAzimuth meant/),
    });
  });
});

interface Part {
  readonly name: string;
  readonly children: readonly (Part | string)[];
}

/** All words of a picture that stand in it; tips are for those who point at it. */
function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap(({ name, children }): string[] => {
    if (name === "title") return [];
    return children.flatMap((child) => (typeof child === "string" ? [child] : textsOf([child])));
  });
}
