import { expect } from "vitest";
import { RequestError } from "../../../src/data/contract/observation/readers.js";

/** The error with which `act` refuses a request. */
export function refusal(act: () => unknown): RequestError {
  try {
    act();
  } catch (cause) {
    expect(cause).toBeInstanceOf(RequestError);
    return cause as RequestError;
  }
  throw new Error("nothing was refused");
}

/** Options or queries that are a program's fault, not a user's. */
export function expectProgramError(act: () => unknown, kind: ErrorConstructor, text: RegExp): void {
  expect(act).toThrow(kind);
  expect(act).toThrow(text);
  expect(act).not.toThrow(RequestError);
}
