export interface Judged {
  readonly faults: string[];
  /** Of docs/reference/specification.md, with counts and the tests yet to be written: where there is no fault. */
  readonly page?: string;
  readonly counts?: string;
  readonly unwritten?: string[];
}

/** Rules, in the form of rules.yaml, held to the tests that they name. */
export function judgeRules(text: string): Judged;
/** The text of the rules without marks that are no longer true. */
export function settledRules(text: string): string;
