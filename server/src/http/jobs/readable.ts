import type { Service } from "../../service.js";
import { Deadline } from "../deadline.js";
import { asHttpError, HttpError, tooMany } from "../errors.js";

/** Seconds after which a store may answer again. */
const RETRY = 5;

/** Work on the store of results. @throws HttpError 503 where it does not answer, or not in time */
export async function readable<Result>({ settings }: Service, work: Promise<Result>): Promise<Result> {
  const deadline = new Deadline(settings.deadline * 1000);
  try {
    return await deadline.unlessEnded(work);
  } catch (thrown) {
    const { code } = (thrown ?? {}) as { readonly code?: unknown };
    if (typeof code === "string" && code.startsWith("ERR_ACCOUNTS")) throw asHttpError(thrown);
    const cause = thrown instanceof HttpError ? new Error("the store of results does not answer in time") : thrown;
    throw tooMany(
      "results_unavailable",
      "the results of jobs cannot be reached at the moment; try again later",
      RETRY,
      {},
      cause,
    );
  } finally {
    deadline.over();
  }
}
