/** Data and code: what files are called and say, what all parts cost, lines for yields, and the ends of keys. */
import { describe, expect, it } from "vitest";
import { type Caller, type Line, postedLines } from "../../explorer/request/caller.js";
import { yieldLines } from "../../explorer/request/lines.js";
import { yieldRequestOf } from "../../explorer/request/request.js";
import { expiryText } from "../../explorer/rooms/account/room.js";
import { yieldTable } from "../../explorer/rooms/data/answer-files.js";
import { sizeText } from "../../explorer/rooms/data/formats.js";
import { type Part, quoteOf } from "../../explorer/rooms/data/plan.js";
import { changesFor, yearsOf } from "../../explorer/rooms/data/years-choice.js";
import {
  aboutText,
  fileName,
  metadataOf,
  NO_FACTS,
  type Subject,
  withFacts,
} from "../../explorer/rooms/data/years-work.js";
import { Problem } from "../../explorer/service/problem.js";
import { FIRST } from "../../explorer/state/state.js";

const NOW = Date.UTC(2026, 10, 27);
const CALLER: Caller = { base: "http://127.0.0.1:8080/v1/", isDemo: true };

describe("the price of all", () => {
  const parts: Part[] = ["2005", "2006", "2007"].map((label) => ({
    label,
    request: { path: "climate/amy", query: [] },
    rows: 8760,
  }));
  const quote = async (...answers: ({ cost: number; remaining?: number } | Error)[]) => {
    let asked = 0;
    const found = await quoteOf(
      parts,
      async () => {
        const answer = answers[asked++] as { cost: number; remaining?: number } | Error;
        if (answer instanceof Error) throw answer;
        return { remaining: undefined, ...answer };
      },
      () => undefined,
    );
    return { ...found, asked };
  };

  it("is the sum of all parts, with the last balance", async () => {
    expect(
      await quote({ cost: 200, remaining: 900 }, { cost: 200, remaining: 900 }, { cost: 150, remaining: 900 }),
    ).toEqual({ cost: 550, remaining: 900, missing: [], asked: 3 });
  });

  it("is known after one question where the key is free", async () => {
    expect(await quote({ cost: 0 })).toEqual({ cost: 0, remaining: undefined, missing: [], asked: 1 });
  });

  it("is said where the balance is too small, and leaves out what has no data", async () => {
    const poor = new Problem(402, "", { price: { cost: 200, remaining: 250 } });
    expect(await quote({ cost: 200, remaining: 250 }, new Problem(404, ""), poor)).toMatchObject({
      cost: 400,
      remaining: 250,
      missing: ["2006"],
    });
  });

  it("is not made up where the service does not say it", async () => {
    await expect(quote({ cost: 200, remaining: 900 }, new Problem(401, "no such key"))).rejects.toThrow("no such key");
  });
});

describe("the years", () => {
  it("are the last ten that have ended, if none are given", () => {
    expect(yearsOf({ years: "" }, NOW)).toEqual({ first: 2016, last: 2025 });
    expect(yearsOf({ years: "2005-2014" }, NOW)).toEqual({ first: 2005, last: 2014 });
  });

  it("bring their endpoint and a step that it has", () => {
    const asked = changesFor(FIRST, { first: 2005, last: 2014 });
    expect(asked).toEqual({ data: "years", endpoint: "climate/amy", years: "2005-2014", frequency: "1_hour" });
    const fine = { ...FIRST, data: "years", frequency: "15_minutes" } as const;
    expect(changesFor(fine, { first: 2020, last: 2024 })).toMatchObject({ frequency: "15_minutes" });
    expect(changesFor(fine, { first: 2019, last: 2024 })).toMatchObject({ frequency: "1_hour" });
  });
});

