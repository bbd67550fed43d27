import { describe, expect, it } from "vitest";
import { openClimatology } from "../../src/data/climatology/index.js";
import { type Terrain, TerrainError, type TerrainHorizon } from "../../src/data/terrain/index.js";
import {
  computeObservation,
  createEngine,
  type EngineOptions,
  explain,
  type ObservationContext,
  type WeatherSeries,
} from "../../src/node.js";

const weather: WeatherSeries = {
  start: "2024-06-21T00:00Z",
  interval: 3600,
  columns: {
    global_horizontal_irradiance: Array.from({ length: 24 }, (_, h) => Math.max(0, 800 * Math.sin((h - 5) / 4.5))),
  },
};
const query = { lat: 46.5, lon: 8.1, frequency: "1_hour", parameters: "all", surface_tilt: 30, surface_azimuth: 180 };

/** A terrain of one height with one horizon, that counts what it is asked and knows nothing south of the equator. */
function terrainOf(height: number, elevation: number) {
  const asked = { horizon: 0, altitude: 0, closed: 0 };
  const known = (latitude: number) => {
    if (latitude < 0) throw new TerrainError("no data here", "tile.tif", "ERR_TERRAIN_NO_DATA");
  };
  const terrain: Terrain = {
    files: [],
    async horizon(latitude): Promise<TerrainHorizon> {
      asked.horizon++;
      known(latitude);
      return {
        azimuth: Array.from({ length: 360 }, (_, degree) => degree),
        elevation: new Array(360).fill(Math.round(elevation)),
        profile: new Float64Array(360).fill(elevation),
        covered: {} as TerrainHorizon["covered"],
        notices: [],
        attributions: [],
      };
    },
    async altitude(latitude) {
      asked.altitude++;
      known(latitude);
      return height;
    },
    ground: async () => ({ altitude: height, attributions: [], notices: [] }),
    memory: () => ({ bytes: 0, peak: 0, limit: 0 }),
    async close() {
      asked.closed++;
    },
  };
  return { terrain, asked };
}

