/** All endpoints of the contract but the batch, which answers line by line. */

import type { ClimateQuery, ClimateRequest } from "irradiance-engine/contract";
import { parseClimateRequest, parseMonthlyImport, unmodelled } from "irradiance-engine/contract";
import { standardTimeOffset } from "irradiance-engine/internal/climatology";
import type { EndpointPath } from "irradiance-engine/internal/contract";
import { parsePlaceRequest } from "irradiance-engine/internal/contract";
import { DAY_SECONDS } from "irradiance-engine/internal/shared";
import { actualYear, importedYear, preparedYear, typicalYear, type Year } from "../../answers/climate/climate-year.js";
import { ATTRIBUTION, type PlaceData } from "../../answers/places.js";
import type { RenderedAnswer } from "../../answers/series.js";
import { allowsSynthetic, chosenHorizon, groundOf, horizonLine, siteAltitude } from "../../answers/site.js";
import { wireOffer } from "../../answers/wire.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { extendedMeta, jsonAnswer, knownQuery, momentary, priceOf, UNPAID, unknownKeyNotices } from "../endpoint.js";
import { invalidParameter } from "../errors.js";
import { accountTask, usageTask } from "./account.js";
import { forecastTask, observationTask, powerTask, yieldTask } from "./systems.js";

const DEGREES = Array.from({ length: 360 }, (_, degree) => degree);

function horizonTask(service: Service, { query, caller }: ApiRequest): Task {
  const place = parsePlaceRequest(knownQuery("horizon", query));
  const choice = chosenHorizon(service, "auto", caller);
  const look = async () => {
    const line = await horizonLine(service, choice, place.lat, place.lon);
    const elevation = line.profile
      ? Array.from(line.profile, (angle) => Math.min(89, Math.round(angle)))
      : DEGREES.map(() => 0);
    return { value: { azimuth: DEGREES, elevation }, notices: line.notices };
  };
  return placeTask(place, unknownKeyNotices("horizon", query), async () => ({ identity: "line", look }));
}

function altitudeTask(service: Service, { query, now }: ApiRequest): Task {
  const place = parsePlaceRequest(knownQuery("altitude", query));
  return placeTask(place, unknownKeyNotices("altitude", query), async (signal) => {
    const ground = await groundOf(service, place, now, signal);
    const { altitude, notices } = siteAltitude(ground);
    const owed = ground.remarks.filter(({ code }) => code === ATTRIBUTION);
    const value = { altitude: Math.round(altitude * 10) / 10 };
    return { identity: altitude, look: async () => ({ value, notices: [...notices, ...owed] }) };
  });
}

interface Look {
  /** What the answer depends on beside the place. */
  readonly identity: unknown;
  readonly look: () => Promise<{ value: object; notices: RenderedAnswer["notices"] }>;
}

function placeTask(
  place: { readonly lat: number; readonly lon: number },
  notices: Task["notices"],
  plan: (signal: AbortSignal) => Promise<Look>,
): Task {
  return {
    place,
    ...UNPAID,
    notices,
    async prepare(signal) {
      const { identity, look } = await plan(signal);
      return {
        identity: [place.lat, place.lon, identity],
        maxAge: DAY_SECONDS, // the ground does not change
        async render({ encoding }) {
          const { value, notices: remarks } = await look();
          return jsonAnswer(value, encoding, { notices: remarks });
        },
      };
    },
  };
}

function sourcesTask(service: Service, { query, now, caller }: ApiRequest): Task {
  const { lat, lon } = parsePlaceRequest(knownQuery("sources", query));
  return {
    ...UNPAID,
    place: { lat, lon },
    notices: unknownKeyNotices("sources", query),
    async prepare(signal) {
      const { offers, failures } = await service.archive.survey({ latitude: lat, longitude: lon }, now, { signal });
      return momentary(async ({ encoding }) => {
        // What no answer to this key is made of is not offered to it.
        const open = offers.filter((offer) => offer.class !== "synthetic" || allowsSynthetic(service, caller));
        const sources = open.map((offer) => wireOffer(offer, now));
        const unavailable = failures.map(({ source }) => source);
        const time_zone = await standardTimeOffset(lat, lon);
        const time_zone_name = service.places.zoneAt("local", lat, lon);
        return jsonAnswer({ time_zone, time_zone_name, sources, unavailable }, encoding);
      });
    },
  };
}

