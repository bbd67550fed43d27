/** A server that makes jobs, and what a customer does with them. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Answer, type Asking, type Stand, type StandOptions, stand, until } from "./harness.js";

export const JOBS = "/v1/jobs";

/** Of `NOW`, by the hour. */
export const DAY_BEFORE = { start: "2026-06-20T00:00Z", end: "2026-06-21T00:00Z", frequency: "1_hour" };

export interface JobBody {
  readonly endpoint: string;
  readonly query?: object;
  readonly sites: readonly object[];
}

export interface JobStand extends Stand {
  /** Where the results are. */
  readonly folder: string;
  post(job: unknown, headers?: { readonly [name: string]: string }): Promise<Answer>;
  /** The job's id. */
  made(job: JobBody): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  ended(id: string): Promise<any>;
  /** All lines of a job that has ended, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  lines(id: string): Promise<any[]>;
  /** Names of the job's files. */
  files(id: string): string[];
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-jobs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function jobStand({ settings, ...options }: StandOptions = {}): Promise<JobStand> {
  const folder = settings?.jobs ?? temporaryFolder();
  const server = await stand({ ...options, settings: { jobs: folder, ...settings } });
  const ask = (path: string, asking: Asking = {}) => server.ask(path, asking);
  const look = async (id: string) => (await ask(`${JOBS}/${id}`)).json;
  const ended = async (id: string) => {
    await until(async () => (await look(id)).state !== "living");
    return look(id);
  };
  const post: JobStand["post"] = (job, headers = {}) =>
    ask(JOBS, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(job),
    });
  return {
    ...server,
    folder,
    ask,
    post,
    async made(job) {
      const answer = await post(job);
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body}`);
      return answer.json.id;
    },
    ended,
    async lines(id) {
      const { results } = await ended(id);
      const texts = [];
      for (const { url } of results) texts.push((await ask(url, { key: null })).body);
      return texts
        .join("")
        .trimEnd()
        .split("\n")
        .map((text) => JSON.parse(text));
    },
    files: (id) => {
      try {
        return readdirSync(join(folder, "jobs", id)).sort();
      } catch {
        return [];
      }
    },
  };
}
