/** Answers that nobody asked for, so that the first visitor of a fresh server does not wait until their code is compiled. */
import { openArchive, syntheticSource } from "irradiance-archive";
import { limitsOf } from "../accounts/limits.js";
import { createPlaces } from "../answers/places.js";
import { rememberingArchive } from "../answers/weather.js";
import { loopTurn } from "../loop-slices.js";
import type { Service } from "../service.js";
import type { Caller } from "./callers.js";
import { ENDPOINTS } from "./endpoints/index.js";

/** How often each is asked for, at other places: what is in use by then is compiled for good. */
const ROUNDS = 5;
const QUESTIONS = [
  { path: "observation/realtime", query: { parameters: "all" }, encoding: "identity" },
  { path: "observation/realtime", query: {}, encoding: "gzip" },
  { path: "forecast/basic", query: {}, encoding: "identity" },
] as const;

/** The demo key's user, whom nothing is counted for. */
const NOBODY: Omit<Caller, "limits"> = {
  access: undefined,
  name: "",
  shownName: "",
  plan: null,
  isSuspended: false,
  address: "",
  limitedToPlaces: false,
  rate: { allowed: true, limit: 1, remaining: 1, reset: 1, window: 1 },
};

/**
 * Draws the weather of some places and answers from it, by the code that answers requests. It asks neither the service's sources nor its
 * terrain, and leaves nothing behind.
 *
 * @throws the signal's reason when it is aborted
 */
export async function warmAnswers(service: Service, signal: AbortSignal): Promise<void> {
  const archive = rememberingArchive(openArchive({ sources: [syntheticSource()] }));
  const places = createPlaces(service.pool, false, service.places.zoneAt);
  const own = { ...service, archive, places };
  const caller = { ...NOBODY, limits: limitsOf(service.settings, {}) };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [k, { path, query, encoding }] of QUESTIONS.entries()) {
        signal.throwIfAborted();
        const endpoint = ENDPOINTS.find((one) => one.path === path)!;
        const place = { lat: String(5 * round + k - 30), lon: String(25 * round - 140) };
        const asked = { query: { ...place, ...query }, body: undefined, now: service.clock(), caller };
        const prepared = await endpoint.parse(own, asked).prepare(signal);
        await prepared.render({ encoding, signal, priority: 0 });
        await loopTurn();
      }
    }
  } finally {
    await archive.close();
  }
}
