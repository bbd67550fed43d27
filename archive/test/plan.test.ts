/** The plan: who serves what and when. */
import { describe, expect, it } from "vitest";
import { type Offer, plan } from "../src/index.js";
import { type PlanOptions, planWith } from "../src/plan.js";
import { ERA5T } from "../src/source.js";
import type { Survey } from "../src/survey.js";
import { DAY, DHI, DNI, GHI, HOUR, JUNE, offer, PLACE } from "./made.js";

const PERIOD = { start: JUNE, end: JUNE + 2 * DAY };

function planned(offers: readonly Offer[], options: Partial<PlanOptions> = {}) {
  const survey: Survey = { place: PLACE, now: JUNE, offers, failures: [] };
  return plan(survey, { purpose: "history", period: PERIOD, columns: [GHI, "temperature"], ...options });
}

/** Data set, hours of the period, columns. */
function told(offers: readonly Offer[], options: Partial<PlanOptions> = {}) {
  const made = planned(offers, options);
  const hour = (time: number) => (time - PERIOD.start) / HOUR;
  return made.stretches.map(({ offer: k, start, end, columns }) => [
    made.offers[k]!.dataset,
    hour(start),
    hour(end),
    columns.join(),
  ]);
}

const at = (distanceKm: number) => ({ latitude: 40, longitude: -105, distanceKm });

describe("history", () => {
  it("takes the nearest of measured and satellite, then reanalysis", () => {
    const far = offer({ dataset: "far", cell: at(4) });
    const near = offer({ dataset: "near", class: "satellite", cell: at(2) });
    const era = offer({ dataset: "era", class: "reanalysis", cell: at(0) });
    expect(told([era, far, near])).toEqual([["near", 0, 48, `${GHI},temperature`]]);
    expect(told([era, far])).toEqual([["far", 0, 48, `${GHI},temperature`]]);
    expect(told([era])).toEqual([["era", 0, 48, `${GHI},temperature`]]);
  });

  it("takes each column from the best that has it, and the next where the best ends", () => {
    const station = offer({ dataset: "station", columns: [GHI], last: JUNE + 6 * HOUR });
    const satellite = offer({ dataset: "satellite", class: "satellite", columns: [GHI], cell: at(3) });
    const era = offer({ dataset: "era", class: "reanalysis", columns: [GHI, "temperature", "snow_depth"] });
    expect(told([era, satellite, station], { columns: [GHI, "temperature", "snow_depth"] })).toEqual([
      ["station", 0, 6, GHI],
      ["era", 0, 48, "temperature,snow_depth"],
      ["satellite", 6, 48, GHI],
    ]);
  });

  it("has no use for what has data in the margin alone: it says what is missing, and where the nearest is", () => {
    const before = offer({ first: JUNE - 2 * DAY, last: JUNE - HOUR });
    const made = planned([before], { margin: DAY });
    expect([made.stretches, made.missing, made.grid]).toEqual([[], [GHI, "temperature"], undefined]);
    expect(made.nearest).toEqual({ start: before.first, end: before.last });
  });

  it("fills what lies between the files of a station", () => {
    const covers = [
      { start: JUNE, end: JUNE + 6 * HOUR },
      { start: JUNE + 12 * HOUR, end: JUNE + 10 * DAY },
    ];
    const era = offer({ dataset: "era", class: "reanalysis" });
    const both = `${GHI},temperature`;
    expect(told([offer({ covers }), era])).toEqual([
      ["one", 0, 6, both],
      ["era", 6, 12, both],
      ["one", 12, 48, both],
    ]);
  });

  it("takes components as the set of one source, asked for or not", () => {
    const whole = offer({ dataset: "whole", columns: [GHI, DNI, DHI], cell: at(1) });
    const global = offer({ dataset: "global", columns: [GHI], cell: at(0) });
    expect(told([whole, global], { columns: [GHI, DNI, DHI] })).toEqual([["global", 0, 48, GHI]]);
    expect(told([whole], { columns: [GHI] })).toEqual([["whole", 0, 48, `${GHI},${DNI},${DHI}`]]);
  });

  it("takes a set that gives no global irradiance only where there is no other", () => {
    const beam = offer({ dataset: "beam", columns: [DNI], cell: at(0) });
    const parts = offer({ dataset: "parts", columns: [DNI, DHI], cell: at(4), last: JUNE + DAY });
    expect(told([beam, parts], { columns: [GHI] })).toEqual([
      ["parts", 0, 24, `${DNI},${DHI}`],
      ["beam", 24, 48, DNI],
    ]);
  });

  it("never takes a typical year or a forecast", () => {
    const made = planned([offer({ class: "typical" }), offer({ class: "forecast", dataset: "run", run: JUNE })]);
    expect(made.stretches).toEqual([]);
    expect(made.missing).toEqual([GHI, "temperature"]);
    expect(made.nearest).toBeUndefined();
  });
});

