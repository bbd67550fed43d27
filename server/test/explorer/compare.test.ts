/** Pins: their addresses, names, sets and grids, and what is compared of their answers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UTC } from "../../explorer/chart/time.js";
import { commonOf, gridOf, namesOf } from "../../explorer/compare/names.js";
import { calendarMonths, dailyMeans, overlaidMonths, seriesFigures } from "../../explorer/compare/pictures.js";
import { MOST_PINS, type Pin, PinnedAnswers, pinOf, pinsOf, pinsText, shownBy } from "../../explorer/compare/pins.js";
import { movedTo, setOf, tiltsOf } from "../../explorer/compare/set-form.js";
import {
  changeText,
  gridTable,
  moreText,
  orderedNames,
  stageRows,
  stageTable,
  yieldRows,
  yieldTable,
} from "../../explorer/compare/yields.js";
import { yieldQuestion } from "../../explorer/request/questions.js";
import type { YieldAnswer } from "../../explorer/service/answer.js";
import { Problem } from "../../explorer/service/problem.js";
import type { Service, Session } from "../../explorer/service/service.js";
import { readable } from "../../explorer/state/address.js";
import { FIRST, type State } from "../../explorer/state/state.js";
import { answered, GHI } from "./answered.js";

const ZURICH: State = { ...FIRST, lat: 47.4, lon: 8.5, name: "Zürich" };
const SYDNEY = { lat: -33.9, lon: 151.2, name: "Sydney" };
const roof = (changes: Partial<State>, called = "") => pinOf("yield", { ...ZURICH, ...changes }, called);
const series = (changes: Partial<State>) => pinOf("series", { ...ZURICH, endpoint: "climate/tmy", ...changes });
/** As the address bar gives it back. */
const sent = (text: string) => new URLSearchParams(`pins=${readable(text)}`).get("pins") ?? "";

