/** The state in the address, and the requests and lines that it stands for. */
import { describe, expect, it } from "vitest";
import { linesOf } from "../../explorer/request/lines.js";
import {
  extended,
  isComplete,
  isSame,
  priceClass,
  pricedAs,
  requestOf,
  written,
} from "../../explorer/request/request.js";
import { unreadText } from "../../explorer/rooms/header.js";
import { DEMO_KEY as OF_THE_PAGE } from "../../explorer/service/service.js";
import { hashOf, lacksPlace, stateOf, unreadOf } from "../../explorer/state/address.js";
import { monthlyGaps, parseTwelve, twelveOf } from "../../explorer/state/lists.js";
import {
  ENDPOINT_PATHS,
  endpointOf,
  FIRST,
  fitted,
  isPosted,
  ROOMS,
  type State,
  Store,
} from "../../explorer/state/state.js";
import { DEMO_KEY } from "../../src/http/callers.js";
import { DOCUMENT, deref, type Parameter } from "../contract/document.js";

const ODD: State = {
  ...FIRST,
  room: "data",
  language: "de",
  lat: -33.5,
  lon: 151.25,
  name: "São Tomé & Sons, #1",
  altitude: "-12.5",
  roof_plane: "best",
  kwp: 9.86,
  losses: "12",
  dc_ac: "1.1",
  ...{ size_in: "m2", house: "4500", tariff: "0.32", feed_in: "0.08", cost: "16000", battery: "10", currency: "CHF" },
  roof_weather: "history",
  years: "2005-2020",
  system: '{"planes":[{"kwp":1}]}',
  endpoint: "observation/historical",
  start: "2024-01-01T00:00Z",
  end: "2025-01-01T00:00Z",
  monthly_ghi: "39,70,118,165,200,221,222,188,139,84,46,32",
  monthly_temperature: "-0.3,1.4,5.5,9.1,13.6,17,19,18.4,14.3,9.9,4.5,1.2",
  irradiance_unit: "kWh/m2/month",
  frequency: "1_hour",
  parameters: ["temperature", "global_horizontal_irradiance"],
  surface_tilt: 12.5,
  surface_azimuth: 0,
  horizon: "auto",
  more: "a=b&c=d e",
  view: "heat-map",
  column: "temperature",
  date: "2024-06-21",
  zone: "utc",
  units: "energy",
  theme: "dark",
  zoom: "2024-02-01T00:00Z,2024-03-01T00:00Z",
  hidden: ["temperature"],
  pins: "lat=1;lat=2",
  client: "Huber & Söhne, #2",
  project: "Dach = Süd",
  author: "Ana",
  note: "50 % of it\nlater",
  data: "years",
  map: "yield",
};

