/** The paths of jobs. A server that makes none says so at each of them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../../service.js";
import { admit, type Doing } from "../admission.js";
import type { Handler } from "../exchange.js";
import { MOST_JOB_BODY_BYTES } from "../limits.js";
import { creationOf } from "./create.js";
import { JOBS_PATH } from "./job-answer.js";
import { endOf, listOf, lookOf } from "./look.js";
import { jobsOf } from "./own-job.js";
import { admitToPart, resultsOf } from "./results.js";

type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface JobRoute {
  readonly url: string;
  readonly method: string[];
  readonly handler: Handler;
  readonly admission: Admission;
  readonly bodyLimit?: number;
}

const READ = ["GET", "HEAD"];

export function jobRoutes(service: Service): readonly JobRoute[] {
  const admissionTo = (doing: Doing) => where(service, (...given) => admit(...given, doing));
  const [admission, toWrite] = [admissionTo("reads"), admissionTo("writes")];
  const one = `${JOBS_PATH}/:id`;
  return [
    { url: JOBS_PATH, method: READ, handler: listOf(service), admission },
    {
      url: JOBS_PATH,
      method: ["POST"],
      handler: creationOf(service),
      admission: toWrite,
      bodyLimit: MOST_JOB_BODY_BYTES,
    },
    { url: one, method: READ, handler: lookOf(service), admission },
    { url: one, method: ["DELETE"], handler: endOf(service), admission: toWrite },
    {
      url: `${one}/parts/:part`,
      method: READ,
      handler: resultsOf(service),
      admission: where(service, admitToPart),
    },
  ];
}

function where(
  service: Service,
  admission: (service: Service, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Admission {
  return async (request, reply) => {
    jobsOf(service);
    await admission(service, request, reply);
  };
}
