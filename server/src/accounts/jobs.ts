/**
 * Jobs as they are stored: beside the accounts, so that a part that is done and its charge are one transaction. The tokens of
 * a job are held from its first moment until each part is charged or the job has ended, over restarts of all servers.
 *
 * Times are Unix ms, tokens micro-tokens.
 */
import type { ChargeEntry } from "./accounts.js";

/** `living` from its creation until every part is done or given up; nothing is computed or charged after its end. */
export type JobState = "living" | "finished" | "cancelled";

/** `given-up`: it was tried too often; free. */
type PartState = "waiting" | "running" | "done" | "given-up";

/** A part that is to be made: consecutive sites. */
export interface NewPart {
  readonly sites: number;
  /** Its price if no site fails. */
  readonly tokens: number;
}

/** An `Idempotency-Key`: another job of the account with it is the same one, if its fingerprint is. */
export type RepeatOfJob = { readonly key: string; readonly fingerprint: string };

export interface NewJob {
  readonly id: string;
  readonly account: string;
  /** Of the key it was asked for with. */
  readonly keyId: string;
  readonly created: number;
  /** What is to be computed, as JSON: the store does not look into it. At the job's end its first 120 characters stay. */
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
  /** The first 120 characters of its request. */
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
  /** Of the sites in done parts. */
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
  /** Of a part that is done: its sites that failed, as its result names them. */
  readonly failures: string | null;
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
  /** Which ones, where the file does not say it: as JSON, into which the store does not look. */
  readonly failures: string | null;
  /** At most the part's; the others are free again. */
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