describe("the address", () => {
  it("is empty for the first view", () => expect(hashOf(FIRST)).toBe(""));

  it("brings every part of a state back", () => {
    expect(Object.keys(FIRST).filter((name) => FIRST[name as keyof State] === ODD[name as keyof State])).toEqual([
      "year",
      "tracking_mode",
    ]);
    expect(stateOf(hashOf(ODD))).toEqual(ODD);
    const tracked: State = { ...FIRST, room: "light", endpoint: "climate/amy", year: "2024", tracking_mode: "1_axis" };
    expect(stateOf(hashOf(tracked))).toEqual(tracked);
  });

  it.each([
    ["", "roof"],
    ["#lat=47.4&lon=8.5", "roof"],
    ["#view=sun-path", "sun"],
    ["#endpoint=forecast/basic&view=forecast", "forecast"],
    ["#view=account", "account"],
    ["#endpoint=climate/amy&view=months", "light"],
    ["#endpoint=observation/historical", "history"],
    ["#start=-2days", "light"],
    ["#room=data&endpoint=observation/historical", "data"],
  ])("of a link without a room leads to the room that has what it shows: %s, %s", (hash, room) => {
    expect(stateOf(hash).room).toBe(room);
    expect(unreadOf(hash)).toEqual([]);
  });

  it("leaves what cannot be as it is at first", () => {
    const hash =
      "#lat=91&lon=x&endpoint=account&view=none&horizon=1,2&parameters=,A&irradiance_unit=MJ&date=2024-13-01&zone=cet&theme=red&key=irr_secret";
    expect(stateOf(hash)).toEqual(FIRST);
    expect(unreadOf(hash)).toEqual([
      ...["lat=91", "lon=x", "endpoint=account", "view=none", "horizon=1,2", "parameters=,A"],
      ...["irradiance_unit=MJ", "date=2024-13-01", "zone=cet", "theme=red", "key"],
    ]);
  });

  it.each(["#lat=95&lon=8.5", "#lat=47.4&lon=x", "#lat=&lon=8.5", "#lon=181", "#lat=47.4"])(
    "with a place of which a part cannot be read takes nothing of the place: %s",
    (hash) => {
      expect(lacksPlace(hash)).toBe(true);
      expect(stateOf(`${hash}&surface_tilt=12`)).toEqual({ ...FIRST, surface_tilt: 12 });
      expect(unreadOf(hash).join("&")).toBe(hash.slice(1));
    },
  );

  it.each(["", "#lat=47.4&lon=8.5&surface_tilt=95"])("has a place, or the first one: %s", (hash) => {
    expect(lacksPlace(hash)).toBe(false);
  });

  it.each([
    ["parameters=temperature,ghj,dni", "parameters=ghj,dni"],
    ["parameters=ghj", "parameters=ghj"],
    ["frequency=7_minutes", "frequency=7_minutes"],
    ["column=ghj", "column=ghj"],
    ["zoom=2024-02-01T00:00Z", "zoom=2024-02-01T00:00Z"],
    ["zoom=a,b", "zoom=a,b"],
    ["system={planes", "system={planes"],
    ["system=[1]", "system=[1]"],
  ])("names what no endpoint has, and what is not whole: %s", (part, unread) => {
    expect(unreadOf(`#${part}`)).toEqual([unread]);
  });

  it("understands all that the page writes", () => {
    expect(unreadOf(hashOf(ODD))).toEqual([]);
    expect(
      unreadOf(`#${new URLSearchParams(Object.entries(FIRST).map(([name, value]) => [name, String(value)]))}`),
    ).toEqual([]);
  });

  it("holds a horizon of one's own", () => {
    const horizon = Array.from({ length: 360 }, (_, k) => k % 40).join(",");
    expect(stateOf(hashOf({ ...FIRST, horizon })).horizon).toBe(horizon);
  });
});

describe("a link that contradicts itself", () => {
  it("shows what it names, in the room that shows it", () => {
    for (const room of ROOMS)
      for (const endpoint of ENDPOINT_PATHS) {
        const hash = `#lat=47&lon=8&room=${room}&endpoint=${endpoint}`;
        const { state } = new Store(stateOf(hash));
        expect([hash, state.endpoint, unreadOf(hash)]).toEqual([hash, endpoint, []]);
        expect([hash, new Store(stateOf(hashOf(state))).state]).toEqual([hash, state]);
      }
    const june = "#room=light&endpoint=observation/historical&start=2025-06-01&end=2025-06-03";
    expect(new Store(stateOf(june)).state).toMatchObject({ room: "history", start: "2025-06-01", end: "2025-06-03" });
  });

  it.each([
    ["#endpoint=climate/tmy&start=2025-06-01&end=2025-06-03", ["start=2025-06-01", "end=2025-06-03"]],
    ["#room=history&year=2023", ["year=2023"]],
    ["#endpoint=climate/amy&year=2023&frequency=15_minutes", ["frequency=15_minutes"]],
    ["#endpoint=observation/historical&start=2025-06-01&end=2025-06-03&frequency=1_day", []],
    ["#endpoint=climate/amy&year=2023", []],
  ])("says what of %s is not asked", (hash, unread) => expect(unreadOf(hash)).toEqual(unread));
});

describe("a first look at years", () => {
  it("is one at their days; a link, and a step that was chosen, keep what they ask for", () => {
    const store = new Store(stateOf("#lat=47&lon=8"));
    store.set({ room: "history" });
    expect(store.state).toMatchObject({ endpoint: "observation/historical", frequency: "1_day" });
    store.set({ frequency: "1_hour" });
    store.set({ endpoint: "observation/training" });
    expect(store.state.frequency).toBe("1_hour");
    expect(new Store(stateOf("#room=history")).state.frequency).toBe("15_minutes");
    store.set({ room: "light", endpoint: "observation/realtime" });
    expect(store.state.frequency).toBe("1_hour");
  });
});

