/** A server that makes jobs, and what a customer does with them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary.js";
import { linesOf, posted, type StandOptions, stand, until } from "./harness.js";

export { temporaryFolder };

export const JOBS = "/v1/jobs";

/** Of `NOW`, by the hour. */
export const DAY_BEFORE = { start: "2026-06-20T00:00Z", end: "2026-06-21T00:00Z", frequency: "1_hour" };

export interface JobBody {
  readonly endpoint: string;
  readonly format?: string;
  readonly query?: object;
  readonly sites: readonly object[];
}

export type JobStand = Awaited<ReturnType<typeof jobStand>>;

export async function jobStand({ settings, ...options }: StandOptions = {}) {
  const folder = settings?.jobs ?? temporaryFolder();
  const server = await stand({ ...options, settings: { jobs: folder, ...settings } });
  const { ask } = server;
  const look = async (id: string) => (await ask(`${JOBS}/${id}`)).json;
  const ended = async (id: string) => {
    await until(async () => (await look(id)).state !== "living");
    return look(id);
  };
  const post = (job: unknown, headers: { readonly [name: string]: string } = {}) => ask(JOBS, posted(job, headers));
  return {
    ...server,
    /** Where the results are. */
    folder,
    post,
    /** The job's id. */
    async made(job: JobBody): Promise<string> {
      const answer = await post(job);
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body}`);
      return answer.json.id;
    },
    ended,
    /** All lines of a job that has ended, in order. */
    async lines(id: string) {
      const { results } = await ended(id);
      const texts: string[] = [];
      for (const { url } of results) texts.push((await ask(url, { key: null })).body);
      return linesOf(texts.join(""));
    },
    /** Names of the job's files. */
    files: (id: string): string[] => {
      try {
        return readdirSync(join(folder, "jobs", id)).sort();
      } catch {
        return [];
      }
    },
  };
}
