/** Towns as people look for them. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findTowns, Gazetteer } from "../../explorer/place/gazetteer.js";
import { townOfZone } from "../../explorer/place/known-towns.js";
import { folded, type Match, type PackedTowns, spelledOut } from "../../explorer/place/towns.js";
import { names as german } from "../../explorer/texts/de/names.js";

/** The sets as the build has packed them for the page. */
const PAGE = new URL("../../dist/page/", import.meta.url);
const fileOf = (name: string) => readdirSync(PAGE).find((file) => new RegExp(`^${name}-\\w+\\.js$`).test(file));
const built = async (name: string) => (await import(new URL(fileOf(name) as string, PAGE).href)).default;
const packed: { readonly [Set in "large" | "medium" | "small"]: PackedTowns } = {
  large: await built("large"),
  medium: await built("medium"),
  small: await built("small"),
};
const lines: string = await built("zones");
let loaded: string[] = [];

function gazetteer(language = "en"): Gazetteer {
  const names = ["large", "medium", "small"] as const;
  return new Gazetteer(
    names.map((name) => async () => {
      loaded.push(name);
      return packed[name];
    }),
    language,
  );
}

/** Opened once for all that is looked up. */
const opened = new Map<string, Promise<Gazetteer>>();

async function openedIn(language: string): Promise<Gazetteer> {
  const known = gazetteer(language);
  await known.open(2);
  return known;
}

async function labels(text: string, language = "en"): Promise<string[]> {
  const opening = opened.get(language) ?? openedIn(language);
  opened.set(language, opening);
  const known = await opening;
  return (await known.search(text, 8)).map((match) => known.labelOf(match));
}

describe("names", () => {
  it.each([
    ["Zürich", "zurich"],
    ["  Saint-Étienne ", "saint etienne"],
    ["Gießen", "giessen"],
    ["Łódź", "lodz"],
    ["Ålesund", "alesund"],
    ["St. Gallen", "st gallen"],
    ["’s-Hertogenbosch", "s hertogenbosch"],
    ["Reykjavík", "reykjavik"],
    ["", ""],
  ])("of %s are compared as %s", (name, plain) => expect(folded(name)).toBe(plain));

  it("are also spelled without umlauts", () => {
    expect([spelledOut("Zürich"), spelledOut("Göteborg"), spelledOut("Bern")]).toEqual([
      "zuerich",
      "goeteborg",
      undefined,
    ]);
  });
});

