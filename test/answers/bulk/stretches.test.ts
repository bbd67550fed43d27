/** Sites in the order of the pieces of files that their weather lies in: results as without, each piece together. */
import { describe, expect, test } from "vitest";
import { type Pending, SiteSource, Stretches, type TakenSites } from "../../../src/answers/bulk/sites/site-reader.js";
import type { BulkSite, SimulationOptions, SiteResult } from "../../../src/answers/bulk/types.js";
import { bulk } from "./dist.js";
import { days } from "./weather.js";

const { simulate } = bulk;

const LIMITS = { sites: 4, bytes: 1e9, ofPiece: 6, stretch: 12 };

function stretchesOf(sites: readonly BulkSite[]): Stretches {
  const options = { sites, load: undefined, rows: undefined, from: 0, done: () => false, deadline: 1e9 };
  return new Stretches(new SiteSource({ ...options, spec: {} as never }, new AbortController().signal));
}

async function allOf(stretches: Stretches, limits = LIMITS): Promise<TakenSites[]> {
  const taken: TakenSites[] = [];
  while (!stretches.ended) taken.push(await stretches.take(limits));
  return taken.filter(({ sites }) => sites.length > 0);
}

const siteAt = (weatherPiece?: number): BulkSite => ({
  lat: 46,
  lon: 7,
  ...(weatherPiece !== undefined && { weatherPiece }),
});
const pieces = (taken: readonly TakenSites[]) => taken.map(({ sites }) => sites.map(({ site }) => site.weatherPiece));
const places = (taken: readonly TakenSites[]) => taken.flatMap(({ sites }) => sites.map(({ index }: Pending) => index));

describe("stretches", () => {
  test("are sorted by piece, and those of a piece in the order of the list", async () => {
    const taken = await allOf(stretchesOf([3, 1, 3, 2, 1, 3, 2, 1, 3, 3, 3, 3].map(siteAt)));
    expect(places(taken)).toEqual([1, 4, 7, 3, 6, 0, 2, 5, 8, 9, 10, 11]);
    // Two small pieces together do not fit; a large one is cut where a batch ends.
    expect(pieces(taken)).toEqual([[1, 1, 1], [2, 2], [3, 3, 3, 3, 3, 3], [3]]);
    expect(new Set(taken.map(({ stretch }) => stretch)).size).toBe(1);
    expect(taken[0]!.stretch.sites).toBe(12);
  });

  test("end where memory does, and take what has no piece last", async () => {
    const sites = [9, undefined, 8, Number.NaN, 7].map(siteAt);
    const taken = await allOf(stretchesOf([...sites, ...[2, 1].map(siteAt)]), { ...LIMITS, stretch: 5 });
    expect(places(taken)).toEqual([4, 2, 0, 1, 3, 6, 5]);
    expect(taken.map(({ stretch }) => stretch.sites)).toEqual([5, 5, 2]);
  });

  test("of sites without pieces are batches in the order of the list", async () => {
    const taken = await allOf(stretchesOf(Array.from({ length: 10 }, () => siteAt())));
    expect(taken.map(({ sites, stretch }) => [sites.length, stretch.sites])).toEqual([
      [4, 4],
      [4, 4],
      [2, 2],
    ]);
    expect(places(taken)).toEqual([...Array(10).keys()]);
  });
});

/** Out of the memory that the threads use again. */
function copied(result: SiteResult): SiteResult {
  if (!result.ok) return result;
  const { columns, periods } = result;
  const ofAll = <T extends object>(arrays: T) =>
    Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, (values as Float64Array).slice()])) as T;
  return { ...result, columns: ofAll(columns), periods: periods && ofAll(periods) };
}

describe("simulate", () => {
  const sites = Array.from({ length: 300 }, (_, k) => ({
    lat: 40 + (k % 17),
    lon: (k * 7) % 50,
    place: (k * 31) % 23,
  }));
  const run = async (own: readonly BulkSite[], more: Partial<SimulationOptions> = {}) => {
    const results: SiteResult[] = [];
    const options = { weather: days(2), parameters: "direct_normal_irradiance,temperature", threads: 2 } as const;
    for await (const result of simulate({ sites: own, ...options, ...more })) results.push(result);
    return results;
  };

  test("gives the results of sites with pieces in the order of the list, bit for bit those without", async () => {
    const plain = await run(sites);
    const sorted = await run(sites.map((site) => ({ ...site, weatherPiece: site.place })));
    expect(sorted).toEqual(plain);
    expect(sorted.map(({ index }) => index)).toEqual([...sites.keys()]);
  });

  test("does so where sites fail, are skipped, and where memory is reused", async () => {
    const bad = sites.map((site, k) => ({ ...site, lat: k % 50 === 7 ? 99 : site.lat }));
    const own = { from: 20, done: (index: number) => index % 9 === 0, aggregate: "daily" } as const;
    const plain = await run(bad, own);
    const seen: unknown[] = [];
    const options = {
      weather: days(2),
      parameters: "direct_normal_irradiance,temperature",
      threads: 2,
      reuse: true,
    } as const;
    const pieced = bad.map((site) => ({ ...site, weatherPiece: -site.place }));
    for await (const result of simulate({ sites: pieced, ...options, ...own })) seen.push(copied(result));
    expect(seen).toEqual(plain);
    expect(plain.filter(({ ok }) => !ok)).toHaveLength(4);
  });

  test("can be left in the middle", async () => {
    let count = 0;
    const pieced = sites.map((site) => ({ ...site, weatherPiece: site.place }));
    for await (const { index } of simulate({
      sites: pieced,
      weather: days(2),
      parameters: "temperature",
      threads: 2,
    })) {
      expect(index).toBe(count);
      if (++count === 70) break;
    }
    expect(count).toBe(70);
  });
});
