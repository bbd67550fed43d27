/** The piece of files that the weather of a place lies in, for an order in which each piece is read once. */
import { expect, it } from "vitest";
import { pieceOf } from "../src/cf/cf-source.js";
import type { Group } from "../src/cf/dataset.js";
import { describedSource } from "../src/description/open-all.js";
import { openArchive, type Place, type WeatherSource } from "../src/index.js";

it("is the chunk of those side by side, in the order of their dimensions", () => {
  const array = { dimensions: ["time", "latitude", "longitude"], shape: [9, 10, 21], chunks: [9, 4, 8] };
  const group = { variables: [{ array }], horizontal: ["latitude", "longitude"] } as unknown as Group;
  const piece = (...at: number[]) => pieceOf(group, { at, latitude: 0, longitude: 0, distanceKm: 0 });
  expect([piece(0, 0), piece(3, 7), piece(0, 8), piece(0, 20), piece(4, 0), piece(9, 20)]).toEqual([0, 0, 1, 2, 3, 8]);
});

const source = (id: string, of: ((place: Place) => Promise<number | undefined>) | undefined): WeatherSource => ({
  id,
  offer: async () => [],
  read: async () => [],
  ...(of !== undefined && { pieceOf: of }),
  close: async () => {},
});
const at = (latitude: number) => ({ latitude, longitude: 7 });

it("is of the first source that has one there, within the bounds of its description", async () => {
  const bounds = { south: 40, north: 50, west: 0, east: 10 };
  const near = describedSource(
    source("near", async () => 5),
    "near",
    { bounds },
  );
  const far = describedSource(
    source("far", async ({ latitude }) => (latitude < 0 ? undefined : 5)),
    "other",
    {},
  );
  const archive = openArchive({ sources: [source("station", undefined), near, far] });
  const [inside, outside, nowhere] = await Promise.all([45, 55, -5].map((latitude) => archive.pieceOf(at(latitude))));
  expect(nowhere).toBeUndefined();
  expect(inside! < outside! && Number.isSafeInteger(outside)).toBe(true);
  expect(await archive.pieceOf(at(46))).toBe(inside);
});

it("is not known of a source that fails, or takes too long, which is said", async () => {
  const broken = openArchive({ sources: [source("broken", () => Promise.reject(new Error("torn")))] });
  await expect(broken.pieceOf(at(45))).rejects.toThrow("torn");
  const slow = openArchive({ sources: [source("slow", () => new Promise(() => {}))], timeout: 20 });
  await expect(slow.pieceOf(at(45))).rejects.toThrow("the source slow took longer than 0.02 s");
  await expect(slow.pieceOf(at(45), { signal: AbortSignal.abort(new Error("left")) })).rejects.toThrow("left");
});
