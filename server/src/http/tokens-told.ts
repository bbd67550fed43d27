/** What an answer costs and what is left, in headers: on every metered answer, errors too. */
import type { FastifyReply } from "fastify";
import { MICRO } from "../accounts/accounts.js";
import type { Service } from "../service.js";
import type { Caller } from "./callers.js";

/** @param cost micro-tokens */
export function tellTokens(reply: FastifyReply, service: Service, caller: Caller, cost: number): void {
  reply.header("API-Tokens-Cost", inTokens(cost));
  tellBalance(reply, service, caller);
}

export function tellBalance(reply: FastifyReply, service: Service, { access }: Caller): void {
  if (access === undefined) return;
  const { remaining, granted } = service.accounts.balance(access.account);
  reply.header("API-Tokens-Remaining", inTokens(remaining)).header("API-Tokens-Limit", inTokens(granted));
}

export function inTokens(micro: number): string {
  return String(micro / MICRO);
}
