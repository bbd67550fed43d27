/** Many years in one file: how they are cut into requests, asked for, joined and written. */
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { csvAddress } from "../../explorer/request/caller.js";
import { yearLines } from "../../explorer/request/lines.js";
import { parquetOf } from "../../explorer/rooms/data/parquet.js";
import {
  Gathering,
  type Outcome,
  type Part,
  type Piece,
  type Plan,
  planOf,
  type Years,
} from "../../explorer/rooms/data/plan.js";
import { columnsOf, csvOf, holesOf, pieceOf } from "../../explorer/rooms/data/years-work.js";
import { Problem, silence } from "../../explorer/service/problem.js";
import { namedSources, noticesIn } from "../../explorer/service/provenance.js";
import { FIRST, type State } from "../../explorer/state/state.js";

const NOW = Date.UTC(2026, 10, 27, 7);
const MOST = 1_000_000;
const HOURLY: State = { ...FIRST, frequency: "1_hour" };

function planned(years: Years, state = HOURLY, most = MOST): Plan {
  const plan = planOf(state, years, NOW, most);
  if ("kind" in plan) throw new Error(`refused: ${JSON.stringify(plan)}`);
  return plan;
}

function queryOf({ request }: Part): { [name: string]: string } {
  return Object.fromEntries(request.query);
}

describe("years are cut into requests", () => {
  it("of real years one by one before 2020, every leap day in them, in UTC", () => {
    const { path, parts, rows, columns } = planned({ first: 2005, last: 2014 });
    expect([path, parts.length]).toEqual(["climate/amy", 10]);
    expect(rows).toBe((Date.UTC(2015, 0) - Date.UTC(2005, 0)) / 3_600_000);
    expect(parts[3]).toMatchObject({ label: "2008", rows: 8784 });
    expect(queryOf(parts[3]!)).toMatchObject({ year: "2008", climate_time: "utc" });
    expect(queryOf(parts[3]!)).not.toHaveProperty("time_zone");
    expect(columns).toEqual([...FIRST.parameters, "surface_azimuth", "surface_tilt"]);
  });

  it("of history from 2020 on, each beginning where the one before ends, up to 7 days ago", () => {
    const { path, parts } = planned({ first: 2020, last: 2026 });
    expect([path, parts.length]).toEqual(["observation/historical", 7]);
    const spans = parts.map((part) => [queryOf(part).start!, queryOf(part).end!]);
    expect(spans[0]).toEqual(["2020-01-01T00:00Z", "2021-01-01T00:00Z"]);
    expect(spans.at(-1)).toEqual(["2026-01-01T00:00Z", "2026-11-20T00:00Z"]);
    expect(spans.slice(1).map(([start]) => start)).toEqual(spans.slice(0, -1).map(([, end]) => end));
  });

  it("into months and days where a year has more values than an answer may have, and never into more than fit", () => {
    const minutes: State = { ...FIRST, frequency: "1_minute" };
    for (const most of [MOST, 100_000]) {
      const { parts, columns } = planned({ first: 2023, last: 2024 }, minutes, most);
      expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe((365 + 366) * 1440);
      for (const { rows } of parts) expect(rows * columns.length).toBeLessThanOrEqual(most);
    }
    expect(
      planned({ first: 2023, last: 2023 }, minutes)
        .parts.map(({ label }) => label)
        .slice(0, 2),
    ).toEqual(["2023-01", "2023-02"]);
  });

  it("with their shaded columns behind a horizon", () => {
    expect(planned({ first: 2010, last: 2010 }, { ...HOURLY, horizon: "auto" }).columns).toContain(
      "global_tilted_irradiance_with_shading",
    );
  });

  it.each([
    ["order", { first: 2010, last: 2009 }, "1_hour"],
    ["order", { first: Number.NaN, last: 2024 }, "1_hour"],
    ["early", { first: 1899, last: 1950 }, "1_hour"],
    // A real year has ended; the running one is history.
    ["future", { first: 2019, last: 2026 }, "1_hour"],
    ["future", { first: 2020, last: 2027 }, "1_hour"],
    ["step", { first: 2019, last: 2024 }, "15_minutes"],
    ["large", { first: 2019, last: 2024 }, "1_minute"],
  ] as const)("and refused for a reason: %s, of %o in steps of %s", (kind, years, frequency) => {
    expect(planOf({ ...FIRST, frequency }, years, NOW, MOST)).toMatchObject({ kind });
  });
});

const PARTS: Part[] = [2005, 2006, 2007].map((year) => ({
  label: String(year),
  request: { path: "climate/amy", query: [["year", String(year)]] },
  rows: 2,
}));

