/** What a meter's file shows of its system: read and learnt in a thread, behind all that answers requests at once. */
import type { Notice } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import { inLearnKeys, type LearnRequest } from "irradiance-engine/internal/contract";
import type { Places } from "./places.js";
import { Refusal } from "./refusal.js";
import type { RenderedAnswer, RenderOptions } from "./series.js";
import { siteAltitude } from "./site.js";

/** Of a file as it is sent: three years of minutes, or with gzip ten. */
export const MOST_METER_BYTES = 32 * 1_048_576;

type Body = Awaited<ReturnType<Pool["learnBody"]>>;

/** "learnt", the code of a refusal, or "unreadable": what no system can be looked for in. */
export type LearningOutcome = "learnt" | "unreadable" | NonNullable<Body["refusal"]>;

export interface LearningContext {
  readonly places: Places;
  /** Threads that learn, started by the first file: whoever pays nothing has those of the demo key. */
  learners(): Pool;
  /** Hears what came of each file. */
  noteLearning(outcome: LearningOutcome): void;
}

/** @param file in shared memory @throws Refusal for a file that cannot be read, and for an option of its reader */
export async function learntSystem(
  { places, learners, noteLearning }: LearningContext,
  { lat, lon, altitude: asked, known, reading }: LearnRequest,
  file: Uint8Array,
  { encoding, signal, priority }: RenderOptions,
): Promise<RenderedAnswer & Pick<Body, "refusal">> {
  const ground = await places.surroundings(lat, lon);
  // What the embedded map has, the learner knows itself, to the metre of the command.
  const terrain = ground.altitudeFrom === "terrain" ? ground.altitude : undefined;
  const altitude = asked === "auto" ? terrain : asked;
  const body = await learners()
    .learnBody(file, { place: { latitude: lat, longitude: lon, altitude }, known, reading, encoding, signal, priority })
    .catch((cause) => {
      const refusal = asReadingRefusal(cause);
      noteLearning("unreadable");
      throw refusal;
    });
  noteLearning(body.refusal ?? "learnt");
  const ofPlace = asked === "auto" ? siteAltitude(ground).notices : [];
  return { ...body, notices: [...ofPlace, ...body.notices.map(inWords)], sources: [], passing: false };
}

/** Characters: names of columns may be longer than any header. */
const LONGEST = 600;

/** In the keys of a query, and no longer than people read. */
function inWords({ code, message }: Notice): Notice {
  const text = inLearnKeys(message);
  return { code, message: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text };
}

const TOO_LARGE = "the file takes more memory to read than one file may: give it in longer steps, or fewer years of it";

/** @throws what is no fault of the file or its options */
function asReadingRefusal(cause: unknown): Refusal {
  const { code, name, message = "" } = (cause ?? {}) as { code?: unknown; name?: unknown; message?: string };
  const { message: text } = inWords({ code: String(code), message });
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new Refusal("body", TOO_LARGE, { cause });
  if (code === "ERR_WEATHER") return new Refusal("body", text, { cause });
  if (name !== "RangeError" && name !== "TypeError") throw cause;
  const [, parameter] = /^parameter "(\w+)"/.exec(text) ?? [];
  if (parameter === undefined) throw cause;
  return new Refusal("request", text, { parameter, cause });
}