describe("the length of the intervals", () => {
  const stepsOf = (step: number | undefined, offers: readonly Offer[]) => {
    const { offers: ranked, stretches, grid } = planned(offers, { interval: step });
    const used = [...new Set(stretches.map(({ offer: k }) => `${ranked[k]!.dataset} ${ranked[k]!.interval}`))];
    return [...used, grid!.step / 1000].join(", ");
  };
  const minutes = offer({ dataset: "minutes", interval: 60 });
  const quarters = offer({ dataset: "quarters", interval: 900 });
  const hours = offer({ dataset: "hours", interval: 3600 });
  const all = [hours, minutes, quarters];

  it("is the longest up to that of the answer among data sets that are alike, else the shortest", () => {
    expect(stepsOf(60, all)).toBe("minutes 60, 60");
    expect(stepsOf(900, all)).toBe("quarters 900, 900");
    expect(stepsOf(1800, all)).toBe("quarters 900, 900");
    expect(stepsOf(3600, all)).toBe("hours 3600, 3600");
    expect(stepsOf(30, all)).toBe("minutes 60, 60");
    expect(stepsOf(60, [hours, quarters])).toBe("quarters 900, 900");
    expect(stepsOf(undefined, all)).toBe("minutes 60, 60");
  });

  it("never counts more than what weather is and how near", () => {
    const near = offer({ dataset: "near", cell: at(0) });
    const era = offer({ dataset: "era", class: "reanalysis", interval: 60, cell: at(0) });
    expect(stepsOf(60, [era, minutes, near])).toBe("near 3600, 3600");
    expect(stepsOf(60, [era, hours])).toBe("hours 3600, 3600");
  });

  it("is chosen within a data set that has several, its own without a wish", () => {
    const several = offer({ dataset: "several", intervals: [60, 900] });
    expect(stepsOf(undefined, [several])).toBe("several 3600, 3600");
    expect(stepsOf(3600, [several])).toBe("several 3600, 3600");
    expect(stepsOf(86_400, [several])).toBe("several 3600, 3600");
    expect(stepsOf(900, [several])).toBe("several 900, 900");
    expect(stepsOf(100, [several])).toBe("several 60, 60");
    expect(stepsOf(1, [several])).toBe("several 60, 60");
  });

  it("belongs to the revision: hours and minutes of one data set are not the same data", () => {
    const several = offer({ intervals: [60] });
    expect(planned([several], { interval: 60 }).revision).not.toBe(planned([several], { interval: 3600 }).revision);
    expect(planned([several], { interval: 3600 }).revision).toBe(planned([several]).revision);
  });

  it.each([0, -60, Number.NaN, Number.POSITIVE_INFINITY])("is a positive number of seconds, not %d", (step) => {
    expect(() => planned(all, { interval: step })).toThrow(
      new RangeError(`interval must be a positive number of seconds, got ${step}`),
    );
  });
});

