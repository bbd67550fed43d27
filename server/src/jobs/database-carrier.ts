/**
 * Carries parts by the database of the accounts: this server claims one after the other, makes it, and charges it. Whatever
 * fails is given back, to be tried again here or elsewhere; nothing that is thrown leaves the carrier.
 */
import type { Jobs } from "../accounts/jobs/stored-jobs.js";
import type { PartClaim } from "../accounts/jobs.js";
import { BackOff, backOffOf, PAUSES, PassingFailure } from "../background/back-off.js";
import { type Doorbell, finishPatiently, isAway, type JobWatch, type PartBooks } from "./job-watch.js";
import { type JobCarrier, MOST_ATTEMPTS, type PartMaker } from "./make-part.js";
import { isOfStore } from "./result-files.js";

/** ms between two looks for parts. */
const LOOK = 1000;
/** ms until a claim lapses, and between two renewals. */
const CLAIM_LIFE = 60_000;
const RENEWAL = 15_000;

export interface DatabaseCarrierOptions {
  readonly jobs: Jobs;
  readonly maker: PartMaker;
  readonly books: PartBooks;
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

/** The job was cancelled, or another server has the part. */
class ClaimLost extends Error {
  constructor() {
    super("the claim of the part has ended");
  }
}

export class DatabaseCarrier implements JobCarrier {
  readonly #options: DatabaseCarrierOptions;
  readonly #stopping = new AbortController();
  readonly #storePause: BackOff;
  readonly #databasePause = new BackOff(PAUSES.database);
  readonly #running: Promise<void>;
  #isWorking = false;

  constructor(options: DatabaseCarrierOptions) {
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
    this.#options.doorbell.onCancelled((job) => job === claim.job && keeper.lose());
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

  /** Written, and then charged: a charge is for results that are there. */
  async #work(claim: PartClaim, signal: AbortSignal): Promise<void> {
    const { maker, books, watch } = this.#options;
    const request = await books.requestOf(claim);
    if (request === undefined) throw new ClaimLost();
    const task = { ...claim, request, isLastAttempt: claim.attempts >= MOST_ATTEMPTS };
    const result = await maker.make(task, signal, this.#stopping.signal);
    watch.storeWorks();
    this.#storePause.reset();
    const finish = () => books.finish(claim, request.endpoint, result);
    if ((await finishPatiently(finish, this.#stopping.signal)) === "written") return;
    await maker.discard(result.file.name, this.#stopping.signal);
    throw new ClaimLost();
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
    const { jobs, books, watch } = this.#options;
    await jobs.giveBack(claim, failure).catch((thrown: unknown) => watch.fails("a part cannot be given back", thrown));
    if (failure?.notBefore !== null) return watch.givenBack(claim, reason ?? "");
    watch.givenUp(claim, failure.text);
    await books.tellEnd(claim.job);
  }
}

/** Keeps the claim of a part while it is made, and notices when it has ended. */
class ClaimKeeper {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(jobs: Jobs, claim: PartClaim, clock: () => number, every = RENEWAL) {
    this.#timer = setInterval(() => {
      // What does not answer now answers next time, or the claim lapses, which the end of the part brings to light.
      jobs.renew([claim], clock(), CLAIM_LIFE).then(
        ({ length: ended }) => ended > 0 && this.lose(),
        () => {},
      );
    }, every);
  }

  lose(): void {
    this.#controller.abort(new ClaimLost());
  }

  /** Aborts when the claim has ended. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