describe("createEngine", () => {
  it("knows turbidity, altitude and standard time of a place without any file", async () => {
    const engine = await createEngine();
    const context = await engine.context(46.5, 8.1);
    expect(context.altitude).toBeGreaterThan(1000);
    expect(context.timeZone).toBe(1);
    const climatology = await openClimatology();
    expect(context.linkeTurbidity).toEqual(climatology.clearTurbidity(46.5, 8.1));
    expect(context.linkeTurbidity).not.toEqual(climatology.linkeTurbidity(46.5, 8.1));
    expect(context.horizon).toBeUndefined();
    const response = await engine.observe(query, weather);
    expect(response).toEqual(computeObservation(query, weather, context));
    expect(response.meta.time_zone).toBe(1);
    await engine.close();
  });

  it("has the altitude of the weather's place before the map's, and a given one before both", async () => {
    const engine = await createEngine();
    const station = { ...weather, place: { latitude: query.lat, longitude: query.lon, altitude: 1234 } };
    expect((await engine.observe(query, station)).meta.altitude).toBe(1234);
    const { altitude } = (
      await engine.observe(query, { ...station, place: { latitude: query.lat, longitude: query.lon } })
    ).meta;
    expect(altitude).toBe(Math.round((await openClimatology()).altitude(query.lat, query.lon)));
    const given = await createEngine({ context: { altitude: 50 } });
    expect((await given.observe(query, station)).meta.altitude).toBe(50);
    await Promise.all([engine.close(), given.close()]);
  });

  it("leaves the turbidity of an own climatology, and a given one, as they are", async () => {
    const months = [2, 2, 3, 3, 4, 4, 5, 5, 4, 3, 2, 2];
    const climatology = { linkeTurbidity: () => months, altitude: () => 10 };
    const own = await createEngine({ climatology });
    expect((await own.context(46.5, 8.1)).linkeTurbidity).toEqual(months);
    const given = await createEngine({ context: { linkeTurbidity: 5 } });
    expect((await given.context(46.5, 8.1)).linkeTurbidity).toBe(5);
  });

  it("says in the plan what turbidity it counts with", async () => {
    const engine = await createEngine();
    const context = await engine.context(46.5, 8.1);
    expect(explain(query, weather, "2024-06-21T12:00Z", context).plan.site.linkeTurbidity).toEqual(
      context.linkeTurbidity,
    );
  });

  it("remembers what it found, not what a caller made of it", async () => {
    const { terrain } = terrainOf(10, 5);
    const engine = await createEngine({ terrain });
    const first = await engine.context(46.5, 8.1);
    const [turbidity, horizon] = [first.linkeTurbidity, first.horizon] as [number[], Float64Array];
    turbidity.fill(9);
    horizon.fill(50);
    const second = await engine.context(46.5, 8.1);
    expect(second.linkeTurbidity).not.toContain(9);
    expect(second.horizon).toEqual(new Float64Array(360).fill(5));
  });

  it("takes altitude and horizon from the terrain, the line only for auto", async () => {
    const { terrain, asked } = terrainOf(1234, 12.5);
    const engine = await createEngine({ terrain });
    expect((await engine.observe(query, weather)).meta.altitude).toBe(1234);
    expect(asked.horizon).toBe(0);
    const shaded = await engine.observe({ ...query, horizon: "auto" }, weather);
    const context = await engine.context(46.5, 8.1);
    expect(context.horizon).toEqual(new Float64Array(360).fill(12.5));
    expect(shaded).toEqual(computeObservation({ ...query, horizon: "auto" }, weather, context));
    expect(asked).toEqual({ horizon: 1, altitude: 1, closed: 0 });
    await engine.close();
    expect(asked.closed, "what the caller opened stays open").toBe(0);
  });

  it("shares equal calls under way, remembers a bounded number of places, forgets failures", async () => {
    const { terrain, asked } = terrainOf(10, 0);
    const engine = await createEngine({ terrain, places: 2, timeZones: false });
    await Promise.all([engine.context(1, 1), engine.context(1, 1), engine.context(1, 1)]);
    expect(asked.horizon).toBe(1);
    await engine.context(2, 2);
    await engine.context(3, 3);
    await engine.context(1, 1);
    expect(asked.horizon, "place 1 was the oldest of three").toBe(4);
    for (let i = 0; i < 2; i++) await expect(engine.context(-1, 1)).rejects.toThrow(TerrainError);
    expect(asked.horizon).toBe(6);
  });

  it("outside the terrain: altitude from the grid, auto is an error that names the file", async () => {
    const { terrain } = terrainOf(10, 5);
    const engine = await createEngine({ terrain });
    const south = { ...query, lat: -33.9, lon: 18.9 };
    expect((await engine.observe(south, weather)).meta.altitude).not.toBe(10);
    await expect(engine.observe({ ...south, horizon: "auto" }, weather)).rejects.toThrow(/tile\.tif/);
  });

  it("a terrain that cannot be read is no terrain without data", async () => {
    const { terrain } = terrainOf(10, 5);
    const damaged = { ...terrain, altitude: () => Promise.reject(new TerrainError("is truncated", "tile.tif")) };
    const engine = await createEngine({ terrain: damaged });
    await expect(engine.observe(query, weather)).rejects.toThrow("tile.tif: is truncated");
  });

  it("auto without terrain is a RequestError", async () => {
    const engine = await createEngine({ climatology: false, timeZones: false });
    await expect(engine.observe({ ...query, horizon: "auto" }, weather)).rejects.toMatchObject({
      parameter: "horizon",
    });
  });

  it("the given context wins; models go by name", async () => {
    const engine = await createEngine({
      context: { altitude: 77, models: { transposition: "reindl" }, decimals: null },
    });
    const response = await engine.observe(query, weather);
    expect(response.meta.altitude).toBe(77);
    const undecided = await createEngine({ context: { altitude: undefined } as ObservationContext });
    expect((await undecided.context(46.5, 8.1)).altitude).toBeGreaterThan(1000);
    expect(response.values.global_tilted_irradiance?.some((value) => value !== Math.round(value! * 100) / 100)).toBe(
      true,
    );
  });

  it("knows local and standard time of a place", async () => {
    const engine = await createEngine();
    const first = async (more: object, series = weather) =>
      (await engine.observe({ ...query, parameters: "temperature", ...more }, series)).start_times[0];
    expect(await first({ time_zone: "local" })).toBe("2024-06-21T02:00:00+02:00");
    expect(await first({ time_zone: "standard" })).toBe("2024-06-21T01:00:00+01:00");
    expect(await first({ time_zone: "local", start: "2024-06-21T12:00" })).toBe("2024-06-21T12:00:00+02:00");
    const days = await engine.observe(
      { ...query, frequency: "1_day", time_zone: "local", start: "2024-06-21", end: "2024-06-22" },
      weather,
    );
    expect(days.end_times).toEqual(["2024-06-22T00:00:00+02:00"]);
    const given = await createEngine({ context: { timeZone: 5.75 } });
    const { start_times: times } = await given.observe({ ...query, time_zone: "standard" }, weather);
    expect(times[0]).toBe("2024-06-21T05:45:00+05:45");
    const none = await createEngine({ timeZones: false });
    await expect(none.observe({ ...query, time_zone: "local" }, weather)).rejects.toThrow(/parameter "time_zone"/);
  });

  it("refuses bad places and options", async () => {
    await expect(createEngine({ places: 0 })).rejects.toThrow(/places must be a whole number/);
    for (const [options, name] of [
      [{ places: "9" }, "createEngine: places"],
      [{ climatology: 5 }, "createEngine: climatology"],
      [{ timeZones: "no" }, "createEngine: timeZones"],
      [{ context: { altitude: "x" } }, "context.altitude"],
      [{ context: null }, "context"],
    ] as const) {
      const opened = createEngine(options as unknown as EngineOptions);
      await expect(opened, name).rejects.toThrow(TypeError);
      await expect(opened).rejects.toThrow(`${name} must be`);
    }
    const engine = await createEngine();
    await expect(engine.context(95, 0)).rejects.toThrow(/latitude must be from -90 to 90/);
    await expect(engine.context("45" as unknown as number, 10)).rejects.toThrow(TypeError);
  });
});