it("a link that belongs to something else is named in a line", () => {
  const parts = Array.from({ length: 60 }, (_, k) => `q${k}=${"x".repeat(1500)}`);
  const text = unreadText(parts);
  expect(text).toMatch(/: q0=x+…, .* and 55 more$/);
  expect(text.length).toBeLessThan(400);
  expect([unreadText([]), unreadText(["lat=95"])]).toEqual(["", expect.stringMatching(/: lat=95$/)]);
});

describe("a plane that nobody has turned", () => {
  const azimuthAfter = (first: string, ...changes: readonly Partial<State>[]) => {
    const store = new Store(stateOf(first));
    for (const change of changes) store.set(change);
    return store.state.surface_azimuth;
  };

  it("faces the equator, where the link does not say otherwise", () => {
    expect([azimuthAfter(""), azimuthAfter("#lat=-33.9&lon=151.2")]).toEqual([180, 0]);
    expect(azimuthAfter("#lat=-33.9&lon=151.2&surface_azimuth=180")).toBe(180);
    expect(azimuthAfter("", { lat: -33.9 }, { lon: 151.2 }, { lat: 47.4 }, { lat: -1 })).toBe(0);
    expect(azimuthAfter("", { surface_azimuth: 90 }, { lat: -33.9 })).toBe(90);
    expect(azimuthAfter("#lat=-33.9&lon=151.2", { lat: 47.4, surface_azimuth: 0 })).toBe(0);
  });

  it("is sent on as it is seen", () => {
    for (const surface_azimuth of [0, 180]) {
      const south = { ...FIRST, lat: -33.9, surface_azimuth };
      expect(stateOf(hashOf(south))).toEqual(south);
    }
    expect(hashOf({ ...FIRST, lat: -33.9, surface_azimuth: 0 })).toBe(`#lat=-33.9&lon=${FIRST.lon}`);
  });
});

describe("the parameter of the views that show one", () => {
  it("is with shading as soon as there is a horizon, and without when there is none", () => {
    const store = new Store({ ...FIRST, column: "global_tilted_irradiance" });
    const after = (change: Partial<State>) => {
      store.set(change);
      return store.state.column;
    };
    expect(after({ horizon: "auto" })).toBe("global_tilted_irradiance_with_shading");
    expect(after({ column: "global_horizontal_irradiance" })).toBe("global_horizontal_irradiance");
    expect(after({ horizon: Array(360).fill(5).join() })).toBe("global_horizontal_irradiance");
    expect(after({ column: "global_tilted_irradiance_with_shading" })).toBe("global_tilted_irradiance_with_shading");
    expect(after({ horizon: "flat" })).toBe("global_tilted_irradiance");
    expect(after({ column: "temperature" })).toBe("temperature");
    expect(after({ horizon: "auto" })).toBe("temperature");
    expect(new Store(stateOf("#horizon=auto")).state.column).toBe("global_horizontal_irradiance_with_shading");
  });
});

/** Many series in one answer, and a system's power, which has a form of its own. */
const NO_SERIES = ["/observation/batch", "/observation/pv", "/forecast/pv"];