describe("pins in the address", () => {
  it("are little more than what differs", () => {
    const pins = [15, 30, 45].map((surface_tilt) => roof({ surface_tilt }));
    expect(pinsText(pins)).toBe("lat:47.4~lon:8.5~name:Zürich~surface_tilt:15!surface_tilt:30!surface_tilt:45");
  });

  it("come back as they were", () => {
    const horizon = fc
      .array(fc.tuple(fc.nat(89), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 12 })
      .map((runs) => {
        const heights = runs.flatMap(([height, count]) => new Array<number>(count).fill(height)).slice(0, 360);
        return [...heights, ...new Array<number>(360 - heights.length).fill(0)].join(",");
      });
    const words = fc.oneof(
      fc.constantFrom("", "a!b~c:d%7E", "50 %", "Zürich, Höhe", "&=#+"),
      fc.string({ maxLength: 30 }),
    );
    const changes = fc.record(
      {
        lat: fc.integer({ min: -90, max: 90 }),
        lon: fc.integer({ min: -180, max: 180 }),
        name: words,
        altitude: fc.constantFrom("", "473"),
        surface_tilt: fc.nat(90),
        surface_azimuth: fc.nat(360),
        horizon: fc.oneof(fc.constantFrom("flat", "auto"), horizon),
        kwp: fc.constantFrom(8, 4.2),
        losses: fc.constantFrom("", "12.5"),
        years: fc.constantFrom("", "2005-2020"),
        roof_weather: fc.constantFrom("typical", "history"),
        system: fc.constantFrom("", '{"planes":[{"kwp":3,"surface_tilt":30,"surface_azimuth":90}]}'),
        more: words,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<State>>;
    const pin = fc
      .tuple(
        fc.boolean(),
        changes,
        words.filter((word) => !/[\ud800-\udfff]/.test(word)),
      )
      .map(([isRoof, change, called]) => (isRoof ? roof(change, called) : { ...series(change), called }));
    fc.assert(
      fc.property(fc.array(pin, { maxLength: MOST_PINS }), (pins) => {
        expect(pinsOf(pinsText(pins))).toEqual({ pins, unread: [] });
      }),
    );
    expect(pinsOf(sent(pinsText([roof({ name: "a&b=c d+e%!~" }, "50 %")]))).pins).toEqual([
      roof({ name: "a&b=c d+e%!~" }, "50 %"),
    ]);
  });

  it.each([
    ["surface_tilt:95"],
    ["surface_tilt"],
    ["key:secret"],
    ["as:forecast"],
    ["horizon:1*400"],
    ["lat:47.4~theme:dark"],
  ])("that cannot be read are named and left out: %s", (piece) => {
    expect(pinsOf(`${piece}!surface_tilt:20`)).toEqual({
      pins: [pinOf("yield", { ...FIRST, surface_tilt: 20 })],
      unread: [piece],
    });
  });

  it("are eight at most", () => {
    const text = Array.from({ length: 10 }, (_, k) => `surface_tilt:${k}`).join("!");
    const { pins, unread } = pinsOf(text);
    expect([pins.length, unread]).toEqual([MOST_PINS, ["surface_tilt:8", "surface_tilt:9"]]);
  });

  it("keep a drawn wall short", () => {
    const wall = [...new Array(90).fill(0), ...new Array(90).fill(20), ...new Array(180).fill(0)].join(",");
    const text = pinsText([roof({ horizon: wall })]);
    expect(text).toContain("horizon:0*90,20*90,0*180");
    expect(pinsOf(text).pins[0]?.state.horizon).toBe(wall);
  });

  it("say what the page has to show, and nothing else", () => {
    expect(shownBy(roof({ surface_tilt: 15, theme: "dark", room: "light" }))).not.toHaveProperty("theme");
    expect(shownBy(roof({ surface_tilt: 15 })).surface_tilt).toBe(15);
  });
});

describe("names of pins", () => {
  it.each<[string, Pin[], string[]]>([
    ["tilts", [roof({}), roof({ surface_tilt: 45 })], ["30° S", "45° S"]],
    ["directions", [roof({}), roof({ surface_azimuth: 172 })], ["30° S", "30° / 172°"]],
    [
      "tilts and places",
      [roof({}), pinOf("yield", { ...ZURICH, ...SYDNEY, surface_tilt: 45 })],
      ["30° S · Zürich", "45° S · Sydney"],
    ],
    ["sizes", [roof({}), roof({ kwp: 4.2 })], ["8 kWp", "4.2 kWp"]],
    ["losses", [roof({}), roof({ losses: "10" })], ["usual losses", "10 % losses"]],
    ["years", [roof({}), roof({ roof_weather: "history", years: "2005-2020" })], ["typical year", "2005–2020"]],
    [
      "planes",
      [roof({}), roof({ roof_plane: "best" }), roof({ tracking_mode: "1_axis" })],
      ["30° S", "best plane", "tracker"],
    ],
    ["names given by hand", [roof({}, "South roof"), roof({ surface_tilt: 45 })], ["South roof", "45° S"]],
    ["one alone", [roof({})], ["30° S · Zürich"]],
    [
      "what no word tells apart",
      [series({ more: "albedo=0.3" }), series({ more: "albedo=0.3" })],
      ["30° S · Zürich", "30° S · Zürich (2)"],
    ],
    [
      "years of series",
      [series({ endpoint: "climate/amy", year: "2010" }), series({ endpoint: "climate/amy", year: "2011" })],
      ["2010", "2011"],
    ],
  ])("tell %s apart", (_what, pins, names) => {
    expect(namesOf(pins)).toEqual(names);
  });

  it("of a described system are those of its planes and of all its power", () => {
    const system =
      '{"planes":[{"kwp":3,"surface_tilt":30,"surface_azimuth":90},{"kwp":5,"surface_tilt":30,"surface_azimuth":270}]}';
    expect(namesOf([roof({}), roof({ system, kwp: 1 })])).toEqual(["30° S · usual losses", "30° E + 30° W"]);
    expect(namesOf([roof({}), roof({ system: "{" })])[1]).toBe("own system");
  });

  it("leave out what is the same, which is said once", () => {
    expect(commonOf([roof({}), roof({ surface_tilt: 45 })])).toBe(
      "8 kWp · usual losses · typical year · no horizon · Zürich",
    );
  });
});

describe("sets of pins", () => {
  it.each([
    ["15, 30, 45", [15, 30, 45]],
    ["15 30°;45", [15, 30, 45]],
    ["30,30", [30]],
    ["0, 90, 22.5", [0, 90, 22.5]],
    ["", []],
    ["15, x", undefined],
    ["91", undefined],
    ["-1", undefined],
  ])("read the tilts %s", (text, tilts) => {
    expect(tiltsOf(text)).toEqual(tilts);
  });

  it("are each tilt at each place", () => {
    const set = setOf("yield", ZURICH, [15, 30, 45], SYDNEY);
    expect(set.map(({ state }) => [state.surface_tilt, state.surface_azimuth, state.name])).toEqual([
      [15, 180, "Zürich"],
      [30, 180, "Zürich"],
      [45, 180, "Zürich"],
      [15, 0, "Sydney"],
      [30, 0, "Sydney"],
      [45, 0, "Sydney"],
    ]);
    expect(gridOf(set)).toEqual({
      rows: ["15°", "30°", "45°"],
      columns: ["Zürich", "Sydney"],
      at: [
        [0, 3],
        [1, 4],
        [2, 5],
      ],
    });
  });

  it("leave at the first place what is known of it alone", () => {
    const drawn = new Array(360).fill(12).join(",");
    const moved = movedTo({ ...ZURICH, altitude: "473", horizon: drawn, surface_azimuth: 170 }, SYDNEY);
    expect([moved.altitude, moved.horizon, moved.surface_azimuth]).toEqual(["", "flat", 170]);
    expect(movedTo({ ...ZURICH, horizon: "auto" }, SYDNEY).horizon).toBe("auto");
    expect(movedTo(ZURICH, { ...SYDNEY, altitude: 60 }).altitude).toBe("60");
  });

  it("are a grid only where every combination is there", () => {
    const set = setOf("yield", ZURICH, [15, 30, 45], SYDNEY);
    expect(gridOf(set.slice(1))).toBeUndefined();
    expect(gridOf(set.slice(0, 3))).toBeUndefined();
    expect(gridOf([])).toBeUndefined();
  });
});

/** What a comparison reads of an answer. */
function yielded(energy: number, losses: readonly (readonly [string, number])[] = [], p90?: number): YieldAnswer {
  const sum = { energy, specific_yield: energy / 8, performance_ratio: 0.8, plane_irradiation: 1200 };
  const uncertainty =
    p90 === undefined ? null : { horizons: [{ years: 1, percent: 9.8, values: [{ exceedance: 90, energy: p90 }] }] };
  const body = {
    annual: sum,
    months: Array.from({ length: 12 }, (_, k) => ({ month: k + 1, energy: energy / 12 })),
    losses: losses.map(([name, factor]) => ({ name, factor, energy: 0, description: name })),
    uncertainty,
  };
  return { request: { path: "yield", query: [["kwp", String(energy)]] }, ...body } as unknown as YieldAnswer;
}

describe("yields beside one another", () => {
  it("differ from the first, in kWh and as a share of it", () => {
    const rows = yieldRows([yielded(8000, [], 7000), yielded(8400), undefined]);
    expect(rows.map(({ energy, more, share, p90 }) => [energy, more, share, p90])).toEqual([
      [8000, 0, 0, 7000],
      [8400, 400, 0.05, null],
      [null, null, null, null],
    ]);
  });

  it("are compared with nothing where the first has no whole year", () => {
    const rows = yieldRows([{ ...yielded(1), annual: null }, yielded(8400)]);
    expect(rows.map(({ more, share }) => [more, share])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("have their own uncertainty, and a word on whether they share it", () => {
    const table = (pins: Pin[]) =>
      yieldTable({ pins, names: ["a", "b"], answers: [yielded(8000, [], 7000), yielded(8400)] });
    const tilts = table([roof(ZURICH), roof({ ...ZURICH, surface_tilt: 45 })]);
    const at = tilts.head.indexOf("standard uncertainty");
    expect(tilts.rows.map((row) => row[at])).toEqual(["± 10 %", "–"]);
    expect(tilts.caption).toMatch(/share most of their uncertainty/);
    expect(table([roof(ZURICH), roof({ ...ZURICH, lat: 46.8 })]).caption).toMatch(/do not share their uncertainty/);
  });

  it("have the stages of all, each in its place", () => {
    expect(
      orderedNames([
        ["a", "b", "d"],
        ["a", "b", "c", "d", "e"],
        ["x", "b"],
      ]),
    ).toEqual(["x", "a", "b", "c", "d", "e"]);
    const stages = stageRows([
      yielded(1, [
        ["horizontal", 1],
        ["plane", 1.1],
        ["losses", 0.86],
      ]),
      yielded(1, [
        ["horizontal", 1],
        ["plane", 1.05],
        ["rows", 0.97],
        ["losses", 0.86],
      ]),
    ]);
    expect(
      stages.map(({ stage, changes }) => [stage.name, changes.map((change) => change && Number(change.toFixed(3)))]),
    ).toEqual([
      ["plane", [0.1, 0.05]],
      ["rows", [null, -0.03]],
      ["losses", [-0.14, -0.14]],
    ]);
  });

  it("are written with the sign of what differs", () => {
    expect([
      changeText(0.012),
      changeText(-0.034),
      changeText(0.0001),
      changeText(null),
      moreText(400, 8400),
      moreText(-12.34, 50),
    ]).toEqual(["+1.2 %", "−3.4 %", "0.0 %", "–", "+400", "−12.3"]);
  });

  it("stand in a table, and a set in a grid", () => {
    const pins = setOf("yield", ZURICH, [15, 30], SYDNEY);
    const compared = {
      pins,
      names: namesOf(pins),
      answers: [8000, 8400, 10_000, 10_500].map((energy) => yielded(energy)),
    };
    expect(yieldTable(compared).rows[1]?.slice(0, 4)).toEqual(["30° S · Zürich", "8,400", "+400", "+5.0 %"]);
    expect(gridTable(compared)?.rows).toEqual([
      ["15°", "8,000", "10,000 (+25.0 %)"],
      ["30°", "8,400 (+5.0 %)", "10,500 (+31.3 %)"],
    ]);
    expect(
      stageTable({
        ...compared,
        answers: [
          yielded(1, [
            ["light", 1],
            ["clipping", 0.99],
          ]),
        ],
      }).rows,
    ).toEqual([["Limit of the inverter", "−1.0 %"]]);
  });
});

describe("series beside one another", () => {
  it("have sums of light with a share, and means of temperatures without one", () => {
    const values = (light: number) => ({ [GHI]: [light, light], temperature: [5, light / 100] });
    const figures = seriesFigures([100, 150].map((light) => answered("2024-06-21T00:00:00Z", values(light))));
    expect(figures.map(({ name, values: found, shares }) => [name, found, shares])).toEqual([
      [GHI, [0.2, 0.3], [0, expect.closeTo(0.5)]],
      ["temperature", [3, 3.25], [null, null]],
    ]);
  });

  it("share the parameters that all of them have", () => {
    const [one, two] = [{ [GHI]: [1], temperature: [1] }, { temperature: [2] }].map((values) =>
      answered("2024-06-21T00:00:00Z", values),
    );
    expect(seriesFigures([one!, two!]).map(({ name }) => name)).toEqual(["temperature"]);
  });

  it("have calendar months only where no month comes twice", () => {
    const hours = (count: number) => answered("2023-12-31T22:00:00Z", { [GHI]: new Array(count).fill(1000) });
    expect(calendarMonths(hours(4), GHI, UTC)?.map((value) => value ?? 0)).toEqual([2, ...new Array(10).fill(0), 2]);
    expect(calendarMonths(hours(2 + 24 * 366 - 20), GHI, UTC)).toBeUndefined();
  });

  it("are drawn by daily means beyond a few days, without what is missing", () => {
    expect(dailyMeans([1, 3, null, 5, null, null, 7], 2)).toEqual([2, 5, null, 7]);
  });

  it("are bars side by side, a bar for each month with a value", () => {
    const values = Array.from({ length: 12 }, (_, k) => (k === 3 ? null : 100));
    const picture = overlaidMonths({
      title: "t",
      unit: "kWh",
      names: ["a", "b"],
      values: [values, values],
      width: 600,
    });
    expect(JSON.stringify(picture).match(/"class":"bar"/g)).toHaveLength(22);
  });
});

describe("answers of pins", () => {
  const pinned = (cost: number, refuse: number[] = [], noPrice?: Problem) => {
    const asked: string[] = [];
    let changeKey = () => {};
    const reply = { text: JSON.stringify({ annual: null }), headers: new Headers(), price: { cost, remaining: 1 } };
    const service = {
      price: async (path: string) => {
        asked.push(`HEAD ${path.replace(/\?.*/, "")}`);
        if (noPrice) throw noPrice;
        return { cost, remaining: 1 };
      },
      get: async (path: string) => {
        asked.push(`GET ${/surface_tilt=(\d+)/.exec(path)?.[1]}`);
        if (refuse.includes(Number(/surface_tilt=(\d+)/.exec(path)?.[1]))) throw new Problem(404, "No weather.");
        return reply;
      },
    } as unknown as Service;
    const session = { onChange: (listener: () => void) => (changeKey = listener) } as unknown as Session;
    const answers = new PinnedAnswers(
      yieldQuestion(() => true),
      service,
      session,
    );
    const requests = [15, 30, 45].flatMap(
      (surface_tilt) => answers.question.requestOf(roof({ surface_tilt }).state) ?? [],
    );
    const kinds = () => answers.outcomes(requests).map(({ kind }) => kind);
    const settled = async () => {
      kinds();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return kinds();
    };
    return { answers, requests, asked, settled, changeKey: () => changeKey() };
  };

  it("that are free come by themselves, each once, for one price of their kind", async () => {
    const { settled, asked } = pinned(0);
    expect(await settled()).toEqual(["answered", "answered", "answered"]);
    await settled();
    expect(asked).toEqual(["HEAD yield", "GET 15", "GET 30", "GET 45"]);
  });

  it("that cost tokens wait for a click", async () => {
    const { answers, requests, settled, asked } = pinned(500);
    expect(await settled()).toEqual(["offered", "offered", "offered"]);
    expect(answers.outcomes(requests)).toContainEqual({ kind: "offered", cost: 500 });
    expect(asked).toEqual(["HEAD yield"]);
    answers.send(requests);
    expect(await settled()).toEqual(["answered", "answered", "answered"]);
    expect(asked).toHaveLength(4);
  });

  it.each([400, 403, 404, 429, 500, 503, 0])("whose price cannot be had (%i) are sent nothing for", async (status) => {
    const { settled, asked } = pinned(0, [], new Problem(status, "No price."));
    expect(await settled()).toEqual(["problem", "problem", "problem"]);
    expect(asked).toEqual(["HEAD yield", "HEAD yield", "HEAD yield"]);
  });

  it("that failed keep the others, and are asked again on demand and with another key", async () => {
    const refused = [30];
    const { answers, requests, settled, asked, changeKey } = pinned(0, refused);
    expect(await settled()).toEqual(["answered", "problem", "answered"]);
    answers.retry(requests);
    expect(await settled()).toEqual(["answered", "problem", "answered"]);
    refused.pop();
    changeKey();
    expect(await settled()).toEqual(["answered", "answered", "answered"]);
    expect(asked.filter((one) => one === "GET 30")).toHaveLength(3);
  });

  it("are taken from the page's own answer where it has them", async () => {
    const { answers, requests, asked } = pinned(0);
    const known = { ...yielded(1), request: requests[1]! };
    expect(answers.outcomes([requests[1]!], known)).toEqual([{ kind: "answered", answer: known }]);
    expect(asked).toEqual([]);
  });
});
