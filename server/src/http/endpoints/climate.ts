/** GET /v1/climate/tmy and amy, POST /v1/climate/import/monthly: a year in the local time of its place. */
import type { Offer, Provenance } from "irradiance-archive";
import type { Notice, WeatherSeries } from "irradiance-engine";
import { climatePeriod } from "irradiance-engine/climate";
import {
  type ClimateQuery,
  type ClimateRequest,
  type EndpointPath,
  type MonthlyValues,
  parseClimateRequest,
  parseMonthlyImport,
  unmodelled,
} from "irradiance-engine/contract";
import { MICRO } from "../../accounts/accounts.js";
import type { Surroundings } from "../../compute/places.js";
import { findWeather } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { Asked, Endpoint, Prepared, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { extendedMeta, unknownKeyNotices } from "../query.js";
import { chosenHorizon, type HorizonChoice, horizonLine } from "./horizon-choice.js";
import { renderFound } from "./render.js";

/** Seconds: a climate does not change from one hour to the next. */
const DAY = 86_400;
const HOURS = 8784;
const MINUTES = 60 * HOURS;

export function climateEndpoints(service: Service): readonly Endpoint[] {
  return [
    { method: "GET", path: "climate/tmy", parse: (asked) => yearTask(service, "tmy", asked) },
    { method: "GET", path: "climate/amy", parse: (asked) => yearTask(service, "amy", asked) },
    { method: "POST", path: "climate/import/monthly", parse: (asked) => importTask(service, asked) },
  ];
}

/** The weather of the year, as far as it is known without reading any. */
interface Year {
  readonly request: ClimateRequest;
  /** For the ETag; undefined: a source did not answer. */
  readonly revision: string | undefined;
  weather(signal: AbortSignal): Promise<YearWeather>;
}

interface YearWeather {
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly passing: boolean;
}

function yearTask(service: Service, endpoint: "tmy" | "amy", asked: Asked): Task {
  const { query, now } = asked;
  const climateTime = service.settings["climate-time"];
  const request = parseClimateRequest(query as unknown as ClimateQuery, { endpoint, now, climateTime });
  const price = service.settings[endpoint === "tmy" ? "cost-climate" : "cost-year"];
  return climateTask(service, `climate/${endpoint}`, asked, request, price, (ground, signal) =>
    endpoint === "tmy"
      ? typicalYear(service, request, ground, asked, signal)
      : actualYear(service, request, ground, asked, signal),
  );
}

function importTask(service: Service, asked: Asked): Task {
  const { query, body, now } = asked;
  const climateTime = service.settings["climate-time"];
  const { request, monthly } = parseMonthlyImport(query as Partial<ClimateQuery>, body, {
    now,
    climateTime,
  });
  const price = service.settings["cost-climate"];
  return climateTask(service, "climate/import/monthly", asked, request, price, (ground) =>
    generatedYear(service, request, monthly, ground),
  );
}

type FindYear = (ground: Surroundings, signal: AbortSignal) => Promise<Year>;

/** @throws HttpError 400 for values without a model */
function climateTask(
  service: Service,
  path: EndpointPath,
  { query, caller }: Asked,
  request: ClimateRequest,
  price: number,
  find: FindYear,
): Task {
  const gap = unmodelled(request);
  if (gap) throw new HttpError(400, gap.message, { parameter: gap.parameter });
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const rows = request.frequency === "1_hour" ? HOURS : MINUTES;
  return {
    place: request,
    cost: Math.round(price * MICRO),
    values: rows * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, query),
    async prepare(signal) {
      const ground = await service.places.surroundings(request.lat, request.lon);
      return prepareYear(service, await find(ground, signal), ground, horizon, extended, rows);
    },
  };
}

