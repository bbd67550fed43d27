/** Parts of jobs as tables: a Parquet file with the columns that `irradiance bulk` writes, and the sites that have no rows in it. */
import { createHash } from "node:crypto";
import type { Pool } from "irradiance-engine/bulk";
import {
  type AnswerKind,
  answerTable,
  BlockBuilder,
  type SiteRows,
  type TableDescription,
} from "irradiance-engine/internal/bulk";
import { behindRequests } from "../background/behind-requests.js";
import type { JobRequest } from "./job-request.js";
import type { FileBytes } from "./result-files.js";

/** A site's rows, or the line of one that failed. */
export interface SiteOfTable {
  readonly line: readonly (string | Uint8Array)[];
  readonly table?: SiteRows | undefined;
}

/** A part as a table. */
interface TablePart {
  readonly file: FileBytes;
  /** The lines of the sites that failed, as a list in JSON; undefined: none did. */
  readonly failures: string | undefined;
}

/** @throws MissingPackageError for want of the package that writes Parquet; RequestError for columns that there are not */
export function tableOf({ endpoint, query }: Pick<JobRequest, "endpoint" | "query">): Promise<TableDescription> {
  const { output, parameters, frequency } = query;
  const kind: AnswerKind =
    endpoint === "yield" ? { yields: output === "hours" ? "hourly" : "annual" } : { parameters, frequency };
  return answerTable(kind);
}

/** ms: a part takes a second or two, and waits for the threads behind all requests. */
const DEADLINE = 600_000;

export class PartTables {
  readonly #pool: Pick<Pool, "parquet" | "waiting">;
  /** Of the last part: its memory, which V8 would collect too late, fits the next one of the job. */
  #spare: { readonly columns: string; readonly builder: BlockBuilder } | undefined;

  /** @param pool its threads encode */
  constructor(pool: Pick<Pool, "parquet" | "waiting">) {
    this.#pool = pool;
  }

  /**
   * @param sites in the order of the list
   * @throws as `tableOf`, before a site is made; what the sites throw; the signal's reason
   */
  async part(request: JobRequest, sites: AsyncIterable<SiteOfTable>, signal: AbortSignal): Promise<TablePart> {
    const description = await tableOf(request);
    const columns = JSON.stringify(description.columns);
    const builder = this.#spare?.columns === columns ? this.#spare.builder : new BlockBuilder(description);
    this.#spare = undefined;
    const failures: string[] = [];
    for await (const { line, table } of sites) {
      if (table === undefined) failures.push(line.join("").trimEnd());
      else builder.append(table);
    }
    const block = builder.take();
    const encode = () => this.#pool.parquet(description, block, { signal, priority: 0, deadline: DEADLINE });
    const bytes = await behindRequests(this.#pool, encode, signal);
    builder.giveBack(block);
    this.#spare = { columns, builder };
    const file = { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    return { file, failures: failures.length === 0 ? undefined : `[${failures.join(",")}]` };
  }
}
