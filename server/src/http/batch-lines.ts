/** The lines of a batch that is sent again under its `Idempotency-Key`: which ones were charged, and whether they can be given again. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestMark } from "../accounts/accounts.js";
import type { LineName } from "../jobs/request.js";
import { loopTurn } from "../loop-slices.js";
import type { Service } from "../service.js";
import type { Caller } from "./callers.js";
import { Departure } from "./departure.js";
import type { CacheableAnswer, Task } from "./endpoint.js";
import { tagOf } from "./etag.js";
import { linePath } from "./line-object.js";
import { admitRepeat, changed, demandSame, forgetRepeat, markOf, type Repeat, repeatOf } from "./repeats.js";

/** A request of the batch that is well formed. */
export interface Line {
  readonly index: number;
  readonly name: LineName;
  readonly task: Task;
  /** Each line is its own: those that were not charged the first time are charged now, and no others. */
  readonly repeat: Repeat | undefined;
  /** Of a line that was charged before. */
  readonly prepared?: CacheableAnswer;
}

/** One for each line, or none without a key. @throws HttpError 400, 409, 422; AccountsUnavailableError */
export async function admitLines(
  service: Service,
  request: FastifyRequest,
  caller: Caller,
  lines: number,
): Promise<readonly Repeat[]> {
  const { access } = caller;
  const whole = repeatOf(request);
  if (access === undefined || whole === undefined) return [];
  const mark = markOf(service, request);
  const asked = Array.from({ length: lines }, (_, index) => {
    const key = `${whole.key}#${index}`;
    return admitRepeat(service, access, { ...whole, key }, markOfLine(mark, index));
  });
  return allOrNone(asked, (repeat) => forgetRepeat(service, caller, repeat));
}

/** @param undo takes those back that were done, when another one was refused */
export async function allOrNone<Result>(
  work: readonly Promise<Result>[],
  undo: (done: Result) => void,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  const done = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  if (refused === undefined) return done;
  done.forEach(undo);
  throw refused.reason;
}

/**
 * Before the first byte: lines that were charged before are prepared.
 *
 * @throws HttpError 409 where the weather of one has another revision; the departure's reason
 */
export async function unmoved(
  service: Service,
  { limits: { running } }: Caller,
  reply: FastifyReply,
  lines: readonly Line[],
): Promise<readonly Line[]> {
  if (!lines.some(({ repeat }) => repeat?.first)) return lines;
  const departure = new Departure(reply.raw, service.settings.deadline * 1000);
  const found: Line[] = [];
  try {
    for (let i = 0; i < lines.length; i += running) {
      await loopTurn(); // others have theirs
      departure.throwIfEnded();
      const some = lines.slice(i, i + running).map((line) => unmovedLine(service, line, departure.signal));
      found.push(...(await departure.unlessGone(Promise.all(some))));
    }
  } finally {
    departure.over();
  }
  return found;
}

async function unmovedLine(service: Service, line: Line, signal: AbortSignal): Promise<Line> {
  if (!line.repeat?.first) return line;
  const prepared = await line.task.prepare(signal).catch((cause) => {
    signal.throwIfAborted();
    throw changed(cause);
  });
  demandSame(line.repeat, { revision: revisionOf(service, line, prepared) });
  return { ...line, prepared };
}

export function revisionOf(service: Service, { name, task }: Line, prepared: CacheableAnswer): string | null {
  return tagOf(service, linePath(name), task, prepared) ?? null;
}

export function markOfLine(mark: RequestMark | undefined, index: number): RequestMark | undefined {
  return mark && { ...mark, id: lineId(mark.id, index) };
}

export function lineId(id: string, index: number): string {
  return `${id}.${index}`;
}