describe("synthetic weather", () => {
  const synthetic = offer({ dataset: "synthetic", class: "synthetic", columns: [GHI, "temperature", "snow_depth"] });

  it("needs leave", () => {
    expect(planned([synthetic]).stretches).toEqual([]);
    const made = planned([synthetic], { synthetic: true });
    expect(made.synthetic).toBe(true);
    expect(made.stretches).toHaveLength(1);
  });

  it("is never mixed with measured irradiance, not even for what that lacks", () => {
    const station = offer({ dataset: "station", columns: [GHI], last: JUNE + 6 * HOUR });
    const made = planned([synthetic, station], { synthetic: true, columns: [GHI, "snow_depth"] });
    expect(made.stretches.map(({ offer: k }) => made.offers[k]!.dataset)).toEqual(["station"]);
    expect(made.synthetic).toBe(false);
    expect(made.missing).toEqual(["snow_depth"]);
  });

  it("serves alone where irradiance is wanted and nothing real has it in the period", () => {
    const later = offer({ dataset: "later", first: JUNE + 9 * DAY });
    const warm = offer({ dataset: "warm", columns: ["temperature"] });
    const made = planned([later, warm, synthetic], { synthetic: true });
    expect(new Set(made.stretches.map(({ offer: k }) => made.offers[k]!.dataset))).toEqual(new Set(["synthetic"]));
  });

  it("does not step in for a real source that cannot be read", () => {
    const made = planned([offer(), synthetic], { synthetic: true });
    expect(planWith(made, (offer) => (offer.dataset === "one" ? undefined : offer)).stretches).toEqual([]);
  });
});

describe("the first hours of runs", () => {
  const now = JUNE + 20.5 * HOUR;
  const run = (began: number, more: Partial<Offer> = {}) =>
    offer({
      class: "forecast",
      dataset: `run ${began}`,
      run: JUNE + began * HOUR,
      first: JUNE + began * HOUR,
      ...more,
    });
  const past = offer({ class: "reanalysis", dataset: "past runs", last: JUNE + 18 * HOUR });
  const survey = (...offers: Offer[]): Survey => ({ place: PLACE, now, offers, failures: [] });
  const served = (offers: Offer[], firstHours?: boolean) => {
    const options = { purpose: "history", period: PERIOD, columns: [GHI], firstHours } as const;
    const made = plan(survey(...offers), options);
    const hour = (time: number) => (time - JUNE) / HOUR;
    const stretches = made.stretches.map(
      ({ offer: k, start, end }) => [made.offers[k]!, hour(start), hour(end)] as const,
    );
    return { made, stretches: stretches.map(([{ dataset, class: kind }, ...times]) => [dataset, kind, ...times]) };
  };

  it("stand in up to now for what nothing else has yet, and say so", () => {
    const { made, stretches } = served([run(18), past], true);
    expect(stretches).toEqual([
      ["past runs", "reanalysis", 0, 18],
      ["run 18", "forecast", 18, 21],
    ]);
    const message = "run 18: values from 2024-06-21T18:00:00.000Z on are the first hours of a forecast, not observed";
    expect(made.notices).toContainEqual({ code: "source", message });
  });

  it("are not taken unasked, nor from old runs, nor before what was observed", () => {
    expect(served([run(18), past]).stretches).toEqual([["past runs", "reanalysis", 0, 18]]);
    expect(served([run(-30), past], true).stretches).toEqual([["past runs", "reanalysis", 0, 18]]);
    expect(served([run(18), offer({ dataset: "station" })], true).stretches).toEqual([["station", "measured", 0, 48]]);
    expect(served([run(30)], true).stretches).toEqual([]);
    const ended = offer({ dataset: "station", last: JUNE + 18 * HOUR });
    expect(served([run(18), ended], true).stretches).toEqual([["station", "measured", 0, 18]]);
  });

  it("give the temperature beside light that a satellite sees, and no light", () => {
    const satellite = offer({ dataset: "satellite", class: "satellite", columns: [GHI], last: JUNE + 20 * HOUR });
    const asked = { purpose: "history", period: PERIOD, columns: [GHI, "temperature"], firstHours: true } as const;
    const { stretches, offers } = plan(survey(run(18), past, satellite), asked);
    const hour = (time: number) => (time - JUNE) / HOUR;
    expect(
      stretches.map(({ offer: k, start, end, columns }) => [offers[k]!.dataset, hour(start), hour(end), ...columns]),
    ).toEqual([
      ["satellite", 0, 20, GHI],
      ["past runs", 0, 18, "temperature"],
      ["run 18", 18, 21, "temperature"],
    ]);
    // Light is one thing: a model's beam does not go on beside a satellite's global irradiance, nor its diffuse part.
    const beams = run(18, { columns: [GHI, DNI, DHI, "temperature"] });
    const lit = { ...asked, columns: [GHI, DNI, DHI, "temperature"] } as const;
    const ofRun = plan(survey(beams, past, satellite), lit).stretches.filter(({ start }) => start >= JUNE + 18 * HOUR);
    expect(ofRun.map(({ columns }) => columns)).toEqual([["temperature"]]);
    const station = offer({ dataset: "station", columns: [GHI, "temperature"], last: JUNE + 20 * HOUR });
    expect(plan(survey(run(18), station), asked).stretches.map(({ end }) => hour(end))).toEqual([20]);
  });
});

