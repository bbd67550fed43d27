/** What carries parts of jobs to those who make them, and their results back. Claim, retry, back-off and lapse are its own. */

/** Attempts at a part: in the last one what fails in passing becomes its line. */
export const MOST_ATTEMPTS = 5;

export interface JobCarrier {
  /** Whether this server makes a part now. */
  readonly isWorking: boolean;
  /** Gives back what this server is making. */
  stop(): Promise<void>;
}
