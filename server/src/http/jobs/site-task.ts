import type { Endpoint, ObservationRequest } from "irradiance-engine";
import type { Rights } from "../../answers/context.js";
import type { JobRequest, JobSite } from "../../jobs/request.js";
import type { Service } from "../../service.js";
import type { Query, Task } from "../endpoint.js";
import { observationRequest } from "../endpoints/observation.js";
import { isOfSystem, strictTask } from "../line-object.js";
import { knownQuery } from "../query.js";

/** What the sites of a job have in common. It is read once: a site that has nothing of its own but a place is that request elsewhere. */
export class CommonQuery {
  readonly #service: Service;
  readonly #caller: Rights;
  readonly #common: Pick<JobRequest, "endpoint" | "now" | "query" | "system">;
  /** At the first place. */
  #read: ObservationRequest | undefined;

  constructor(service: Service, caller: Rights, common: Pick<JobRequest, "endpoint" | "now" | "query" | "system">) {
    this.#service = service;
    this.#caller = caller;
    this.#common = common;
  }

  /** The same task as that of a request with the query of the site. @throws RequestError, HttpError 400 */
  taskOf({ query: own, system = this.#common.system }: Pick<JobSite, "query" | "system">): Task {
    const { endpoint, now, query: common } = this.#common;
    const { lat, lon, ...others } = own;
    const isPlace = typeof lat === "number" && typeof lon === "number" && Object.keys(others).length === 0;
    const isWhole = !isPlace || isOfSystem(endpoint);
    const query = (isWhole ? { ...common, ...own } : common) as Query;
    const asked = { query, now, caller: this.#caller, system };
    if (isWhole) return strictTask(this.#service, endpoint, asked);
    return strictTask(this.#service, endpoint, asked, this.#requestAt(endpoint, lat, lon));
  }

  #requestAt(endpoint: Endpoint, lat: number, lon: number): ObservationRequest {
    const { now, query } = this.#common;
    const known = this.#read ?? knownQuery(`observation/${endpoint}`, query as Query);
    const request = observationRequest(this.#service, endpoint, { ...known, lat, lon }, now);
    // The clocks of a place are not those of the next one.
    if (query.time_zone === undefined || query.time_zone === request.zone) this.#read ??= request;
    return request;
  }
}