describe("a file", () => {
  const headers = (sources: string, name = "climate-amy.csv") =>
    new Headers({
      "weather-sources": sources,
      "content-disposition": `attachment; filename="${name}"`,
      "api-notice": '"n"',
    });
  const real = '"files/Roof";class="measured";synthetic=?0;licence="CC-BY-4.0"';
  const drawn = '"synthetic/drawn";class="synthetic";synthetic=?1;licence="MIT"';
  const subject: Subject = {
    state: { lat: 47.4, lon: 8.5, name: "Zürich", frequency: "1_hour" },
    period: "2005-2014_1_hour",
    facts: withFacts(withFacts(NO_FACTS, headers(real)), headers(real)),
    holes: [],
    requests: ["http://127.0.0.1/v1/climate/amy?year=2005"],
  };

  it("is called after its place, years and step, and says what it is not", () => {
    expect(fileName(subject, "csv")).toBe("irradiance_47.4_8.5_2005-2014_1_hour.csv");
    const facts = withFacts(subject.facts, headers(drawn));
    expect(fileName({ ...subject, facts, holes: [{ label: "2006", reason: "" }] }, "parquet")).toBe(
      "irradiance_47.4_8.5_2005-2014_1_hour_synthetic_incomplete.parquet",
    );
    // The list of sources may have been cut short.
    expect(withFacts(NO_FACTS, headers("", "climate-amy-synthetic.csv")).synthetic).toBe(true);
  });

  it("has its place, units, sources, licences and holes in its metadata, each once", () => {
    const columns = ["start_time", "end_time", "pv_production", "surface_tilt"];
    const metadata = metadataOf({ ...subject, holes: [{ label: "2006", reason: "No weather." }] }, columns, NOW);
    expect(metadata).toMatchObject({
      place: "Zürich",
      latitude: "47.4",
      synthetic: "false",
      created: "2026-11-27T00:00:00.000Z",
    });
    expect(JSON.parse(metadata.units!)).toEqual({ pv_production: "W/kWp", surface_tilt: "°" });
    expect(JSON.parse(metadata.sources!)).toEqual([{ dataset: "Roof", synthetic: false, licence: "CC-BY-4.0" }]);
    expect(JSON.parse(metadata.missing!)).toEqual([{ label: "2006", reason: "No weather." }]);
    const days = { ...subject, state: { ...subject.state, frequency: "1_day" } };
    expect(JSON.parse(metadataOf(days, columns, NOW).units!).pv_production).toBe("Wh/kWp");
    const text = aboutText(metadata);
    for (const part of ["Zürich", "Roof; false; CC-BY-4.0", "2006; No weather.", "pv_production W/kWp"])
      expect(text).toContain(part);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1234, "1.2 kB"],
    [5_906_558, "5.9 MB"],
    [45_000_000, "45 MB"],
    [2_500_000_000, "2.5 GB"],
  ])("of %d bytes is as large as people say", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe("the lines for a yield", () => {
  const text = (lines: readonly Line[], title: string) => lines.find((one) => one.title.startsWith(title))?.text ?? "";
  const lines = yieldLines(yieldRequestOf({ ...FIRST, roof_plane: "best" }), CALLER);

  it("ask for the roof of the page", () => {
    const query = "lat=36.1&lon=-79.95&kwp=8&tilt=best";
    expect(text(lines, "URL")).toBe(`http://127.0.0.1:8080/v1/yield?${query}`);
    expect(text(lines, "curl (CSV")).toContain(`yield?${query}&response_format=csv`);
    expect(text(lines, "Python")).toContain('"kwp": 8,\n        "tilt": "best",');
    expect(text(lines, "TypeScript")).toContain(
      'service.get("/yield", {\n  lat: 36.1,\n  lon: -79.95,\n  kwp: 8,\n  tilt: "best",',
    );
    expect(text(lines, "Excel")).toContain('"en-US"');
  });

  it("post a described system as Python and JavaScript write it, its texts as they are", () => {
    const system = { planes: [{ kwp: 4, module: 'A:B,"C"' }], ageing: null, bifacial: true };
    const posted = yieldLines(yieldRequestOf({ ...FIRST, system: JSON.stringify(system) }), CALLER);
    expect(text(posted, "Python")).toContain(
      'json={"planes": [{"kwp": 4, "module": "A:B,\\"C\\""}], "ageing": None, "bifacial": True},',
    );
    const [, body = ""] = /JSON\.stringify\((.*)\),\n/.exec(text(posted, "TypeScript")) ?? [];
    expect(JSON.parse(body)).toEqual(system);
  });

  it("never hold a key of somebody's own", () => {
    const own = [...yieldLines(yieldRequestOf(FIRST), { ...CALLER, isDemo: false })];
    own.push(
      ...postedLines(
        { path: "yield", query: [], body: "{}" },
        { ...CALLER, isDemo: false },
        { imports: "", data: "", names: "" },
      ),
    );
    for (const one of own) if (one.title !== "URL") expect(one.text).toContain("IRRADIANCE_KEY");
  });
});

describe("a yield as a table", () => {
  it("has the members of a month, then the energy after each stage, and nothing for null", () => {
    const month = { month: 1, years: 1, energy: 40.9, performance_ratio: null, stages: { plane: 50, clipping: 40.9 } };
    const answer = { months: [month], losses: [{ name: "plane" }, { name: "clipping" }] };
    const { text, rows, columns } = yieldTable(JSON.stringify(answer));
    const [head, first] = text.split("\n");
    expect([rows, columns]).toEqual([1, 11]);
    expect(head).toMatch(/^month,years,.*,doubtful,after_plane,after_clipping$/);
    expect(first).toBe("1,1,,,40.9,,,,,50,40.9");
  });
});

describe("a key", () => {
  it.each([
    [null, "never"],
    ["2026-11-26T00:00:00Z", "expired on 26 November 2026"],
    ["2026-12-07T00:00:00Z", "7 December 2026, in 10 days"],
    ["2028-01-01T00:00:00Z", "1 January 2028"],
  ])("that ends at %s says so", (expires, text) => expect(expiryText({ expires }, NOW)).toBe(text));
});