function prepareYear(
  service: Service,
  year: Year,
  ground: Surroundings,
  horizon: HorizonChoice,
  extended: boolean,
  rows: number,
): Prepared {
  const { request, revision } = year;
  return {
    identity: revision === undefined ? undefined : [request, revision, extended, horizon.kind],
    maxAge: DAY,
    async render(options) {
      const [weather, line] = await Promise.all([
        year.weather(options.signal),
        horizonLine(service, horizon, request.lat, request.lon),
      ]);
      const { series, provenance, notices } = weather;
      const all = { request, rows, series, provenance, notices, ground, line, extended };
      const rendered = await renderFound(service, all, options);
      return { ...rendered, passing: revision === undefined || weather.passing };
    },
  };
}

async function typicalYear(
  service: Service,
  request: ClimateRequest,
  ground: Surroundings,
  asked: Asked,
  signal: AbortSignal,
): Promise<Year> {
  return weatherYear(service, request, "typical-year", ground, asked, signal);
}

async function actualYear(
  service: Service,
  request: ClimateRequest,
  ground: Surroundings,
  asked: Asked,
  signal: AbortSignal,
): Promise<Year> {
  const place = { latitude: request.lat, longitude: request.lon };
  if (request.year !== undefined) return weatherYear(service, request, "history", ground, asked, signal);
  const { offers } = await service.archive.survey(place, asked.now, { signal });
  const year = lastCompleteYear(offers.filter(isHistory(service, asked)), ground.timeZone, asked.now);
  if (year === undefined) {
    throw new HttpError(404, `no complete calendar year of weather at ${request.lat},${request.lon} (see /v1/sources)`);
  }
  return weatherYear(service, { ...request, year }, "history", ground, asked, signal);
}

function isHistory({ settings }: Service, { caller }: Asked): (offer: Offer) => boolean {
  const synthetic = caller.access === undefined || settings.synthetic;
  return ({ class: of, run }) =>
    of === "measured" ||
    of === "satellite" ||
    of === "reanalysis" ||
    (of === "synthetic" && synthetic && run === undefined);
}

const HOUR = 3_600_000;

/** The last calendar year on the clock of the place that an offer has from its first to its last hour. */
function lastCompleteYear(offers: readonly Offer[], timeZone: number, now: number): number | undefined {
  const clock = timeZone * HOUR;
  const turn = (year: number) => Date.UTC(year, 0, 1) - clock;
  const years = offers.map(({ first, last }) => {
    const year = new Date(Math.min(last, now) + clock).getUTCFullYear() - 1;
    return first <= turn(year) ? year : undefined;
  });
  return years.reduce(
    (best, year) => (year !== undefined && !(best !== undefined && best >= year) ? year : best),
    undefined,
  );
}

/** @throws HttpError 404 */
async function weatherYear(
  service: Service,
  request: ClimateRequest,
  purpose: "typical-year" | "history",
  ground: Surroundings,
  { caller, now }: Asked,
  signal: AbortSignal,
): Promise<Year> {
  const wish = {
    purpose,
    place: { latitude: request.lat, longitude: request.lon },
    period: climatePeriod(request, ground.timeZone),
    parameters: request.parameters,
    synthetic: caller.access === undefined || service.settings.synthetic,
    now,
  } as const;
  const found = await findWeather(service.archive, wish, signal);
  return {
    request,
    revision: found.passing ? undefined : found.revision,
    async weather(stop) {
      const { series, provenance, notices, passedOver } = await found.read(stop);
      return { series, provenance, notices, passing: passedOver.length > 0 };
    },
  };
}

/** @throws HttpError 404 where nothing makes years */
async function generatedYear(
  { generator }: Service,
  request: ClimateRequest,
  values: MonthlyValues,
  ground: Surroundings,
): Promise<Year> {
  if (generator === undefined) {
    throw new HttpError(404, "this version cannot generate a year from monthly values; the values are valid");
  }
  return {
    request,
    revision: JSON.stringify([generator.version, values]),
    async weather() {
      const { weather, provenance, notices } = await generator.generate(values, request, ground);
      return { series: weather, provenance: [provenance], notices, passing: false };
    },
  };
}
