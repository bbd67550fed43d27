/** Surveying and reading: sources that die, sleep, come back, or have too much. */
import { describe, expect, it } from "vitest";
import { type Archive, ArchiveError, openArchive, plan, type WeatherSource } from "../src/index.js";
import type { SourceEvent } from "../src/survey.js";
import { DAY, GHI, HOUR, JUNE, offer, PLACE, source } from "./made.js";

const PERIOD = { start: JUNE, end: JUNE + DAY };
const never = () => new Promise<never>(() => {});
const dead = async () => {
  throw new Error("the disk is gone");
};

async function planned(archive: Archive, period = PERIOD) {
  return plan(await archive.survey(PLACE, JUNE), { purpose: "history", period, columns: [GHI, "temperature"] });
}

function brokenOffer(id: string, offer: WeatherSource["offer"]): WeatherSource {
  return { ...source(id, []), offer };
}

describe("weather", () => {
  it("is what the plan of a survey reads", async () => {
    const archive = openArchive({ sources: [source("good", [offer()])] });
    const options = { purpose: "history", period: PERIOD, columns: [GHI, "temperature"] } as const;
    expect(await archive.weather(PLACE, JUNE, options)).toEqual(await archive.read(await planned(archive)));
    const signal = AbortSignal.abort(new Error("nobody waits"));
    await expect(archive.weather(PLACE, JUNE, { ...options, signal })).rejects.toThrow("nobody waits");
  });
});

