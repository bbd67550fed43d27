/** What a plan cannot know: data sets without a value at the place, and data that change before they are read. */
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { ArchiveError, type Offer, openArchive, plan } from "../src/index.js";
import { DAY, GHI, HOUR, JUNE, offer, PLACE, part, source } from "./made.js";

const nothing = () => Number.NaN;
const WISH = { purpose: "history", period: { start: JUNE, end: JUNE + DAY }, margin: 0 } as const;
const BOTH = [GHI, "temperature"] as const;

async function read(sources: ReturnType<typeof source>[], columns: readonly WeatherColumn[] = BOTH) {
  const archive = openArchive({ sources });
  const made = plan(await archive.survey(PLACE, JUNE), { ...WISH, columns });
  return { ...(await archive.read(made)), planned: made.revision };
}

const only = (values: unknown) => [...new Set(values as Float64Array)];

describe("a data set without a value of a column", () => {
  it("gives way to the next for that column alone, and is named", async () => {
    const sea = source("sea", [offer()], (_, column) => (column === GHI ? 5 : Number.NaN));
    const spare = source("spare", [offer({ class: "reanalysis" })], () => 7);
    const { series, provenance, notices, failures, passedOver, revision, planned } = await read([sea, spare]);
    expect([only(series.columns[GHI]), only(series.columns.temperature)]).toEqual([[5], [7]]);
    expect(provenance.map((one) => [one.source, one.columns])).toEqual([
      ["sea", [GHI]],
      ["spare", ["temperature"]],
    ]);
    const message = "it has no values of temperature for the place and period";
    expect(failures).toEqual([{ source: "sea", dataset: "one", kind: "no values", message }]);
    expect(notices).toEqual([{ code: "passed-over", message: `sea/one: ${message}` }]);
    // Who keeps answers by the plan's revision must not keep this one.
    expect([passedOver, revision === planned]).toEqual([["sea"], false]);
  });

  it("gives way with all of its irradiances, and only if none has a value", async () => {
    const columns = [GHI, "diffuse_horizontal_irradiance"] as const;
    const partly = source("partly", [offer({ columns })], (_, column) => (column === GHI ? 5 : Number.NaN));
    const spare = source("spare", [offer({ class: "reanalysis", columns })], () => 7);
    expect((await read([partly, spare], [GHI])).passedOver).toEqual([]);
    const empty = source("empty", [offer({ columns })], nothing);
    const { series, passedOver } = await read([empty, spare], [GHI]);
    expect([only(series.columns[GHI]), only(series.columns[columns[1]]), passedOver]).toEqual([[7], [7], ["empty"]]);
  });

  it("keeps its place for a night of zeros, for one value, and for what is beyond the period", async () => {
    const spare = source("spare", [offer({ class: "reanalysis" })], () => 7);
    const night = source("night", [offer()], () => 0);
    expect((await read([night, spare])).passedOver).toEqual([]);
    const one = source("one", [offer()], (time) => (time === JUNE + 5 * HOUR ? 3 : Number.NaN));
    expect((await read([one, spare])).passedOver).toEqual([]);
    const late = source("late", [offer({ first: JUNE - DAY })], (time) => (time < JUNE ? 3 : Number.NaN));
    expect((await read([late, spare])).passedOver).toEqual(["late"]);
  });

  it("stays where the other that could replace it has none either: an answer without values is one", async () => {
    const morning = source("morning", [offer({ last: JUNE + 12 * HOUR })], nothing);
    const all = source("all", [offer({ class: "reanalysis" })], nothing);
    const { series, passedOver } = await read([morning, all]);
    expect([only(series.columns[GHI]), passedOver]).toEqual([[Number.NaN], ["morning"]]);
  });

  it("gives way to a third where the second has none either", async () => {
    const sources = [1, 2, 3].map((k) =>
      source(
        `number-${k}`,
        [offer({ cell: { latitude: 40, longitude: -105, distanceKm: k } })],
        k < 3 ? nothing : () => 7,
      ),
    );
    const { series, passedOver } = await read(sources);
    expect([only(series.columns[GHI]), passedOver]).toEqual([[7], ["number-1", "number-2"]]);
  });

  it("stays, with a notice, where no other has the column", async () => {
    const alone = source("alone", [offer()], nothing);
    const { series, notices, passedOver, revision, planned } = await read([alone]);
    expect([only(series.columns[GHI]), passedOver, revision === planned]).toEqual([[Number.NaN], [], true]);
    expect(notices.map(({ code, message }) => [code, message])).toEqual([
      ["missing", "alone/one has no values of irradiance for the place and period"],
      ["missing", "alone/one has no values of temperature for the place and period"],
    ]);
  });
});

describe("data that have changed since they were offered", () => {
  /** A source whose data are replaced so many times, each after they were offered. */
  function changing(times: number) {
    let [version, changes] = [1, times];
    const now = (): Offer => offer({ source: "moving", revision: `r${version}` });
    return {
      ...source("moving", []),
      offer: async () => [now()],
      read: async (
        one: Offer,
        _: unknown,
        period: { start: number; end: number },
        columns: readonly WeatherColumn[],
      ) => {
        if (changes-- > 0) version++;
        if (one.revision !== `r${version}`) throw new ArchiveError("ERR_ARCHIVE_CHANGED", "they were replaced");
        return [part(one, period, columns, () => version)];
      },
    };
  }

  it("are read as they are now, and nothing of it is kept as the plan's", async () => {
    const spare = source("spare", [offer({ class: "reanalysis" })], () => 7);
    const { series, provenance, failures, passedOver, revision, planned } = await read([changing(1), spare]);
    expect([only(series.columns[GHI]), failures, passedOver]).toEqual([[2], [], ["moving"]]);
    expect(provenance.map((one) => one.revision)).toEqual(["r2"]);
    expect(revision).not.toBe(planned);
  });

  it("are left alone where they change again meanwhile", async () => {
    const spare = source("spare", [offer({ class: "reanalysis" })], () => 7);
    const { series, failures } = await read([changing(2), spare]);
    expect([only(series.columns[GHI]), failures.map(({ kind }) => kind)]).toEqual([[7], ["changing"]]);
    await expect(read([changing(2)])).rejects.toThrow("the weather cannot be read: moving/one: they were replaced");
  });
});