describe("forecast", () => {
  const run = (dataset: string, began: number, hours: number) =>
    offer({ dataset, class: "forecast", run: began, first: began, last: began + hours * HOUR });

  it("takes the newest run, and others only beyond its end", () => {
    const old = run("old", JUNE - 6 * HOUR, 54);
    const newest = run("new", JUNE + 6 * HOUR, 12);
    expect(told([old, newest], { purpose: "forecast", columns: [GHI] })).toEqual([
      ["new", 6, 18, `${GHI}`],
      ["old", 18, 48, `${GHI}`],
    ]);
  });

  describe("of models that overlap", () => {
    const model = (dataset: string, spacing: number, began: number, changes: Partial<Offer> = {}) => {
      const cell = { latitude: 40, longitude: -105, distanceKm: 1, spacing };
      return offer({
        dataset,
        class: "forecast",
        run: JUNE + began * HOUR,
        first: JUNE,
        cell,
        columns: [GHI],
        ...changes,
      });
    };
    const order = (offers: readonly Offer[], options: Partial<PlanOptions> = {}) =>
      planned(offers, { purpose: "forecast", columns: [GHI], ...options }).offers.map(({ dataset }) => dataset);
    const [global, europe, local] = [model("global", 0.125, 0), model("europe", 0.0625, -3), model("local", 0.02, -6)];

    it("takes the finest cells of the current runs, then the next coarser beyond their end", () => {
      const short = { ...local, last: JUNE + 12 * HOUR };
      const longer = { ...europe, last: JUNE + 30 * HOUR };
      expect(told([global, longer, short], { purpose: "forecast", columns: [GHI] })).toEqual([
        ["local", 0, 12, GHI],
        ["europe", 12, 30, GHI],
        ["global", 30, 48, GHI],
      ]);
    });

    it("takes a run that has fallen twelve hours behind after all current ones, the newest of such first", () => {
      const old = model("old", 0.01, -12);
      const older = model("older", 0.001, -18);
      expect(order([older, old, global, europe, local])).toEqual(["local", "europe", "global", "old", "older"]);
    });

    it("of equal cells takes the step that suits, then the newer run, then the first that the operator names", () => {
      const quarters = model("quarters", 0.02, -3, { interval: 900 });
      const hours = model("hours", 0.02, -3);
      expect(order([hours, quarters], { interval: 3600 })).toEqual(["hours", "quarters"]);
      expect(order([hours, quarters], { interval: 900 })).toEqual(["quarters", "hours"]);
      expect(order([model("before", 0.02, -6), hours])).toEqual(["hours", "before"]);
      const [b, a] = [model("one", 0.02, 0, { source: "b" }), model("two", 0.02, 0, { source: "a" })];
      expect(order([b, a])).toEqual(["one", "two"]);
      expect(order([a, b])).toEqual(["two", "one"]);
    });

    it("takes a forecast of the place itself before any cell", () => {
      const own = model("own", 0, -6);
      const { spacing: _, ...cell } = own.cell;
      expect(order([global, { ...own, cell }])).toEqual(["own", "global"]);
    });
  });

  it("does not take history", () => {
    expect(planned([offer()], { purpose: "forecast" }).stretches).toEqual([]);
  });
});

describe("typical year", () => {
  it("takes the nearest typical year, over any period", () => {
    const far = offer({ dataset: "far", class: "typical", cell: at(4), first: 0, last: DAY });
    const near = offer({ dataset: "near", class: "typical", cell: at(1), first: 0, last: DAY });
    expect(told([far, near, offer()], { purpose: "typical-year" })).toEqual([["near", 0, 48, `${GHI},temperature`]]);
  });
});

