/**
 * Parts of a run, each as a Parquet file of its own, made wherever its sites are sent: the row group has the bytes that it
 * has in the one file of `simulateToFile`. Several parts at a time share the threads.
 */
import { createHash } from "node:crypto";
import { resultShape } from "../results/columns.js";
import { type Crew, openCrew, Run } from "../run/run.js";
import { checkOptions, type RunOptions } from "../sites/options.js";
import type { BulkSite, SimulationOptions, SiteNote } from "../types.js";
import { type Encoder, openEncoder, usualEncoders } from "./encoder.js";
import { openFormat } from "./formats.js";
import { identityOf, type RunIdentity } from "./identity.js";
import { type FailedSite, failedSite, failureLines, type ToldOfSite, toldLines, toldOf } from "./journal.js";
import { planOf } from "./plan.js";
import { rowsOf } from "./run-table.js";
import { BlockBuilder, type TableDescription } from "./table.js";

const FORMAT = "parquet" as const;

/** What shapes the results of a run, without its sites. @experimental */
export interface PartOptions extends Omit<SimulationOptions, "sites" | "from" | "done" | "reuse" | "signal"> {
  /** As in `FileRunOptions`. */
  readonly sitesPerPart?: number | undefined;
  /** As in `FileRunOptions`. */
  readonly identity?: { readonly [key: string]: string | number } | undefined;
}

/** How sites are cut into parts, and what a run must agree with to continue another one. @experimental */
export interface PartPlan {
  readonly sitesPerPart: number;
  readonly columns: readonly { readonly name: string; readonly unit?: string | undefined }[];
  /** Plain JSON. */
  readonly run: RunIdentity;
}

/** Consecutive sites; each needs an id of its own. @experimental */
export interface PartSites {
  /** Position of the first one in the run. */
  readonly first: number;
  readonly sites: readonly BulkSite[];
}

/** The first note of a kind, its site, and the number of sites of the part that have one. @experimental */
export interface CountedNote {
  readonly note: SiteNote;
  readonly site: string;
  readonly sites: number;
}

/** @experimental */
export interface PartFile {
  /** The whole file; none if every site failed. */
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly rows: number;
  readonly failed: readonly FailedSite[];
  readonly told: readonly ToldOfSite[];
  /** What was told of sites and noticed at them, by kind. */
  readonly notes: readonly CountedNote[];
}

/** The lists of failed sites and of what was told of sites, as `simulateToFile` writes them beside its file. @experimental */
export const partLists = { failed: failureLines, told: toldLines } as const;

/** @throws the errors of `simulateToFile` for options that concern all sites @experimental */
export async function planParts(options: PartOptions): Promise<PartPlan> {
  const { description, sitesPerPart } = await planOf({ ...options, sites: [] });
  const columns = description.columns.map(({ name, unit }) => ({ name, unit }));
  const run = { ...identityOf({ ...options, sites: [] }), format: FORMAT, sitesPerPart };
  return { sitesPerPart, columns, run: JSON.parse(JSON.stringify(run)) };
}

/** @experimental */
export interface PartMaker {
  /** @throws the signal's reason; errors that concern all sites: a module of the run, threads that do not start */
  make(part: PartSites, signal?: AbortSignal): Promise<PartFile>;
  close(): Promise<void>;
}

/**
 * Threads that make parts until they are closed.
 *
 * @throws the errors of `simulate`; MissingPackageError if the package that writes Parquet is not installed
 * @experimental
 */
export async function openPartMaker(options: PartOptions): Promise<PartMaker> {
  const { description } = await planOf({ ...options, sites: [] });
  const run = checkOptions({ ...options, sites: [], reuse: true });
  // Without the package nothing is begun.
  await openFormat(FORMAT, description, {});
  return new Maker(run, description);
}

class Maker implements PartMaker {
  private readonly run: RunOptions;
  private readonly description: TableDescription;
  private readonly encoder: Encoder;
  private readonly shape: ReturnType<typeof resultShape>;
  private readonly crew: Crew;
  /** Of parts that are done: each knows how many rows to expect. */
  private readonly builders: BlockBuilder[] = [];

  constructor(run: RunOptions, description: TableDescription) {
    this.run = run;
    this.description = description;
    this.shape = resultShape(run.spec);
    this.crew = openCrew(run);
    const { workers } = this.crew;
    const task = { format: FORMAT, description, options: {}, asFile: true } as const;
    this.encoder = openEncoder(task, usualEncoders(workers, run.memoryLimit));
  }

  async make({ first, sites }: PartSites, signal?: AbortSignal): Promise<PartFile> {
    signal?.throwIfAborted();
    const builder = this.builders.pop() ?? new BlockBuilder(this.description);
    const failed: FailedSite[] = [];
    const told: ToldOfSite[] = [];
    const counted = new Map<string, CountedNote>();
    for await (const result of new Run({ ...this.run, sites, signal }, this.crew).results()) {
      const placed = { ...result, index: first + result.index };
      if (!placed.ok) {
        failed.push(failedSite(placed));
        continue;
      }
      builder.append(rowsOf(this.shape, placed));
      const notes = toldOf(placed);
      if (notes) told.push(notes);
      for (const note of [...placed.told, ...placed.notices]) count(counted, note, placed.id);
    }
    const block = builder.take();
    this.builders.push(builder);
    const { bytes } = block.rows > 0 ? await this.encoder.encode(block) : { bytes: new Uint8Array() };
    builder.giveBack(block);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { bytes, sha256, rows: block.rows, failed, told, notes: [...counted.values()] };
  }

  async close(): Promise<void> {
    await this.crew.workers.close();
    await this.encoder.close();
  }
}

function count(counted: Map<string, CountedNote>, note: SiteNote, site: string): void {
  const kind = `${note.code}\n${note.about ?? ""}`;
  const known = counted.get(kind);
  counted.set(kind, known ? { ...known, sites: known.sites + 1 } : { note, site, sites: 1 });
}
