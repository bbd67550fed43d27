/** How the sources of weather fare: told once for each change, counted each time, shown with its cause. */
import type { Archive, SourceEvent } from "irradiance-archive";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { agesOf, watchedArchive, watchSources } from "../../src/answers/source-watch.js";

function watched() {
  const lines: { msg: string; [key: string]: unknown }[] = [];
  const counted: string[] = [];
  const clock = { now: Date.UTC(2026, 5, 21) };
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch = watchSources(
    ["era5", "land"],
    log,
    () => clock.now,
    ({ source, kind }) => counted.push(`${source} ${kind}`),
  );
  const event = (work: SourceEvent["work"], kind?: "unreachable" | "damaged") => {
    const failure = kind && { source: "era5", kind, message: `/data/era5: ${kind}` };
    watch.note({ source: "era5", work, failure });
  };
  const after = (seconds: number) => {
    clock.now += 1000 * seconds;
  };
  const told = () => lines.splice(0).map(({ msg, kind }) => (kind === undefined ? msg : `${msg}: ${String(kind)}`));
  return { watch, event, after, told, counted, lines };
}

describe("a source", () => {
  it("that nobody asked is in no state", () => {
    const { watch } = watched();
    expect(watch.states()).toEqual(
      ["era5", "land"].map((source) => ({
        source,
        isUp: undefined,
        since: undefined,
        failure: undefined,
        facts: undefined,
      })),
    );
  });

  it("that fails for every request is told of once, with its cause, and counted each time", () => {
    const { watch, event, counted, lines } = watched();
    for (let k = 0; k < 1000; k++) event("offer", "unreachable");
    expect(lines).toMatchObject([
      { level: 40, source: "era5", kind: "unreachable", cause: "/data/era5: unreachable", msg: "weather source fails" },
    ]);
    expect(counted).toHaveLength(1000);
    expect(watch.states()[0]).toMatchObject({ isUp: false, failure: { kind: "unreachable" } });
  });

  it("that recovers is told of once, and of another cause, too", () => {
    const { event, after, told } = watched();
    event("offer", "unreachable");
    event("offer", "damaged");
    event("offer", "unreachable");
    after(6);
    event("offer");
    event("offer");
    expect(told()).toEqual([
      "weather source fails: unreachable",
      "weather source fails: damaged",
      "weather source recovered",
    ]);
    event("read", "damaged");
    expect(told()).toEqual(["weather source fails: damaged"]);
  });

  it("whose metadata are there and whose values are not has not recovered", () => {
    const { event, after, told, watch } = watched();
    event("read", "damaged");
    after(3600);
    event("offer");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source fails: damaged"], false]);
    event("read");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source recovered"], true]);
  });

  it("that succeeds at once after a failure and is not asked again has recovered when somebody looks", () => {
    const { event, after, told, watch } = watched();
    event("read", "unreachable");
    after(1);
    event("read");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source fails: unreachable"], false]);
    after(4);
    expect(watch.states()[0]).toMatchObject({ isUp: true, failure: undefined });
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source recovered"], true]);
  });

  it("with one bad file among good ones does not fill the log", () => {
    const { event, after, told } = watched();
    for (let k = 0; k < 1000; k++) {
      event("read", "damaged");
      after(7);
      event("read");
    }
    expect(told().length).toBeLessThan(20);
  });

  it("is as old as it was when it was last asked: one that nobody asks does not become older", async () => {
    const offers = [{ source: "era5", class: "reanalysis", last: 1_000 }];
    const survey = async () => ({ offers });
    const { archive, newest } = watchedArchive({ survey } as unknown as Archive);
    const place = { latitude: 50, longitude: 10 };
    await archive.survey(place, 61_000);
    expect([...agesOf(newest)]).toEqual([["era5", 60]]);
    await archive.survey(place, 121_000);
    await archive.survey(place, 91_000);
    expect([...agesOf(newest)]).toEqual([["era5", 120]]);
    offers[0]!.last = 118_000;
    await archive.survey(place, 121_000);
    expect([...agesOf(newest)]).toEqual([["era5", 3]]);
  });
});
