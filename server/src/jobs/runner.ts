/**
 * Makes the parts of jobs, one after the other, as long as the server runs: claimed, computed, written, charged. Whatever
 * fails is given back, to be tried again here or elsewhere; nothing that is thrown leaves the runner.
 */
import type { Jobs, PartClaim } from "../accounts/jobs.js";
import { unlessAborted } from "../unless-aborted.js";
import { BackOff, backOffOf, PAUSES } from "../work/back-off.js";
import { PassingFailure } from "../work/passing-failure.js";
import { CLAIM_LIFE, ClaimKeeper, ClaimLost } from "./claim-keeper.js";
import type { Doorbell } from "./doorbell.js";
import { finishPatiently, isAway } from "./finish.js";
import type { JobWatch } from "./job-watch.js";
import { type MadePart, type MakeSite, makePart } from "./make-part.js";
import { type JobRequest, readRequest } from "./request.js";
import { isOfStore, type ResultFiles } from "./result-files.js";

/** ms between two looks for parts. */
const LOOK = 1000;
/** Of a part: in the last one what fails in passing becomes its line. */
const MOST_ATTEMPTS = 5;

export interface RunnerOptions {
  readonly jobs: Jobs;
  readonly results: ResultFiles;
  readonly make: MakeSite;
  /** Sites at a time. */
  readonly ahead: number;
  readonly doorbell: Doorbell;
  readonly clock: () => number;
  readonly watch: JobWatch;
  /** ms before the store is tried again, doubled each time. Default: 5 s. */
  readonly firstPause?: number | undefined;
  /** ms between two renewals of a claim. */
  readonly renewal?: number | undefined;
}

/** The server stops: the part is as if nobody had tried it. */
class Stopping extends Error {}

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #stopping = new AbortController();
  readonly #storePause: BackOff;
  readonly #databasePause = new BackOff(PAUSES.database);
  readonly #running: Promise<void>;
  #known: { readonly id: string; readonly request: JobRequest } | undefined;
  #isWorking = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#storePause = new BackOff({ ...PAUSES.part, shortest: options.firstPause ?? PAUSES.part.shortest });
    this.#running = this.#run();
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Gives the part back that is being made. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Stopping("the server stops"));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { jobs, clock, doorbell, watch } = this.#options;
    while (!signal.aborted) {
      try {
        const claim = await jobs.claim(clock(), CLAIM_LIFE);
        watch.works();
        this.#databasePause.reset();
        if (claim === undefined) await doorbell.wait(LOOK, signal);
        else await this.#take(claim);
      } catch (thrown) {
        watch.fails("the database of jobs", thrown);
        await this.#databasePause.wait(signal);
      }
    }
  }

  async #take(claim: PartClaim): Promise<void> {
    const { jobs, clock, renewal } = this.#options;
    const keeper = new ClaimKeeper(jobs, claim, clock, renewal);
    this.#isWorking = true;
    try {
      await this.#work(claim, AbortSignal.any([keeper.signal, this.#stopping.signal]));
    } catch (thrown) {
      await this.#failed(claim, thrown);
    } finally {
      this.#isWorking = false;
      keeper.stop();
    }
  }

  async #work(claim: PartClaim, signal: AbortSignal): Promise<void> {
    const { make, ahead } = this.#options;
    const since = performance.now();
    const request = await this.#requestOf(claim);
    if (request === undefined) throw new ClaimLost();
    const order = { claim, request, make, ahead, isLastAttempt: claim.attempts >= MOST_ATTEMPTS };
    const made = await unlessAborted(makePart(order, signal), signal);
    await this.#keep(claim, request, made, performance.now() - since, signal);
  }

  /** Written, and then charged: a charge is for results that are there. */
  async #keep(claim: PartClaim, request: JobRequest, made: MadePart, duration: number, signal: AbortSignal) {
    const { jobs, clock, watch } = this.#options;
    const file = await this.#written(claim, made, signal);
    const { tokens, failedSites, rows, columns } = made;
    const charge = {
      requestId: `${claim.job}.${claim.part}`,
      at: clock(),
      endpoint: `jobs/${request.endpoint}`,
      ...{ rows, columns, duration, bytes: file.bytes, status: 200 },
    };
    const done = { file, failedSites, tokens: Math.min(tokens, claim.tokens), charge };
    const outcome = await finishPatiently(() => jobs.finish(claim, done, clock()), this.#stopping.signal);
    if (outcome === "lost") {
      await this.#discard(file.name);
      throw new ClaimLost();
    }
    watch.done(claim, request.endpoint, made);
    await this.#tellEnd(claim.job);
  }

  async #written(claim: PartClaim, { file }: MadePart, signal: AbortSignal) {
    const { results, watch } = this.#options;
    const name = results.nameOf(claim);
    try {
      const written = await unlessAborted(results.write(name, file), signal);
      watch.storeWorks();
      this.#storePause.reset();
      return written;
    } catch (thrown) {
      await this.#discard(name);
      throw thrown;
    }
  }

  /** What cannot be removed now goes with its job. */
  async #discard(name: string): Promise<void> {
    const { results } = this.#options;
    await unlessAborted(results.remove(name), this.#stopping.signal).catch(() => {});
  }

  async #failed(claim: PartClaim, thrown: unknown): Promise<void> {
    const { watch } = this.#options;
    if (thrown instanceof ClaimLost) return watch.lost(claim);
    if (thrown instanceof Stopping) return this.#giveBack(claim, undefined, thrown.message);
    // No fault of the part: others would meet the same.
    if (isAway(thrown)) return this.#giveBack(claim, undefined, (thrown as Error).message);
    if (isOfStore(thrown)) {
      watch.storeFails(thrown);
      await this.#giveBack(claim, undefined, thrown.message);
      return this.#storePause.wait(this.#stopping.signal);
    }
    const isExpected = thrown instanceof PassingFailure;
    if (!isExpected) watch.bug(claim, thrown);
    // Customers read it: of what nobody expected it says nothing.
    const text = isExpected ? thrown.message : "internal error";
    const isLast = claim.attempts >= MOST_ATTEMPTS;
    await this.#giveBack(claim, {
      text,
      notBefore: isLast ? null : this.#options.clock() + backOffOf(claim.attempts, PAUSES.part),
    });
  }

  /** @param failure none: no attempt is counted */
  async #giveBack(claim: PartClaim, failure: Parameters<Jobs["giveBack"]>[1], reason = failure?.text): Promise<void> {
    const { jobs, watch } = this.#options;
    await jobs.giveBack(claim, failure).catch((thrown: unknown) => watch.fails("a part cannot be given back", thrown));
    if (failure?.notBefore !== null) return watch.givenBack(claim, reason ?? "");
    watch.givenUp(claim, failure.text);
    await this.#tellEnd(claim.job);
  }

  /** undefined: the job was removed. */
  async #requestOf({ job: id }: PartClaim): Promise<JobRequest | undefined> {
    if (this.#known?.id !== id) {
      const text = await this.#options.jobs.request(id);
      this.#known = text === undefined ? undefined : { id, request: await readRequest(text) };
    }
    return this.#known?.request;
  }

  async #tellEnd(id: string): Promise<void> {
    const job = await this.#options.jobs.find(id).catch(() => undefined);
    if (job !== undefined && job.state !== "living") this.#options.watch.ended(job);
  }
}