describe("towns", () => {
  it.each([
    ["Zürich", "Zürich, Zurich, Switzerland"],
    ["zurich", "Zürich, Zurich, Switzerland"],
    ["ZUERICH", "Zürich, Zurich, Switzerland"],
    ["Zuer", "Zürich, Zurich, Switzerland"],
    ["Wien", "Wien (Vienna), Austria"],
    ["Muenchen", "München (Munich), Bavaria, Germany"],
    ["Köln", "Köln, North Rhine-Westphalia, Germany"],
    ["Bozen", "Bozen (Bolzano), Trentino-Alto Adige, Italy"],
    ["gallen", "Sankt Gallen, Saint Gallen, Switzerland"],
    ["Paris", "Paris, Île-de-France, France"],
    ["Paris, Texas", "Paris, Texas, United States"],
    ["paris us", "Paris, Tennessee, United States"],
    ["springfield mo", "Springfield, Missouri, United States"],
    ["Springfield, Missouri, US", "Springfield, Missouri, United States"],
    ["Bern", "Bern, Switzerland"],
    ["York", "York, England, United Kingdom"],
    ["Horgen", "Horgen, Zurich, Switzerland"],
    ["Wagga Wagga", "Wagga Wagga, New South Wales, Australia"],
    ["Tromso", "Tromsø, Norway"],
    ["Apia", "Apia, Tuamasaga, Samoa"],
    ["La Paz", "La Paz, La Paz Department, Bolivia"],
    ["Quito", "Quito, Pichincha, Ecuador"],
  ])("are found by %s", async (text, first) => {
    const found = await labels(text);
    if (text === "paris us") expect(found[0]).toMatch(/^Paris, .*, United States$/);
    else expect(found[0]).toBe(first);
  });

  it("have countries in the language of the page, and are found by either name of one", async () => {
    expect((await labels("Wien", "de"))[0]).toBe("Wien (Vienna), Österreich");
    expect((await labels("Paris, Vereinigte Staaten", "de"))[0]).toMatch(/Vereinigte Staaten$/);
    expect((await labels("Paris, United States", "de"))[0]).toMatch(/Vereinigte Staaten$/);
  });

  it("have regions in the language of the page, and are found by either name of one", async () => {
    const known = new Gazetteer([async () => packed.large], "de", async () => ({ ...german, towns: {} }));
    const label = async (text: string) => known.labelOf((await known.search(text, 1))[0] as Match);
    expect(await label("München, Bayern")).toBe("München (Munich), Bayern, Deutschland");
    expect(await label("München, Bavaria")).toBe("München (Munich), Bayern, Deutschland");
    expect(await label("Zürich")).toBe("Zürich, Schweiz");
    expect(await label("Wien")).toBe("Wien (Vienna), Österreich");
    expect(await label("Oradea")).toBe("Oradea, Bihor, Rumänien");
  });

  it("keep their name where it is another town's in that language", async () => {
    const known = new Gazetteer([async () => packed.large], "de", async () => german);
    const label = async (text: string) => known.labelOf((await known.search(text, 1))[0] as Match);
    expect(await label("Naples, Florida")).toBe("Naples, Florida, Vereinigte Staaten");
    expect(await label("Napoli")).toBe("Napoli (Neapel), Kampanien, Italien");
    expect(await label("Rom")).toBe("Rom, Latium, Italien");
  });

  it("have German names for towns and regions that are there", () => {
    const regions = new Set(packed.large.regions.split("\n").map((line) => line.split("\t")[1]));
    const towns = new Set([packed.large, packed.medium].flatMap(({ names }) => names.split("\n")));
    expect(Object.keys(german.regions).filter((name) => !regions.has(name))).toEqual([]);
    expect(Object.keys(german.towns).filter((name) => !towns.has(name))).toEqual([]);
  });

  it("of the same name are told apart by region and country", async () => {
    const found = await labels("Springfield");
    expect(found.length).toBe(8);
    expect(new Set(found).size).toBe(8);
  });

  it("lie where they are, as high as they are", async () => {
    const known = gazetteer();
    for (const [name, lat, lon, altitude] of [
      ["Zürich", 47.367, 8.55, 430],
      ["Sydney", -33.868, 151.207, 60],
      ["Quito", -0.23, -78.525, 2850],
      ["Suva", -18.142, 178.441, 10],
      ["Apia", -13.833, -171.767, 0],
      ["Jericho", 31.867, 35.45, -230],
    ] as const) {
      const [match] = await known.search(name, 1);
      expect([name, match?.town.lat, match?.town.lon]).toEqual([name, expect.closeTo(lat, 1), expect.closeTo(lon, 1)]);
      expect(Math.abs((match?.town.altitude ?? 9999) - altitude), name).toBeLessThanOrEqual(60);
    }
  });

  it("are loaded set by set: the smallest ones only where the others have no such name", async () => {
    loaded = [];
    const known = gazetteer();
    expect((await known.search("Berlin", 1))[0]?.name).toBe("Berlin");
    expect(loaded).toEqual(["large"]);
    const village = packed.small.names.split("\n").find((name) => /^[A-Z][a-z]{11,}$/.test(name)) as string;
    expect((await known.search(village, 8)).map(({ name }) => name)).toContain(village);
    expect(loaded).toEqual(["large", "medium", "small"]);
    expect(await known.search("qqqqqq", 8)).toEqual([]);
    expect(await known.search(" ,; ", 8)).toEqual([]);
  });

  it("that could not be loaded are tried again", async () => {
    let tries = 0;
    const flaky = new Gazetteer(
      [
        async () => {
          if (tries++ === 0) throw new Error("offline");
          return packed.large;
        },
      ],
      "en",
    );
    await expect(flaky.search("Berlin", 1)).rejects.toThrow("offline");
    expect((await flaky.search("Berlin", 1)).length).toBe(1);
  });

  it("name the places near them, over the date line, too, and none in the ocean", async () => {
    const known = gazetteer();
    expect(known.near(47.26, 8.6)).toBeUndefined();
    await known.open(2);
    const nameOf = (lat: number, lon: number) => [known.near(lat, lon)?.town.name, known.near(lat, lon)?.isInside];
    expect(nameOf(47.26, 8.6)).toEqual(["Horgen", true]);
    expect(nameOf(47.3769, 8.5417)).toEqual(["Zürich", true]);
    expect(nameOf(47.24, 8.63)).toEqual(["Au", false]);
    expect(nameOf(-17.79, -179.99)[0]).not.toBe("Zürich");
    expect(known.near(-40, -140)).toBeUndefined();
    expect(known.within({ south: -20, north: -15, west: 175, east: 182 }, 3).map(({ name }) => name)).toContain("Suva");
  });

  it.each([
    ["Bahnhofstrasse 1, Zürich", "Zürich", true],
    ["8001 Zürich", "Zürich", true],
    ["Bahnhofstr. 1a, CH-8001 Zuerich, Schweiz", "Zürich", true],
    ["Zürich, Bahnhofstrasse 1", "Zürich", true],
    ["Am Markt 3, D-07743 Jena", "Jena", true],
    ["10 Downing Street, London SW1A 2AA", "London", true],
    ["10 Downing Street London", "London", true],
    ["1600 Pennsylvania Avenue NW, Washington, DC 20500, USA", "Washington", true],
    ["12 rue de Rivoli, 75004 Paris, France", "Paris", true],
    ["Zürich", "Zürich", false],
    ["Paris, Texas", "Paris", false],
    ["Neu-Delhi", "New Delhi", false],
    ["東京", "Tokyo", false],
    ["Москва", "Moscow", false],
    ["القاهرة", "Cairo", false],
    ["서울", "Seoul", false],
    ["Αθήνα", "Athens", false],
    ["Londra", "London", false],
    ["Moscú", "Moscow", false],
    ["Pékin", "Beijing", false],
    ["Ginebra", "Genève", false],
    ["Bâle", "Basel", false],
    ["Monaco", "Monaco", false],
    ["Quellenstrasse 12, Qqqqqq", undefined, false],
    ["12345", undefined, false],
    ["qqqqqq 1", undefined, false],
  ])("of an address are found behind street and number: %s", async (text, name, isOfAddress) => {
    const known = await (opened.get("de") ?? opened.set("de", openedIn("de")).get("de"));
    const found = await findTowns(text, 8, known);
    expect([found.matches[0]?.town.name, found.isOfAddress]).toEqual([name, isOfAddress]);
  });

  it("keep their name in a link as long as they lie there", async () => {
    const known = gazetteer();
    const isElsewhere = (name: string, lat: number, lon: number) => known.isElsewhere(name, { lat, lon });
    expect(await isElsewhere("Zürich", 25, 20)).toBe(true);
    expect(await isElsewhere("zuerich", 47.4, 8.5)).toBe(false);
    expect(await isElsewhere("Davos", 46.8, 9.83)).toBe(false);
    expect(await isElsewhere("Davos", -46.8, 9.83)).toBe(true);
    expect(await isElsewhere("Suva", -18.14, -181.56)).toBe(false);
    // A name of many towns, and names of none.
    const [lat, lon] = [43.298, -72.482];
    expect(await isElsewhere("Springfield", lat, lon)).toBe(false);
    for (const name of ["Mein Dach", "near Zürich", "", "…"]) expect(await isElsewhere(name, 25, 20)).toBe(false);
  });

  it("are those of a time zone by its name, whichever the browser has", () => {
    const town = (zone: string) => townOfZone(lines, zone)?.name;
    expect(townOfZone(lines, "Europe/Zurich")).toEqual({ name: "Zürich", lat: 47.37, lon: 8.55, altitude: 430 });
    expect(["Asia/Calcutta", "Asia/Kolkata", "Europe/Kiev", "Pacific/Apia"].map(town)).toEqual([
      "Mumbai",
      "Mumbai",
      "Kyiv",
      "Apia",
    ]);
    expect(["Etc/UTC", "Nowhere/None", "Antarctica/Troll"].map(town)).toEqual([undefined, undefined, undefined]);
  });

  it("have names that do not break the search, whatever is typed", async () => {
    const known = gazetteer();
    await known.open(1);
    for (const text of ["\n", "a\nb", "(", ".*", "x".repeat(10_000), "a ".repeat(500), "\u0000", "ℵ", "…", ",,,,"])
      expect(Array.isArray(known.lookUp(text, 8))).toBe(true);
  });
});
