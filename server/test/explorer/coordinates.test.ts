/** Places as people type and paste them. */
import { describe, expect, it } from "vitest";
import { readCoordinates, readLink } from "../../explorer/place/coordinates.js";
import { readPlace } from "../../explorer/place/gazetteer.js";

const read = (text: string, language = "en") => readPlace(text, language);
const at = (lat: number, lon: number) => ({ point: { lat, lon } });

describe("coordinates", () => {
  it.each([
    ["52.52, 13.40", 52.52, 13.4],
    ["52,52 13,40", 52.52, 13.4],
    ["52,52; 13,40", 52.52, 13.4],
    ["52,52,13,40", 52.52, 13.4],
    ["52,52, 13,40", 52.52, 13.4],
    ["52.52,13.40", 52.52, 13.4],
    ["52,13.5", 52, 13.5],
    ["52,13", 52, 13],
    ["-33.87 151.21", -33.87, 151.21],
    ["−33.87 / 151.21", -33.87, 151.21],
    ["(47.4, 8.5)", 47.4, 8.5],
    ["47.4 N, 8.5 E", 47.4, 8.5],
    ["47.4N 8.5E", 47.4, 8.5],
    ["N47.4 E8.5", 47.4, 8.5],
    ["N 47.4, E 8.5", 47.4, 8.5],
    ["8.5 E, 47.4 N", 47.4, 8.5],
    ["47.4 N 8.5", 47.4, 8.5],
    ["47.4, 8.5 E", 47.4, 8.5],
    ["33.87 S, 70.65 W", -33.87, -70.65],
    ["47°24'N 8°30'E", 47.4, 8.5],
    ["47°24′N 8°30′E", 47.4, 8.5],
    ["47°24' 8°30'", 47.4, 8.5],
    [`47° 24' 36.5" N, 8° 30' E`, 47.410139, 8.5],
    [`47° 24' 36,5" N, 8° 30' 0" E`, 47.410139, 8.5],
    ["47 24 36 N 8 30 0 E", 47.41, 8.5],
    ["47 24 36, 8 30 0", 47.41, 8.5],
    ["47 24 8 30", 47.4, 8.5],
    ["47° 24'' N".replace("24''", "24' 0''") + " 8° 30' E", 47.4, 8.5],
    ["47.4° north, 8.5° east", 47.4, 8.5],
    ["47,4° Nord, 8,5° Ost", 47.4, 8.5],
    ["Lat: 47.4, Lon: 8.5", 47.4, 8.5],
    ["lat=47.4&lon=8.5", 47.4, 8.5],
    ["Breite 47,4° N, Länge 8,5° E", 47.4, 8.5],
    ["0° 30' S 0° 15' W", -0.5, -0.25],
    ["-0° 30', -0° 15'", -0.5, -0.25],
    ["47.4 N, 8.5 Ouest", 47.4, -8.5],
    ["90, 180", 90, 180],
    ["0 0", 0, 0],
  ])("are read from %s", (text, lat, lon) => {
    expect(read(text)).toEqual(at(lat, lon));
  });

  it("have O for east in German, and in no other language", () => {
    expect(read("47,4 N, 8,5 O", "de")).toEqual(at(47.4, 8.5));
    expect(read("47°24'N 8°30'O", "de")).toEqual(at(47.4, 8.5));
    expect(read("47.4 N, 8.5 O")).toEqual({ refusal: { why: "letter O" } });
  });

  it.each([
    ["91, 10", { why: "range", axis: "lat", value: 91 }],
    ["10, 181", { why: "range", axis: "lon", value: 181 }],
    ["10, -180.1", { why: "range", axis: "lon", value: -180.1 }],
    ["95 N 10 E", { why: "range", axis: "lat", value: 95 }],
    ["190 E 10 N", { why: "range", axis: "lon", value: 190 }],
    ["52.5", { why: "half" }],
    ["52.5 N", { why: "half" }],
    ["52.5,", { why: "half" }],
    ["52°30'", { why: "half" }],
    ["47 24 36", { why: "doubt" }],
    ["47.5 24 8 30", { why: "doubt" }],
    ["47°24.5'30\" N 8° E", { why: "doubt" }],
    ["-47.4 N, 8.5 E", { why: "doubt" }],
    ["47.4 N, 8.5 N", { why: "twice" }],
    ["47.4 E 8.5 W", { why: "twice" }],
    ["47°60' N 8° E", { why: "minutes", value: 60 }],
    ["47 24 75, 8 30 0", { why: "minutes", value: 75 }],
  ])("are refused in %s", (text, refusal) => {
    expect(read(text)).toEqual({ refusal });
  });

  it.each(["", "Zürich", "47 Ronin", "N", "route 66", "{}", "12 apostles", "°", "[8.5, 47.4]"])(
    "are not in %s",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it("come back from every form in which they are written, at 1,000 places", () => {
    const random = seeded(7);
    const misread: string[] = [];
    for (let i = 0; i < 1000; i++) {
      const [lat, lon] = [rounded(random() * 180 - 90), rounded(random() * 360 - 180)];
      for (const [text, language, digits] of formsOf(lat, lon)) {
        const reading = readPlace(text, language);
        const isNear = (read: number, written: number) => Math.abs(read - written) <= digits;
        if (!reading || !("point" in reading) || !isNear(reading.point.lat, lat) || !isNear(reading.point.lon, lon))
          misread.push(text);
      }
    }
    expect(misread).toEqual([]);
  });

  it("take no place out of hostile text, and no time", () => {
    const pieces = [
      "47.4",
      "8.5",
      ",",
      " ",
      "°",
      "'",
      "N",
      "E",
      "+",
      "-",
      ".",
      "1",
      "e9",
      "\u202e",
      "𝟜",
      "!3d",
      "@",
      "://",
      "\0",
    ];
    const random = seeded(11);
    for (let i = 0; i < 2000; i++) {
      const length = Math.floor(random() * 40);
      const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join("");
      const reading = read(text);
      if (reading && "point" in reading) {
        expect(Math.abs(reading.point.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(reading.point.lon)).toBeLessThanOrEqual(180);
      }
    }
    for (const piece of ["1", "1 ", "1,", "N", "°", "1°", "-", "a.", "/", "https://", "!3d1!4d"])
      read(piece.repeat(100_000));
  });
});

describe("links and codes", () => {
  it.each([
    ["https://www.google.com/maps/@47.4,8.5,15z", 47.4, 8.5],
    [
      "https://www.google.com/maps/place/X/@47.0,8.0,17z/data=!3m1!4b1!4m6!3m5!1s0x47:0x1!8m2!3d47.3769!4d8.5417!16zL20",
      47.3769,
      8.5417,
    ],
    ["https://maps.google.com/?q=47.4,8.5", 47.4, 8.5],
    ["https://maps.google.com/maps?q=47.4%2C+8.5&z=12", 47.4, 8.5],
    ["https://www.google.com/maps/search/?api=1&query=47.4%2C8.5", 47.4, 8.5],
    ["https://www.google.com/maps?ll=-33.87,151.21", -33.87, 151.21],
    ["google.com/maps/place/47.4,8.5", 47.4, 8.5],
    ["https://www.openstreetmap.org/#map=15/47.4/8.5", 47.4, 8.5],
    ["https://www.openstreetmap.org/?mlat=47.41&mlon=8.51#map=15/47.4/8.5", 47.41, 8.51],
    ["https://maps.apple.com/?ll=47.4,8.5&q=Home", 47.4, 8.5],
    ["https://maps.apple.com/place?coordinate=47.4,8.5", 47.4, 8.5],
    ["https://www.bing.com/maps?cp=47.4~8.5&lvl=12", 47.4, 8.5],
    ["https://re.jrc.ec.europa.eu/pvg_tools/en/?lat=47.4&lon=8.5&raddatabase=x", 47.4, 8.5],
    ["http://localhost:8080/#lat=47.4&lon=8.5&kwp=5", 47.4, 8.5],
    ["geo:47.4,8.5", 47.4, 8.5],
    ["geo:47.4,8.5;u=20", 47.4, 8.5],
    ["geo:0,0?q=47.4,8.5(Home)", 47.4, 8.5],
    ["8FVC9G8F+6X", 47.365562, 8.524937],
    ["8fvc9g8f+6xq", 47.365588, 8.524984],
    ["849VCWC8+R9", 37.422062, -122.084063],
  ])("are read from %s", (text, lat, lon) => {
    const { point } = read(text) as { point: { lat: number; lon: number } };
    expect([point.lat, point.lon]).toEqual([expect.closeTo(lat, 4), expect.closeTo(lon, 4)]);
  });

  it("bring the altitude that a geo address has", () => {
    expect(read("geo:47.4,8.5,430")).toEqual({ point: { lat: 47.4, lon: 8.5, altitude: 430 } });
  });

  it.each([
    ["https://www.google.com/maps/@95,8.5,15z", { why: "range", axis: "lat", value: 95 }],
    ["https://maps.app.goo.gl/abcDEF", { why: "short link" }],
    ["https://www.google.com/maps/place/Z%C3%BCrich", { why: "link" }],
    ["https://example.org/", { why: "link" }],
    ["///filled.count.soap", { why: "three words" }],
    ["filled.count.soap", { why: "three words" }],
    ["https://w3w.co/filled.count.soap", { why: "three words" }],
    ["9G8F+6X Zürich", { why: "short code" }],
    ["geo:47.4", { why: "half" }],
  ])("are refused in %s", (text, refusal) => {
    expect(read(text)).toEqual({ refusal });
  });

  it("are left alone by the other reader", () => {
    expect(readLink("47.4, 8.5")).toBeUndefined();
    expect(readCoordinates("https://maps.google.com/?q=47.4,8.5", "en")).toBeUndefined();
  });
});

/** Every form, its language, and the degrees that its last digit is worth. */
function formsOf(lat: number, lon: number): [text: string, language: string, digits: number][] {
  const [ns, ew] = [lat < 0 ? "S" : "N", lon < 0 ? "W" : "E"];
  const [y, x] = [Math.abs(lat), Math.abs(lon)];
  const comma = (value: number) => String(value).replace(".", ",");
  const exact = 1e-9;
  return [
    [`${lat}, ${lon}`, "en", exact],
    [`${lat} ${lon}`, "en", exact],
    [`${lat};${lon}`, "en", exact],
    [`${comma(lat)}; ${comma(lon)}`, "de", exact],
    [`${comma(lat)} ${comma(lon)}`, "de", exact],
    [`${y} ${ns}, ${x} ${ew}`, "en", exact],
    [`${ns}${y} ${ew}${x}`, "en", exact],
    [`${x}° ${ew} ${y}° ${ns}`, "en", exact],
    [`${comma(y)}° ${ns}, ${comma(x)}° ${lon < 0 ? "W" : "O"}`, "de", exact],
    [`lat ${lat} lon ${lon}`, "en", exact],
    [`${minutes(y)}${ns} ${minutes(x)}${ew}`, "en", 1e-6],
    [`${seconds(y)} ${ns}, ${seconds(x)} ${ew}`, "en", 1e-6],
    [`${seconds(y).replace(/[°'"]/g, "")} ${ns} ${seconds(x).replace(/[°'"]/g, "")} ${ew}`, "en", 1e-6],
    [`geo:${lat},${lon}`, "en", exact],
    [`https://www.google.com/maps/@${lat},${lon},15z`, "en", exact],
    [`https://www.openstreetmap.org/#map=15/${lat}/${lon}`, "en", exact],
    [`https://www.bing.com/maps?cp=${lat}~${lon}`, "en", exact],
  ];
}

function minutes(degrees: number): string {
  const whole = Math.floor(degrees);
  return `${whole}°${((degrees - whole) * 60).toFixed(5)}'`.replace("60.00000'", "59.99999'");
}

function seconds(degrees: number): string {
  const all = Math.round(degrees * 3600 * 1000) / 1000;
  const [d, m] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)];
  return `${d}° ${m}' ${(all - d * 3600 - m * 60).toFixed(3)}"`;
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(5));
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
