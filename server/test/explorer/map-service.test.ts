/** Pictures of a map service in the page's map: as the operator sets it, and else no other host at all. */
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { docs, explorer } from "../../src/http/docs.js";
import { readSettings } from "../../src/read-settings.js";
import { settingsWith } from "../../src/settings.js";

const TILES = "https://tiles.example.org:8443/osm/{z}/{x}/{y}.png?key=a1";
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function page(tiles?: string, attribution?: string): Promise<FastifyInstance> {
  app = fastify();
  await app.register(explorer, { tiles, attribution });
  await app.ready();
  return app;
}

async function policyOf(page: FastifyInstance): Promise<string> {
  return String((await page.inject("/")).headers["content-security-policy"]);
}

describe("the page's map", () => {
  it("has no map service by default, and may ask nobody but this server", async () => {
    const plain = await page();
    expect((await plain.inject("/explorer/map.json")).json()).toEqual({});
    expect(await policyOf(plain)).toContain("img-src 'self' data:;");
    expect(await policyOf(plain)).not.toContain("http");
  });

  it("may have pictures from the host that is set, and from no other", async () => {
    const set = await page(TILES, "© OpenStreetMap contributors");
    const { headers, body } = await set.inject("/explorer/map.json");
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(body)).toEqual({ tiles: TILES, attribution: "© OpenStreetMap contributors" });
    const policy = await policyOf(set);
    expect(policy).toContain("img-src 'self' data: https://tiles.example.org:8443;");
    expect(policy.match(/https?:/g)?.length).toBe(1);
    expect(policy).toContain("connect-src 'self';");
  });

  it("names the host where nothing else was set", async () => {
    const set = await page(TILES);
    expect((await set.inject("/explorer/map.json")).json().attribution).toBe("tiles.example.org:8443");
  });
});

describe("--frame-ancestors", () => {
  const framed = async (frames?: readonly string[]) => {
    app = fastify();
    const given = frames === undefined ? {} : { frames };
    await app.register(explorer, given);
    await app.register(docs, given);
    const policies = await Promise.all(
      ["/", "/docs/"].map(async (path) => (await app!.inject(path)).headers["content-security-policy"]),
    );
    return policies.map((policy) => /frame-ancestors ([^;]*)$/.exec(String(policy))?.[1]);
  };

  it("says who may show the page and the reference in a frame: nobody by default", async () => {
    expect(await framed()).toEqual(["'none'", "'none'"]);
    await app?.close();
    const frames = readSettings(["--frame-ancestors", "self", "--frame-ancestors", "https://ha.example.org:8123"], {})[
      "frame-ancestors"
    ];
    expect(await framed(frames)).toEqual(Array(2).fill("'self' https://ha.example.org:8123"));
    expect(readSettings([], { IRRADIANCE_FRAME_ANCESTORS: "self,http://192.168.1.2:8123" })["frame-ancestors"]).toEqual(
      ["'self'", "http://192.168.1.2:8123"],
    );
  });

  it.each([
    "'self'",
    "none",
    "*",
    "https://*.example.org",
    "https://a.org/path",
    "https://a.org;script-src *",
    "a.org",
    "https://a.org b",
    "data:",
    "",
  ])("refuses %j", (text) =>
    expect(() => readSettings(["--frame-ancestors", text], {})).toThrow(
      'setting "frame-ancestors" must be self, or an origin',
    ),
  );
});

describe("--map-tiles", () => {
  it.each([
    TILES,
    "https://a.example/{y}/{x}/{z}.webp",
    "http://localhost:9000/{z}/{x}/{y}",
    "http://127.0.0.1/{z}/{x}/{y}",
  ])("takes %s", (tiles) => expect(readSettings(["--map-tiles", tiles], {})["map-tiles"]).toBe(tiles));

  it.each([
    "",
    "tiles.example.org",
    "https://tiles.example.org/{z}/{x}.png",
    "https://tiles.example.org/{z}/{z}/{x}/{y}.png",
    "https://{z}.example.org/{x}/{y}.png",
    "https://{x}/{y}/{z}",
    "http://tiles.example.org/{z}/{x}/{y}.png",
    "javascript:alert(1)//{z}/{x}/{y}",
    "data:image/png,{z}{x}{y}/",
    "//tiles.example.org/{z}/{x}/{y}.png",
    "https://user:secret@tiles.example.org/{z}/{x}/{y}.png",
    "https://tiles.example.org/{z}/{x}/{y}.png; script-src *",
    "https://tiles.example.org/{z}/{x}/{y}.png\nscript-src *",
    "https://*.example.org/{z}/{x}/{y}.png",
    "https://tiles.example.org/{z}/{x}/{y}.png'",
    `https://tiles.example.org/{z}/{x}/{y}/${"a".repeat(2000)}`,
    "https://tiles.exämple.org/{z}/{x}/{y}.png",
    "ftp://tiles.example.org/{z}/{x}/{y}.png",
  ])("refuses %j with words", (tiles) => {
    const message = 'setting "map-tiles" must be an address (https://…) with {z}, {x} and {y} in its path, got ';
    expect(() => readSettings(["--map-tiles", tiles], {})).toThrow(message + JSON.stringify(tiles));
  });

  it("is needed for an attribution", () => {
    expect(() => settingsWith({ "map-attribution": "© me" })).toThrow('"map-attribution" needs "map-tiles"');
    expect(settingsWith({ "map-attribution": "© me", "map-tiles": TILES })["map-attribution"]).toBe("© me");
    expect(() => readSettings(["--map-attribution", " "], {})).toThrow("a non-empty text");
  });
});
