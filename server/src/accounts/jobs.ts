/**
 * Jobs as they are stored: beside the accounts, so that a part that is done and its charge are one transaction. The tokens of
 * a job are held from its first moment until each part is charged or the job has ended, over restarts of all servers.
 *
 * Times are Unix ms, tokens micro-tokens.
 */
import type { ChargeEntry } from "./charge-entry.js";

/** `living` from its creation until every part is done or given up; nothing is computed or charged after its end. */
export type JobState = "living" | "finished" | "cancelled";

/** `given-up`: it was tried too often; free. */
export type PartState = "waiting" | "running" | "done" | "given-up";

/** A part that is to be made: consecutive sites. */
export interface NewPart {
  readonly sites: number;
  /** Its price if no site fails. */
  readonly tokens: number;
}

/** An `Idempotency-Key`: another job of the account with it is the same one, if its fingerprint is. */
export interface RepeatOfJob {
  readonly key: string;
  readonly fingerprint: string;
}

export interface NewJob {
  readonly id: string;
  readonly account: string;
  /** Of the key it was asked for with. */
  readonly keyId: string;
  readonly created: number;
  /** What is to be computed, as JSON: the store does not look into it. At the job's end its first 100 characters stay. */
  readonly request: string;
  readonly repeat: RepeatOfJob | undefined;
  readonly parts: readonly NewPart[];
  /** Jobs of the account that may live at a time, with this one. */
  readonly mostLiving: number;
  /** Bytes of their requests. */
  readonly mostBytes: number;
}

export interface StoredJob {
  readonly id: string;
  readonly account: string;
  readonly keyId: string;
  readonly created: number;
  /** The first 100 characters of its request. */
  readonly beginning: string;
  readonly state: JobState;
  /** null while it lives. */
  readonly ended: number | null;
  readonly sites: number;
  readonly parts: number;
  /** Of its parts. */
  readonly done: number;
  readonly givenUp: number;
  /** Of done parts. */
  readonly doneSites: number;
  /** Of those of done parts. */
  readonly failedSites: number;
  /** Price of all parts if no site fails. */
  readonly tokens: number;
  readonly charged: number;
  readonly held: number;
}

export interface StoredPart {
  readonly part: number;
  /** Place of its first site in the job. */
  readonly first: number;
  readonly sites: number;
  readonly state: PartState;
  readonly attempts: number;
  readonly failedSites: number;
  readonly tokens: number;
  /** Of a part that is done. */
  readonly file: PartFile | null;
  /** Why its last attempt did not succeed. */
  readonly failure: string | null;
}

/** Of the file a part was written to. */
export interface PartFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A part as it was planned, for whoever makes or charges it. */
export interface JobPart {
  readonly job: string;
  readonly account: string;
  readonly part: number;
  readonly first: number;
  readonly sites: number;
  readonly tokens: number;
}

/** An attempt at a part. */
export interface PartAttempt extends JobPart {
  /** No two attempts have the same. */
  readonly id: string;
}

/** A part that this server computes: another one takes it when the claim is not renewed in time. */
export interface PartClaim extends PartAttempt {
  /** This one included. */
  readonly attempts: number;
}

export interface DonePart {
  readonly file: PartFile;
  readonly failedSites: number;
  /** At most those of the part; the others are free again. */
  readonly tokens: number;
  readonly charge: Omit<ChargeEntry, "answer" | "fingerprint">;
}

/** `other`: the key was used with another request. */
export type JobAgain = { readonly kind: "again"; readonly job: StoredJob } | { readonly kind: "other" };

/** `too-many`: the account has as many living jobs as it may; `too-large`: their requests would be too long together. */
export type JobCreation =
  | JobAgain
  | { readonly kind: "new"; readonly job: StoredJob }
  | { readonly kind: "too-many" | "too-large" };

/** All methods throw AccountsUnavailableError while the database does not answer; what they were asked for may then be done or not. */
export interface Jobs {
  /** The job of an `Idempotency-Key`; undefined: it does not exist yet. */
  again(account: string, repeat: RepeatOfJob): Promise<JobAgain | undefined>;
  /** Holds the price of all parts. @throws OutOfTokensError: then there is no job */
  create(job: NewJob): Promise<JobCreation>;
  /** The account's own, newest first. */
  list(account: string, most: number): Promise<readonly StoredJob[]>;
  /** Undefined: it does not exist. The caller decides who may see it. */
  find(id: string): Promise<StoredJob | undefined>;
  /** Whether its parts are to be made now: it lives, and its account is not suspended. */
  isWanted(id: string): Promise<boolean>;
  /** What it was asked for, whole: of thousands of sites it is long. undefined: no such job lives. */
  request(id: string): Promise<string | undefined>;
  parts(id: string): Promise<readonly StoredPart[]>;
  /** A single part, in whatever state; undefined: there is no such job. */
  part(job: string, part: number): Promise<JobPart | undefined>;
  /** Parts that nobody has claimed, but of suspended accounts; the accounts take turns, each with its oldest part first. */
  waiting(most: number): Promise<readonly JobPart[]>;
  /**
   * A part that waits or whose claim has lapsed, of the account that is not suspended with the fewest that run, of its oldest job.
   *
   * @param life ms until the claim lapses if it is not renewed
   */
  claim(now: number, life: number): Promise<PartClaim | undefined>;
  /** @returns those of the claims that have ended: the job was cancelled, or another server has the part */
  renew(claims: readonly PartClaim[], now: number, life: number): Promise<readonly PartClaim[]>;
  /** The part waits again, until `notBefore`, or is given up. A part that was interrupted by the server's own end has no failure, and no attempt counts. */
  giveBack(
    claim: PartClaim,
    failure: { readonly text: string; readonly notBefore: number | null } | undefined,
  ): Promise<void>;
  /** A part that no server has claimed is given up. No effect on one that is no longer open. */
  giveUp(part: JobPart, failure: string, now: number): Promise<void>;
  /**
   * The part is done and charged, in one transaction; the job has ended when it was the last. Resolves when it is on disk.
   * The first result of a part counts, whoever made it; the same one that comes again changes nothing.
   *
   * @returns `written`: the part's file is this one; `lost`: it is another, or the job has ended: nothing is charged
   */
  finish(attempt: PartAttempt, done: DonePart, now: number): Promise<"written" | "lost">;
  /** Ends a living job: parts that are done stay, the tokens of the others are free again. No effect on one that has ended. */
  cancel(id: string, now: number): Promise<void>;
  /** Forgets a job that has ended, its parts with it. Its charges stay. */
  remove(id: string): Promise<void>;
  /** Ids of jobs that ended before, and of those of deleted accounts. */
  endedBefore(time: number, most: number): Promise<readonly string[]>;
  /** A random text of 64 hexadecimal digits, made once and the same for all servers on the store: it signs links. */
  secret(): Promise<string>;
}