describe("what a plan says", () => {
  it("the nearest period, where nothing overlaps", () => {
    const covers = [
      { start: JUNE - 9 * DAY, end: JUNE - 8 * DAY },
      { start: JUNE - 3 * DAY, end: JUNE - 2 * DAY },
    ];
    const made = planned([offer({ covers, first: covers[0]!.start, last: covers[1]!.end })]);
    expect(made.nearest).toEqual(covers[1]);
    expect(made.grid).toBeUndefined();
  });

  it("gaps within the period", () => {
    const made = planned([offer({ first: JUNE + 6 * HOUR, last: JUNE + DAY })], { columns: [GHI] });
    expect(made.notices).toEqual([
      {
        code: "no-data",
        message:
          "no data of irradiance from 2024-06-21T00:00Z to 2024-06-21T06:00Z, 2024-06-22T00:00Z to 2024-06-23T00:00Z",
      },
    ]);
  });

  it("that the newest months of ERA5 may be preliminary, and nothing of those before", () => {
    const era = { dataset: "ERA5", class: "reanalysis", preliminary: ERA5T, first: JUNE - 400 * DAY } as const;
    const told = (end: number, now: number, others: Offer[] = []) => {
      const survey: Survey = {
        place: PLACE,
        now,
        offers: [offer(era), offer({ ...era, source: "mirror" }), ...others],
        failures: [],
      };
      return plan(survey, { purpose: "history", period: { start: end - DAY, end }, columns: [GHI], margin: DAY })
        .notices;
    };
    const message =
      "ERA5: values since 2024-03-21 may be preliminary (ERA5T), which ECMWF replaces by final ones after 2 to 3 months";
    expect(told(JUNE - 91 * DAY, JUNE)).toEqual([{ code: "source", message }]);
    expect(told(JUNE - 92 * DAY, JUNE)).toEqual([]);
    expect(told(JUNE + DAY, JUNE + 200 * DAY)).toEqual([]);
    expect(told(JUNE + DAY, JUNE, [offer({ dataset: "station" })])).toEqual([]);
  });

  it("the grid of the finest irradiance, with its phase", () => {
    const fine = offer({ dataset: "fine", columns: [GHI], interval: 900, first: JUNE + 5 * 60_000, last: JUNE + DAY });
    const minutes = offer({ dataset: "minutes", columns: ["temperature"], interval: 60 });
    expect(planned([fine, minutes, offer({ class: "reanalysis" })]).grid).toEqual({
      start: JUNE - 10 * 60_000,
      step: 900_000,
      count: 193,
    });
  });

  it("a revision that changes with what is used, and with nothing else", () => {
    const base = planned([offer()]).revision;
    expect(planned([offer({ last: JUNE + 20 * DAY })]).revision).toBe(base);
    expect(planned([offer(), offer({ dataset: "far", revision: "r9", cell: at(4) })]).revision).toBe(base);
    expect(planned([offer({ revision: "r2" })]).revision).not.toBe(base);
    expect(planned([offer({ dataset: "two" })]).revision).not.toBe(base);
    expect(planned([offer({ last: JUNE + DAY })]).revision).not.toBe(base);
    expect(planned([offer()], { period: { start: JUNE, end: JUNE + DAY } }).revision).toBe(base);
    expect(planned([offer()], { period: { start: JUNE + HOUR, end: JUNE + DAY } }).revision).toBe(base);
    expect(planned([offer({ first: JUNE + HOUR })]).revision).not.toBe(base);
  });

  it("plain data only", () => {
    const made = planned([offer()]);
    expect(JSON.parse(JSON.stringify(made))).toMatchObject({ stretches: made.stretches, revision: made.revision });
  });

  it("what is wrong with the options", () => {
    expect(() => planned([], { purpose: "past" as "history" })).toThrow(/purpose must be one of history/);
    expect(() => planned([], { period: { start: 2, end: 1 } })).toThrow(/start before end/);
    expect(() => planned([], { columns: [] })).toThrow(/at least one weather column/);
  });
});
