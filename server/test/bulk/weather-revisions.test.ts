import { expect, it } from "vitest";
import { revisionsOf, WeatherRevisions } from "../../src/bulk/weather-revisions.js";

const of = (dataset: string, revision: string, source = "live") => ({ source, dataset, revision });

it("finds what served the sites of a part, each revision once", () => {
  const note = (data: ReturnType<typeof of>) => ({ code: "weather-source", message: "…", data });
  const told = [
    { index: 0, id: "a", notes: [note(of("cell 1", "x")), { code: "altitude", message: "…" }] },
    { index: 1, id: "b", notes: [note(of("cell 1", "x")), note(of("cell 2", "x"))] },
  ];
  expect(revisionsOf(told)).toEqual([of("cell 1", "x"), of("cell 2", "x")]);
});

it("says once for each source that its parts are of several revisions, however often these change", () => {
  const revisions = new WeatherRevisions();
  expect(revisions.add(0, [of("cell 1", "x"), of("a", "1", "era5")])).toEqual([]);
  expect(revisions.add(1, [of("cell 2", "y"), of("a", "1", "era5")])).toEqual([]);
  const [line, ...others] = revisions.add(2, [of("cell 1", "y"), of("cell 2", "z")]);
  expect(line).toMatch(/^weather: parts come from different revisions of live \(cell 1\): /);
  expect(others).toEqual([]);
  expect(revisions.add(3, [of("cell 1", "z")])).toEqual([]);
  expect(revisions.add(4, [of("a", "2", "era5")])).toHaveLength(1);
});

it("lists them for the manifest, with their parts where they differ, in an order that no worker decides", () => {
  const revisions = new WeatherRevisions();
  revisions.add(3, [of("b", "new"), of("a", "only")]);
  revisions.add(1, [of("b", "old"), of("a", "only")]);
  revisions.add(2, [of("b", "new")]);
  const single = new WeatherRevisions();
  for (const part of [2, 0]) single.add(part, [of("a", "only")]);
  expect(single.list).toEqual([{ source: "live", dataset: "a", revisions: [{ revision: "only" }] }]);
  expect(revisions.list).toEqual([
    { source: "live", dataset: "a", revisions: [{ revision: "only", parts: [1, 3] }] },
    {
      source: "live",
      dataset: "b",
      revisions: [
        { revision: "old", parts: [1] },
        { revision: "new", parts: [2, 3] },
      ],
    },
  ]);
});