describe("the endpoints", () => {
  it("are those of the contract that give one series, with its frequencies, defaults and parameters", () => {
    const series = Object.keys(DOCUMENT.paths).filter(
      (path) => /^\/(observation|forecast|climate)\//.test(path) && !NO_SERIES.includes(path),
    );
    expect(series.map((path) => path.slice(1)).sort()).toEqual([...ENDPOINT_PATHS].sort());
    for (const path of ENDPOINT_PATHS) {
      const form = endpointOf(path);
      expect(DOCUMENT.paths[`/${path}`]?.post !== undefined, path).toBe(isPosted(path));
      const parameters = (DOCUMENT.paths[`/${path}`]?.parameters ?? []).map((one) => deref<Parameter>(one));
      const schemaOf = (name: string) => {
        const found = parameters.find((one) => one.name === name);
        return found && deref(found.schema);
      };
      const [, names] = schemaOf("parameters")?.anyOf ?? [];
      expect(schemaOf("frequency")?.default, path).toBe(form.frequencies[0]);
      expect([...form.frequencies].sort(), path).toEqual([...(schemaOf("frequency")?.enum ?? [])].sort());
      expect([schemaOf("start") !== undefined, schemaOf("year") !== undefined], path).toEqual([
        form.period === "span",
        form.period === "year",
      ]);
      expect([schemaOf("start")?.default ?? "", schemaOf("end")?.default ?? ""], path).toEqual([form.start, form.end]);
      expect(names?.items && deref(names.items).enum, path).toEqual(form.parameters);
    }
  });

  it("take of a state what they have", () => {
    const climate = fitted({ ...ODD, endpoint: "climate/tmy", parameters: ["wind_speed"], frequency: "15_minutes" });
    expect(climate).toMatchObject({ frequency: "1_hour", start: "", end: "", parameters: ["wind_speed"] });
    const yearIn = (endpoint: State["endpoint"]) => fitted({ ...FIRST, endpoint, year: "2024" }).year;
    expect([yearIn("climate/amy"), yearIn("climate/tmy"), yearIn("observation/realtime")]).toEqual(["2024", "", ""]);
    const observed = fitted({ ...climate, endpoint: "observation/realtime" });
    expect(observed.parameters).toEqual(["global_horizontal_irradiance"]);
    expect(observed.column).toBe("global_horizontal_irradiance");
  });
});