/** Seconds: a climate does not change from one hour to the next. */
const HOURS = 8784;
const MINUTES = 60 * HOURS;

function yearTask(service: Service, endpoint: "tmy" | "amy", asked: ApiRequest): Task {
  const { query, now } = asked;
  const climateTime = service.settings["climate-time"];
  const path = `climate/${endpoint}` as const;
  const request = parseClimateRequest(knownQuery(path, query) as unknown as ClimateQuery, {
    endpoint,
    now,
    climateTime,
  });
  const price = service.settings[endpoint === "tmy" ? "cost-climate" : "cost-year"];
  const find = endpoint === "tmy" ? typicalYear : actualYear;
  return climateTask(service, path, asked, request, price, (ground, signal) =>
    find({ context: service, request, ground, asker: asked, signal }),
  );
}

function importTask(service: Service, asked: ApiRequest): Task {
  const { query, body, now } = asked;
  const climateTime = service.settings["climate-time"];
  const path = "climate/import/monthly";
  const { request, monthly } = parseMonthlyImport(knownQuery(path, query) as Partial<ClimateQuery>, body, {
    now,
    climateTime,
  });
  const price = service.settings["cost-climate"];
  return climateTask(service, path, asked, request, price, async (ground) =>
    importedYear(service, request, monthly, ground),
  );
}

type FindYear = (ground: PlaceData, signal: AbortSignal) => Promise<Year>;

/** @throws HttpError 400 for values without a model */
function climateTask(
  service: Service,
  path: EndpointPath,
  { query, caller, now }: ApiRequest,
  request: ClimateRequest,
  price: number,
  find: FindYear,
): Task {
  const gap = unmodelled(request);
  if (gap) throw invalidParameter(gap.parameter, gap.message);
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const rows = request.frequency === "1_hour" ? HOURS : MINUTES;
  return {
    place: request,
    cost: priceOf(service.settings, price),
    values: rows * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, query),
    async prepare(signal) {
      const ground = await groundOf(service, request, now, signal);
      const year = await find(ground, signal);
      return { ...preparedYear(service, year, { ground, horizon, extended, rows }), maxAge: DAY_SECONDS };
    },
  };
}

type Row = readonly [method: Endpoint["method"], path: string, parse: Endpoint["parse"], isFree?: true];

/** Of a POST the body describes the system; else the query. */
const ROWS: readonly Row[] = [
  ["GET", "observation/realtime", (service, asked) => observationTask(service, "realtime", asked)],
  ["GET", "observation/training", (service, asked) => observationTask(service, "training", asked)],
  ["GET", "observation/historical", (service, asked) => observationTask(service, "historical", asked)],
  ["GET", "observation/pv", (service, asked) => powerTask(service, asked, asked.system, "observation/pv")],
  ["POST", "observation/pv", (service, asked) => powerTask(service, asked, asked.body ?? null, "observation/pv")],
  ["GET", "forecast/basic", (service, asked) => forecastTask(service, "basic", asked)],
  ["GET", "forecast/precision", (service, asked) => forecastTask(service, "precision", asked)],
  ["GET", "forecast/pv", (service, asked) => powerTask(service, asked, asked.system)],
  ["POST", "forecast/pv", (service, asked) => powerTask(service, asked, asked.body ?? null)],
  ["GET", "climate/tmy", (service, asked) => yearTask(service, "tmy", asked)],
  ["GET", "climate/amy", (service, asked) => yearTask(service, "amy", asked)],
  ["POST", "climate/import/monthly", importTask],
  ["GET", "yield", (service, asked) => yieldTask(service, asked, asked.system)],
  ["POST", "yield", (service, asked) => yieldTask(service, asked, asked.body ?? null)],
  ["GET", "horizon", horizonTask, true],
  ["GET", "altitude", altitudeTask, true],
  ["GET", "account", accountTask, true],
  ["GET", "account/usage", usageTask, true],
  ["GET", "sources", sourcesTask, true],
];

export const ENDPOINTS: readonly Endpoint[] = ROWS.map(([method, path, parse, isFree]) => ({
  method,
  path,
  parse,
  ...(isFree && { isFree }),
}));
