import { expect, it } from "vitest";
import { MICRO, OutOfTokensError } from "../../src/accounts/accounts.js";
import { asHttpError } from "../../src/http/errors.js";

const balance = { granted: 3 * MICRO, used: 2 * MICRO, held: 0, remaining: MICRO / 2, nextExpiry: null, expired: 0 };

it("without tokens a request is answered 402, with its cost and what is left", () => {
  const { status, message } = asHttpError(new OutOfTokensError(MICRO, balance));
  expect(status).toBe(402);
  expect(message).toBe("the request costs 1 tokens; 0.5 are left");
});

it("says when tokens have expired", () => {
  const { message } = asHttpError(new OutOfTokensError(MICRO, { ...balance, expired: 1_500_000 }));
  expect(message).toBe("the request costs 1 tokens; 0.5 are left (1.5 unused ones expired with their grant)");
});