describe("a request", () => {
  it("names what differs from the service's own defaults, in the order of the contract's parameters", () => {
    expect(written(requestOf(FIRST))).toBe(
      "observation/realtime?lat=36.1&lon=-79.95&parameters=global_horizontal_irradiance,global_tilted_irradiance,temperature&time_zone=local&surface_tilt=30&surface_azimuth=180",
    );
    expect(written(requestOf({ ...ODD, more: "albedo=0.3" }))).toBe(
      "observation/historical?lat=-33.5&lon=151.25&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&parameters=global_horizontal_irradiance,global_horizontal_irradiance_with_shading,temperature&frequency=1_hour&surface_tilt=12.5&surface_azimuth=0&horizon=auto&albedo=0.3",
    );
  });

  it("behind a horizon has the shaded values of what was chosen, too, in every line to copy", () => {
    const chosen = ["pv_production", "temperature"];
    const behind = fitted({ ...FIRST, parameters: chosen, horizon: "auto" });
    const both = "parameters=pv_production,pv_production_with_shading,temperature";
    expect(written(requestOf(behind))).toContain(`${both}&`);
    expect(written(requestOf({ ...behind, horizon: "flat" }))).toContain("parameters=pv_production,temperature&");
    const lines = linesOf(behind, { base: "http://127.0.0.1/v1/", isDemo: true }).map(({ text }) =>
      text.replace(/[" ]/g, ""),
    );
    expect(lines.filter((text) => !/pv_production,pv_production_with_shading,temperature/.test(text))).toEqual([]);
  });

  it("writes a plus as a plus, asks for all by that word, and leaves a tracker's angles out", () => {
    const parameters = endpointOf("forecast/basic").parameters;
    const state: State = { ...FIRST, endpoint: "forecast/basic", end: "+48hours", parameters, tracking_mode: "1_axis" };
    expect(written(requestOf(fitted(state)))).toBe(
      "forecast/basic?lat=36.1&lon=-79.95&end=%2B48hours&parameters=all&time_zone=local&tracking_mode=1_axis",
    );
  });

  it("of days, months and years is of those of the place, from its own midnight on, or of UTC's where that is shown", () => {
    const state: State = {
      ...ODD,
      frequency: "1_month",
      parameters: ["temperature"],
      surface_tilt: 0,
      horizon: "flat",
      more: "",
    };
    expect(written(requestOf({ ...state, zone: "local" }))).toBe(
      "observation/historical?lat=-33.5&lon=151.25&start=2024-01-01&end=2025-01-01&parameters=temperature&frequency=1_month&time_zone=local",
    );
    expect(written(requestOf({ ...state, zone: "utc" }))).toBe(
      "observation/historical?lat=-33.5&lon=151.25&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&parameters=temperature&frequency=1_month",
    );
    expect(written(requestOf({ ...state, zone: "standard" }))).toContain("&time_zone=standard");
    const civil = written(requestOf({ ...state, zone: "local", more: "time_zone=Asia/Tokyo" }));
    expect(civil).toContain("start=2024-01-01T00:00Z&");
    expect(civil.match(/time_zone=/g)).toHaveLength(1);
  });

  it("has dates of the place's clock as they are, and of UTC with what the service wants there", () => {
    const period = (changes: Partial<State>) => {
      const request = requestOf(fitted({ ...FIRST, room: "data", endpoint: "observation/historical", ...changes }));
      const { start, end, time_zone } = Object.fromEntries(request.query);
      return [start, end, time_zone];
    };
    const dates = { start: "2025-01-01", end: "2025-03-01T06:00" };
    expect(period(dates)).toEqual(["2025-01-01", "2025-03-01T06:00", "local"]);
    expect(period({ ...dates, zone: "standard" })).toEqual(["2025-01-01", "2025-03-01T06:00", "standard"]);
    expect(period({ ...dates, zone: "utc" })).toEqual(["2025-01-01T00:00Z", "2025-03-01T06:00Z", undefined]);
    const fixed = { start: "2025-01-01T00:00Z", end: "-7days" };
    for (const zone of ["local", "utc"] as const) {
      expect(period({ ...fixed, zone }).slice(0, 2)).toEqual(["2025-01-01T00:00Z", "-7days"]);
    }
    expect(period({ ...fixed, frequency: "1_day" })).toEqual(["2025-01-01", "-7days", "local"]);
    expect(requestOf(fitted({ ...FIRST, room: "light", endpoint: "climate/tmy" })).query).not.toContainEqual([
      "time_zone",
      "local",
    ]);
  });

  it("of monthly values has them in its body, as soon as there are all; it costs what a typical year does", () => {
    const state = fitted({ ...ODD, endpoint: "climate/import/monthly", more: "" });
    const request = requestOf(state);
    expect(JSON.parse(request.body!)).toEqual({
      global_horizontal_irradiance: [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
      temperature: [-0.3, 1.4, 5.5, 9.1, 13.6, 17, 19, 18.4, 14.3, 9.9, 4.5, 1.2],
      irradiance_unit: "kWh/m2/month",
    });
    expect(isComplete(request)).toBe(true);
    expect(isComplete(requestOf({ ...state, monthly_ghi: "" }))).toBe(false);
    expect(isComplete(requestOf({ ...state, monthly_temperature: "1 2 much" }))).toBe(false);
    expect(isSame(request, requestOf({ ...state, irradiance_unit: "W/m2" }))).toBe(false);
    expect(written(pricedAs(request))).toBe(written(request).replace("climate/import/monthly", "climate/tmy"));
    expect(pricedAs(requestOf(FIRST))).toEqual(requestOf(FIRST));
  });

  it("for a forecast asks for its spread, where there is one to be known", () => {
    const asked = (changes: Partial<State>) =>
      written(extended(requestOf(fitted({ ...FIRST, endpoint: "forecast/precision", ...changes }))));
    const spread = "&quantiles=p10,p50,p90&meta=extended";
    expect(asked({})).toContain(spread);
    expect(asked({ frequency: "1_hour" })).toContain(spread);
    const every = asked({ parameters: endpointOf("forecast/precision").parameters });
    expect(every).toContain(`all&time_zone=local&surface_tilt=30&surface_azimuth=180${spread}`);
    for (const none of [
      { frequency: "1_minute" },
      { parameters: ["temperature", "global_horizontal_irradiance_with_shading"] },
      { endpoint: "observation/realtime" },
    ] as const) {
      expect(asked(none)).not.toContain("quantiles");
      expect(asked(none)).toContain("&meta=extended");
    }
  });

  it("has the price of every surface, horizon and choice of parameters, but of no other place or period", () => {
    const price = (changes: Partial<State>) => priceClass(requestOf(fitted({ ...ODD, ...changes })));
    const same = price({});
    expect(price({ surface_tilt: 40, surface_azimuth: 90, horizon: "flat", parameters: ["snow_depth"] })).toBe(same);
    expect(price({ tracking_mode: "1_axis" })).toBe(same);
    for (const other of [
      { lat: 1 },
      { end: "2024-02-01T00:00Z" },
      { frequency: "1_minute" },
      { endpoint: "climate/tmy" },
    ] as const) {
      expect(price(other)).not.toBe(same);
    }
  });
});

describe("the lines", () => {
  const caller = { base: "http://localhost:8080/v1/", isDemo: true };

  it("have the demo key, which is no secret, and of another key only the name of a variable", () => {
    expect(OF_THE_PAGE).toBe(DEMO_KEY);
    for (const { title, text } of linesOf(FIRST, caller)) if (title !== "URL") expect(text).toContain(DEMO_KEY);
    for (const { title, text } of linesOf(FIRST, { ...caller, isDemo: false }))
      if (title !== "URL") expect(text).toContain("IRRADIANCE_KEY");
  });

  it("quote what a shell would take for its own", () => {
    const [, curl] = linesOf({ ...FIRST, more: "label=it's" }, caller);
    expect(curl?.text).toContain("label=it'\\''s");
  });

  it("are pvlib's where it has the function, and pandas' elsewhere", () => {
    const python = (changes: Partial<State>) =>
      linesOf(fitted({ ...FIRST, ...changes }), caller).find(({ title }) => title.startsWith("Python"))?.text;
    expect(python({})).toContain("pvlib.iotools.get_meteonorm_observation_realtime(");
    expect(python({ endpoint: "climate/tmy" })).toContain("get_meteonorm_tmy(");
    expect(python({ endpoint: "climate/amy" })).toContain("pd.read_csv(");
    expect(python({ tracking_mode: "1_axis" })).toContain("pd.read_csv(");
    expect(python({ frequency: "5_minutes" })).toContain("pd.read_csv(");
    // pvlib's times are those of UTC.
    expect(python({ start: "2026-06-01" })).toContain("pd.read_csv(");
    expect(python({ start: "2026-06-01", zone: "utc" })).toContain('start="2026-06-01T00:00Z"');
    expect(python({ endpoint: "climate/import/monthly" })).toContain("requests.post(");
  });
});

describe("twelve monthly values", () => {
  const twelve = "1,2.5,3,4,5,6,7,8,9,10,11,-12";

  it.each([
    ["typed", "1 2.5 3 4 5 6 7 8 9 10 11 -12"],
    ["with commas", "1, 2.5,3,4,5,6,7,8,9,10,11,-12"],
    ["a row of a spreadsheet, with decimal commas", "1\t2,5\t3\t4\t5\t6\t7\t8\t9\t10\t11\t−12\n"],
    ["a column of a spreadsheet", "1\r\n2.5\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n10\r\n11\r\n-12"],
    ["of a CSV with semicolons", "1;2,5;3;4;5;6;7;8;9;10;11;-12"],
  ])("are read when they are %s", (_what, text) => expect(parseTwelve(text)).toBe(twelve));

  it("that are missing are told by their field, as the field itself tells what is wrong", () => {
    const gaps = (monthly_ghi: string, monthly_temperature: string) =>
      monthlyGaps({ monthly_ghi, monthly_temperature });
    expect(gaps("", " ")).toEqual([
      "Global horizontal irradiance: enter twelve monthly values.",
      "Temperature (°C): enter twelve monthly values.",
    ]);
    expect(gaps(twelve, "1 2 x 4")).toEqual(["Temperature (°C): March is “x”, not a number."]);
    expect(gaps("1 2 3", twelve)).toEqual([
      "Global horizontal irradiance: Twelve numbers are needed, January to December; there are 3.",
    ]);
    expect(gaps(twelve, twelve)).toEqual([]);
    expect([twelveOf(twelve)?.[11], twelveOf("1 2 3"), twelveOf("")]).toEqual([-12, undefined, undefined]);
  });

  it("that are not twelve yet are sent on in an address, to be mended there", () => {
    const state = fitted({ ...ODD, monthly_ghi: "39 70 much", endpoint: "climate/import/monthly" });
    expect(stateOf(hashOf(state)).monthly_ghi).toBe("39 70 much");
  });

  it.each([
    ["1 2 x 4 5 6 7 8 9 10 11 12", "March is “x”, not a number"],
    ["1 2 3", "Twelve numbers are needed, January to December; there are 3."],
    ["1 2 3 4 5 6 7 8 9 10 11 12 13", "there are 13"],
    ["1 2 3 4 5 6 7 8 9 10 11 12 13x", "Number 13 is “13x”"],
    ["1\t2.000,5\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12", "February is “2.000.5”"],
  ])("are refused: %s", (text, message) => expect(() => parseTwelve(text)).toThrow(message));
});