/** A service that answers to each request in turn. */
function gathering(...answers: (string | Error)[]) {
  const asked: [label: string, repeatKey: string][] = [];
  const waits: number[] = [];
  const work = new Gathering<string>(
    PARTS,
    async ({ label }, repeatKey) => {
      asked.push([label, repeatKey]);
      const answer = answers[asked.length - 1] ?? "…";
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async (ms) => void waits.push(ms),
  );
  return { work, asked, waits };
}

describe("parts are asked for", () => {
  it("in order, each under a repeat key of its own", async () => {
    const { work, asked } = gathering("a", "b", "c");
    await work.go();
    expect(work.stage.kind).toBe("done");
    expect(work.outcomes.map((one) => "piece" in one && one.piece)).toEqual(["a", "b", "c"]);
    expect(asked.map(([label]) => label)).toEqual(["2005", "2006", "2007"]);
    expect(new Set(asked.map(([, key]) => key)).size).toBe(3);
  });

  it("again under the same repeat key when the answer was lost, so that it is paid for once", async () => {
    const { work, asked, waits } = gathering("a", silence(), silence(), "b", "c");
    await work.go();
    expect(asked.map(([label]) => label)).toEqual(["2005", "2006", "2006", "2006", "2007"]);
    expect(new Set(asked.slice(1, 4).map(([, key]) => key)).size).toBe(1);
    expect(waits).toEqual([2000, 4000]);
  });

  it("after the wait that the service asks for", async () => {
    const { work, waits } = gathering("a", new Problem(429, "slowly", { retryAfter: 7 }), "b", "c");
    await work.go();
    expect([work.stage.kind, waits]).toEqual(["done", [7000]]);
  });

  it("and what has no data is kept as missing", async () => {
    const { work } = gathering("a", new Problem(404, "no weather"), "c");
    await work.go();
    expect(work.stage.kind).toBe("done");
    expect(work.outcomes[1]).toMatchObject({ missing: "no weather" });
  });

  it("until an error stops them, and from there on when they are asked to go on", async () => {
    const { work, asked } = gathering("a", new Problem(402, "no tokens"), "b", "c");
    await work.go();
    expect(work.stage).toMatchObject({ kind: "failed", problem: { status: 402 } });
    expect(work.outcomes).toHaveLength(1);
    await work.go();
    expect(work.stage.kind).toBe("done");
    expect(asked.map(([label]) => label)).toEqual(["2005", "2006", "2006", "2007"]);
  });

  it("not for ever where nobody answers", async () => {
    const { work, waits } = gathering(...Array(20).fill(silence()));
    await work.go();
    expect([work.stage.kind, waits]).toEqual(["failed", [2000, 4000, 8000, 16_000, 32_000]]);
  });

  it("until they are stopped; what comes later is not taken", async () => {
    const { work, asked } = gathering("a", "b", "c");
    work.onChange(() => work.outcomes.length === 1 && work.stage.kind === "running" && work.stop());
    await work.go();
    expect([work.stage.kind, work.outcomes.length, asked.length]).toEqual(["stopped", 1, 2]);
    expect(asked[1]?.[0]).toBe("2006");
  });
});

function csv(year: number, columns = "start_time,end_time,ghi,temperature", cells = "12.34,"): string {
  const rows = [0, 1].map((hour) => `${year}-01-01T0${hour}:00:00Z,${year}-01-01T0${hour + 1}:00:00Z,${cells}`);
  return `${[columns, ...rows].join("\n")}\n`;
}

function outcome(text: string, label = "2005"): Outcome<Piece> {
  return { part: { ...PARTS[0]!, label }, piece: pieceOf(text) };
}

describe("one file", () => {
  it("has one header and the rows as they came", async () => {
    const pieces = [pieceOf(csv(2005)), pieceOf(csv(2006))];
    expect(pieces[0]).toMatchObject({ rows: 2, start: "2005-01-01T00:00:00Z", end: "2005-01-01T02:00:00Z" });
    const text = await (await csvOf(pieces, columnsOf(pieces, ["ghi", "temperature"]))).text();
    expect(text).toBe(csv(2005) + csv(2006).split("\n").slice(1).join("\n"));
  });

  it("has the columns of all parts, and nothing where a part lacks one", async () => {
    const pieces = [
      pieceOf(csv(2005, "start_time,end_time,ghi", "1")),
      pieceOf(csv(2006, "start_time,end_time,temperature,ghi", "-2,3")),
    ];
    const columns = columnsOf(pieces, ["ghi", "temperature"]);
    expect(columns).toEqual(["start_time", "end_time", "ghi", "temperature"]);
    const lines = (await (await csvOf(pieces, columns)).text()).split("\n");
    expect([lines[1], lines[3]]).toEqual([
      "2005-01-01T00:00:00Z,2005-01-01T01:00:00Z,1,",
      "2006-01-01T00:00:00Z,2006-01-01T01:00:00Z,3,-2",
    ]);
  });

  it("names what is missing: parts, empty parts, and rows between two parts", () => {
    const missing: Outcome<Piece> = { part: PARTS[1]!, missing: "No weather." };
    expect(holesOf([outcome(csv(2005)), missing, outcome(csv(2007), "2007")])).toEqual([
      { label: "2006", reason: "No weather." },
    ]);
    expect(holesOf([outcome(csv(2005)), outcome(csv(2006), "2006")])).toEqual([
      { label: "2005-01-01T02:00:00Z – 2006-01-01T00:00:00Z", reason: "" },
    ]);
    expect(holesOf([outcome("start_time,end_time\n", "2005")])).toEqual([{ label: "2005", reason: "" }]);
  });

  it("as Parquet has the same rows: times in UTC, numbers with nulls, a group a part, and its metadata", async () => {
    const pieces = [pieceOf(csv(2005)), pieceOf(csv(2006, undefined, ",-0.5"))];
    const columns = columnsOf(pieces, ["ghi", "temperature"]);
    const file = await (await parquetOf(pieces, columns, { synthetic: "true" })).arrayBuffer();
    const metadata = parquetMetadata(file);
    expect(metadata.row_groups).toHaveLength(2);
    expect(metadata.key_value_metadata).toEqual([{ key: "synthetic", value: "true" }]);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual({
      start_time: new Date("2005-01-01T00:00:00Z"),
      end_time: new Date("2005-01-01T01:00:00Z"),
      ghi: 12.34,
      temperature: null,
    });
    expect(rows[3]).toMatchObject({ start_time: new Date("2006-01-01T01:00:00Z"), ghi: null, temperature: -0.5 });
  });

  it("of ten years of quarter hours and eight columns is written a part at a time", async () => {
    const names = Array.from({ length: 8 }, (_, k) => `column_${k}`);
    const rows = Array.from({ length: 35_040 }, (_, k) => {
      const time = (n: number) => new Date(Date.UTC(2005, 0) + n * 900_000).toISOString().replace(".000", "");
      return [time(k), time(k + 1), ...names.map((_, c) => ((k * (c + 3)) % 1000) / 4)].join(",");
    });
    const piece = pieceOf(`start_time,end_time,${names.join()}\n${rows.join("\n")}\n`);
    const pieces = Array.from({ length: 10 }, () => piece);
    const columns = ["start_time", "end_time", ...names];
    expect((await csvOf(pieces, columns)).size).toBe(columns.join().length + 1 + 10 * piece.body.size);
    const metadata = parquetMetadata(await (await parquetOf(pieces, columns, {})).arrayBuffer());
    expect(metadata.num_rows).toBe(350_400n);
  });
});

describe("the lines for years", () => {
  const caller = { base: "http://127.0.0.1:8080/v1/", isDemo: true };
  const line = (plan: Plan, title: string) => yearLines(plan, caller).find((one) => one.title.startsWith(title))?.text;

  it("loop over the very requests of the page", () => {
    const plan = planned({ first: 2005, last: 2014 });
    const address = csvAddress(plan.parts[0]!.request, caller);
    expect(line(plan, "curl")).toContain(address.replace("year=2005", "year=[2005-2014]"));
    expect(line(plan, "Python")).toContain(address.replace("year=2005", "year={year}"));
    expect(line(plan, "Python")).toContain("for year in range(2005, 2015)");
    expect(line(plan, "TypeScript")).toContain("year: year,");
  });

  it("step through days or months as the page does", () => {
    const python = line(planned({ first: 2020, last: 2026 }, HOURLY, 100_000), "Python");
    expect(python).toContain('pd.date_range("2020-01-01", "2026-11-20", freq="YS", inclusive="left")');
    expect(line(planned({ first: 2023, last: 2023 }, { ...FIRST, frequency: "1_minute" }), "Python")).toContain(
      'freq="MS"',
    );
  });

  it("are one request where all years fit into one answer", () => {
    const { whole } = planned({ first: 2020, last: 2026 });
    expect(Object.fromEntries(whole?.query ?? [])).toMatchObject({
      start: "2020-01-01T00:00Z",
      end: "2026-11-20T00:00Z",
    });
    expect(planned({ first: 2020, last: 2026 }, HOURLY, 100_000).whole).toBeUndefined();
    expect(line(planned({ first: 2020, last: 2026 }), "curl")).toContain("end=2026-11-20T00:00Z");
  });
});

describe("the headers of an answer", () => {
  const headers = new Headers({
    "weather-sources":
      '"synthetic/weather, drawn \\"as such\\"";class="synthetic";synthetic=?1;columns="a b";age=1;distance=9.8;licence="MIT (pvcz); NASA", "files/Z%C3%BCrich";class="measured";synthetic=?0;columns="a";age=0;distance=0;licence="CC-BY-4.0"',
    "api-notice": '"a typical year, not a history", "below 0 %C2%B0C"',
  });

  it("name sources, their licences, and whether they are synthetic", () => {
    expect(namedSources(headers)).toEqual([
      { dataset: 'weather, drawn "as such"', synthetic: true, licence: "MIT (pvcz); NASA" },
      { dataset: "Zürich", synthetic: false, licence: "CC-BY-4.0" },
    ]);
    expect(noticesIn(headers)).toEqual(["a typical year, not a history", "below 0 °C"]);
    expect([namedSources(new Headers()), noticesIn(new Headers())]).toEqual([[], []]);
  });
});