describe("a survey", () => {
  it("asks all side by side, and passes over the dead and the slow", async () => {
    const archive = openArchive({
      sources: [source("good", [offer()]), brokenOffer("dead", dead), brokenOffer("slow", never)],
      timeout: 50,
    });
    const { offers, failures } = await archive.survey(PLACE, JUNE);
    expect(offers.map((one) => one.source)).toEqual(["good"]);
    expect([...failures].sort((a, b) => (a.source < b.source ? -1 : 1))).toEqual([
      { source: "dead", kind: "failed", message: "the disk is gone" },
      { source: "slow", kind: "too slow", message: "the source slow took longer than 0.05 s" },
    ]);
  });

  it("tells a slow source that nobody waits any more", async () => {
    let given: AbortSignal | undefined;
    const slow = brokenOffer("slow", (_place, _now, { signal } = {}) => {
      given = signal;
      return never();
    });
    await openArchive({ sources: [slow], timeout: 20 }).survey(PLACE, JUNE);
    expect(given?.reason).toMatchObject({ code: "ERR_ARCHIVE_TIMEOUT" });
  });

  it("passes over a source that throws at once", async () => {
    const archive = openArchive({
      sources: [
        brokenOffer("rash", () => {
          throw new Error("no");
        }),
      ],
    });
    expect((await archive.survey(PLACE, JUNE)).failures).toEqual([{ source: "rash", kind: "failed", message: "no" }]);
  });

  it("tells a watcher of every offer, every reading and every failure", async () => {
    const events: SourceEvent[] = [];
    const gone = () => {
      throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/data/x: the disk is gone", { kind: "unreachable" });
    };
    const sources = [
      source("good", [offer({ class: "reanalysis" })]),
      source("torn", [offer()], gone),
      source("empty", []),
    ];
    const archive = openArchive({ sources, watch: (event) => events.push(event) });
    const wish = { purpose: "history", period: { start: JUNE, end: JUNE + DAY }, columns: [GHI], step: 3600 } as const;
    const weather = await archive.read(plan(await archive.survey(PLACE, JUNE + 20 * DAY), wish));
    const failure = { source: "torn", dataset: "one", kind: "unreachable", message: "/data/x: the disk is gone" };
    expect(weather.failures).toEqual([failure]);
    expect(events).toEqual([
      { source: "good", work: "offer", failure: undefined },
      { source: "torn", work: "offer", failure: undefined },
      { source: "torn", work: "read", failure },
      { source: "good", work: "read", failure: undefined },
    ]);
  });

  it("leaves a source alone for 30 s after five failures, and asks again then", async () => {
    let time = 0;
    let asked = 0;
    let works = false;
    const weak = brokenOffer("weak", async () => {
      asked++;
      if (!works) throw new Error("no");
      return [];
    });
    const archive = openArchive({ sources: [weak], clock: () => time });
    for (let k = 0; k < 8; k++) await archive.survey(PLACE, JUNE);
    expect(asked).toBe(5);
    const { failures } = await archive.survey(PLACE, JUNE);
    expect(failures[0]!.message).toBe("failed repeatedly and is not asked again for 30 s");
    time = 30_000;
    await archive.survey(PLACE, JUNE);
    await archive.survey(PLACE, JUNE);
    expect(asked).toBe(6);
    time = 60_000;
    works = true;
    for (let k = 0; k < 3; k++) expect((await archive.survey(PLACE, JUNE)).failures).toEqual([]);
    expect(asked).toBe(9);
  });

  it("ends when the caller leaves, which is no failure of the source", async () => {
    const archive = openArchive({ sources: [brokenOffer("slow", never)] });
    const leaving = new AbortController();
    const survey = archive.survey(PLACE, JUNE, { signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(survey).rejects.toThrow("left");
    await expect(archive.survey(PLACE, JUNE, { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  });

  it("names what is wrong with a place", async () => {
    const archive = openArchive({ sources: [] });
    await expect(archive.survey({ latitude: 91, longitude: 0 }, 0)).rejects.toThrow(
      "place.latitude must be a number from -90 to 90, got 91",
    );
    await expect(archive.survey({ latitude: 0, longitude: "x" as never }, 0)).rejects.toThrow(TypeError);
    await expect(archive.survey({ latitude: 0, longitude: 0 }, Number.NaN)).rejects.toThrow("now must be Unix ms");
  });

  it("refuses two sources of one id", () => {
    expect(() => openArchive({ sources: [source("a", []), source("a", [])] })).toThrow("different ids, got a, a");
  });
});

describe("a read", () => {
  it("gives series, provenance and the plan's revision", async () => {
    const archive = openArchive({ sources: [source("good", [offer()], (time) => (time - JUNE) / HOUR)] });
    const made = await planned(archive);
    const weather = await archive.read(made);
    expect(weather.series).toMatchObject({ start: JUNE, interval: 3600, place: { latitude: 40, altitude: 1500 } });
    expect([...(weather.series.columns[GHI] as Float64Array)]).toEqual(Array.from({ length: 24 }, (_, k) => k));
    expect(weather.provenance).toMatchObject([
      { source: "good", dataset: "one", columns: [GHI, "temperature"], start: JUNE, end: JUNE + DAY, corrections: [] },
    ]);
    expect(weather).toMatchObject({ passedOver: [], notices: [], revision: made.revision });
  });

  it("takes the next source where one dies, and says so", async () => {
    const dying = source("dying", [offer()], () => 1, dead);
    const spare = source("spare", [offer({ class: "reanalysis" })], () => 7);
    const archive = openArchive({ sources: [dying, spare] });
    const made = await planned(archive);
    expect(made.stretches.map(({ offer: k }) => made.offers[k]!.source)).toEqual(["dying"]);
    const weather = await archive.read(made);
    expect(new Set(weather.series.columns[GHI] as Float64Array)).toEqual(new Set([7]));
    expect(weather.passedOver).toEqual(["dying"]);
    expect(weather.provenance.map((one) => one.source)).toEqual(["spare"]);
    expect(weather.notices).toEqual([{ code: "passed-over", message: "dying/one: the disk is gone" }]);
    expect(weather.revision).not.toBe(made.revision);
  });

  it("takes the next source where one sleeps", async () => {
    const archive = openArchive({
      sources: [source("slow", [offer()], () => 1, never), source("spare", [offer({ class: "reanalysis" })], () => 7)],
      timeout: 30,
    });
    const weather = await archive.read(await planned(archive));
    expect(weather.notices).toEqual([
      { code: "passed-over", message: "slow/one: reading slow/one took longer than 0.03 s" },
    ]);
  });

  it("tells a sleeping source that its time is over", async () => {
    let told: unknown;
    const listens = source(
      "slow",
      [offer()],
      () => 1,
      (options) =>
        new Promise((_, reject) => {
          options!.signal.addEventListener("abort", () => {
            told = options!.signal.reason;
            reject(options!.signal.reason);
          });
        }),
    );
    const archive = openArchive({ sources: [listens], timeout: 30 });
    await expect(archive.read(await planned(archive))).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
    expect(told).toMatchObject({ code: "ERR_ARCHIVE_TIMEOUT" });
  });

  it("says what it lost when the lost source had the only column", async () => {
    const archive = openArchive({
      sources: [
        source("light", [offer({ columns: [GHI] })]),
        source("air", [offer({ columns: ["temperature"] })], () => 1, dead),
      ],
    });
    const weather = await archive.read(await planned(archive));
    expect(Object.keys(weather.series.columns)).toEqual([GHI]);
    expect(weather.notices.map(({ code }) => code)).toEqual(["missing", "passed-over"]);
    expect(weather.passedOver).toEqual(["air"]);
  });

  it("fails when all die, naming each", async () => {
    const archive = openArchive({
      sources: [source("a", [offer()], () => 1, dead), source("b", [offer()], () => 1, dead)],
    });
    await expect(archive.read(await planned(archive))).rejects.toThrow(
      "the weather cannot be read: a/one: the disk is gone; b/one: the disk is gone",
    );
  });

  it("carries over what the survey passed over", async () => {
    const archive = openArchive({ sources: [source("good", [offer()]), brokenOffer("dead", dead)] });
    const weather = await archive.read(await planned(archive));
    expect(weather.passedOver).toEqual(["dead"]);
    expect(weather.notices).toEqual([{ code: "passed-over", message: "dead: the disk is gone" }]);
  });

  it("ends when the caller leaves", async () => {
    const archive = openArchive({ sources: [source("slow", [offer()], () => 1, never)] });
    const leaving = new AbortController();
    const read = archive.read(await planned(archive), { signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(read).rejects.toThrow("left");
  });

  it("names the nearest period of an empty plan", async () => {
    const archive = openArchive({ sources: [source("good", [offer()])] });
    const made = await planned(archive, { start: 0, end: DAY });
    await expect(archive.read(made)).rejects.toThrow(
      "no weather for the place from 1970-01-01T00:00:00.000Z to 1970-01-02T00:00:00.000Z; " +
        "the nearest available: 2024-06-21T00:00:00.000Z to 2024-07-01T00:00:00.000Z",
    );
    await expect(archive.read(made)).rejects.toMatchObject({ code: "ERR_ARCHIVE_NO_WEATHER" });
  });

  it("refuses more than its limits before anything is read", async () => {
    const good = source("good", [offer()]);
    const archive = openArchive({ sources: [good], limits: { values: 47 } });
    const read = archive.read(await planned(archive));
    await expect(read).rejects.toThrow("the period needs more than 47 values of weather");
    await expect(read).rejects.toBeInstanceOf(ArchiveError);
    expect(good.asked).toEqual([]);
  });

  it("takes a limit that is undefined for the default", async () => {
    const archive = openArchive({ sources: [source("good", [offer()])], limits: { values: undefined, files: 10 } });
    await expect(archive.read(await planned(archive))).resolves.toHaveProperty("series");
  });

  it("does not take the limit of an answer for a dead source", async () => {
    const greedy = source(
      "greedy",
      [offer()],
      () => 1,
      async (options) => options!.budget.take("files", 5_000),
    );
    const archive = openArchive({ sources: [greedy, source("spare", [offer({ class: "reanalysis" })])] });
    await expect(archive.read(await planned(archive))).rejects.toMatchObject({ code: "ERR_ARCHIVE_LIMIT" });
  });

  it("reads each stretch of a seam once", async () => {
    const early = source("early", [offer({ last: JUNE + 12 * HOUR })]);
    const late = source("late", [offer({ class: "reanalysis" })]);
    const archive = openArchive({ sources: [early, late] });
    const weather = await archive.read(await planned(archive));
    expect([early.asked.length, late.asked.length]).toEqual([1, 1]);
    expect(weather.provenance.map(({ source: id, start, end }) => [id, start, end])).toEqual([
      ["early", JUNE, JUNE + 12 * HOUR],
      ["late", JUNE + 12 * HOUR, JUNE + DAY],
    ]);
  });

  it("a day asked for alone equals that day of a longer period, at its edges too", async () => {
    const covers = [0, 1, 2].map((k) => ({ start: JUNE + k * DAY, end: JUNE + k * DAY + HOUR }));
    const fine = source("fine", [offer({ columns: [GHI], interval: 900, covers })], (time) => 1 + Math.sin(time));
    const coarse = source(
      "coarse",
      [offer({ class: "reanalysis", columns: [GHI, "temperature"], interval: 10_800 })],
      (time) => 1 + Math.cos(time),
    );
    const archive = openArchive({ sources: [fine, coarse] });
    const whole = await archive.read(await planned(archive, { start: JUNE, end: JUNE + 3 * DAY }));
    const alone = await archive.read(await planned(archive, { start: JUNE + DAY, end: JUNE + 2 * DAY }));
    for (const name of ["temperature", GHI] as const) {
      const values = (weather: typeof whole) => weather.series.columns[name] as Float64Array;
      expect([...values(alone)]).toEqual([...values(whole).slice(96, 192)]);
    }
  });

  it("says what was brought to other intervals", async () => {
    const fine = source("fine", [offer({ columns: [GHI], interval: 900 })]);
    const coarse = source("coarse", [offer({ columns: ["temperature"] })]);
    const archive = openArchive({ sources: [fine, coarse] });
    const { provenance } = await archive.read(await planned(archive));
    expect(provenance.map(({ corrections }) => corrections)).toEqual([
      [],
      ["resampled from intervals of 3600 s to 900 s"],
    ]);
  });
});
