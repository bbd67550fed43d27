/** The tokens of an answer: held before it is computed, charged before its first byte, given back when it fails. */
import type { FastifyReply } from "fastify";
import { type Access, type Hold, type KeptAnswer, MICRO, type RequestMark } from "../accounts/accounts.js";
import type { RenderedAnswer } from "../answers/series.js";
import type { Service } from "../service.js";
import type { Caller } from "./callers.js";
import { notRecorded } from "./errors.js";
import { fieldString } from "./headers.js";
import type { Repeat, Visit } from "./visit.js";

export const TOKENS_NOTICE = "API-Tokens-Notice";

interface AnswerPrice {
  /** undefined: the demo key, which pays nothing. */
  readonly access: Access | undefined;
  /** Micro-tokens, repeats included: they show the price, and are free. */
  readonly cost: number;
  /** Of the charge. */
  readonly requestId: string;
  readonly endpoint: string;
  readonly repeat?: Repeat | undefined;
  readonly mark: RequestMark | undefined;
}

export class AnswerCharge {
  readonly #service: Service;
  readonly #price: AnswerPrice;
  readonly #hold: Hold | undefined;

  private constructor(service: Service, price: AnswerPrice, hold: Hold | undefined) {
    this.#service = service;
    this.#price = price;
    this.#hold = hold;
  }

  /** From here on the repeat ends with the hold. @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError */
  static async hold(service: Service, price: AnswerPrice): Promise<AnswerCharge> {
    const { access, cost, repeat, mark } = price;
    if (access === undefined) return new AnswerCharge(service, price, undefined);
    const tokens = repeat?.first ? 0 : cost;
    const hold = await service.accounts.hold(access, tokens, { repeat: repeat?.key, request: mark });
    if (repeat) repeat.isHeld = true;
    return new AnswerCharge(service, price, hold);
  }

  /** Without effect when it was charged. */
  release(): void {
    if (this.#hold) this.#service.accounts.release(this.#hold);
  }

  /**
   * @param duration ms of computation
   * @throws HttpError 503 if the charge is not known to be recorded: then there is no answer
   */
  async commit(
    visit: Visit,
    rendered: RenderedAnswer,
    duration: number,
    answer: KeptAnswer | undefined,
  ): Promise<void> {
    const { rows, columns, body } = rendered;
    visit.rows += rows;
    visit.columns = Math.max(visit.columns, columns);
    const hold = this.#hold;
    if (hold === undefined) return;
    const { requestId, endpoint, mark } = this.#price;
    const figures = { rows, columns, bytes: body.byteLength, duration, status: 200 };
    const about = { requestId, fingerprint: mark?.fingerprint, at: visit.now, endpoint };
    await this.#service.accounts.charge(hold, { ...figures, ...about, answer }).catch((cause) => {
      throw notRecorded(cause);
    });
    visit.charged += hold.tokens;
    visit.charges.push(requestId);
    this.#service.grantWatch.look(hold.access.account);
  }
}

/** @param cost micro-tokens */
export function showTokens(reply: FastifyReply, service: Service, caller: Caller, cost: number): void {
  reply.header("API-Tokens-Cost", inTokens(cost));
  showBalance(reply, service, caller);
}

export function showBalance(reply: FastifyReply, service: Service, { access }: Caller): void {
  if (access === undefined) return;
  const { remaining, granted } = service.accounts.balance(access.account);
  reply.header("API-Tokens-Remaining", inTokens(remaining)).header("API-Tokens-Limit", inTokens(granted));
  const share = service.grantWatch.look(access.account);
  if (share > 0) reply.header(TOKENS_NOTICE, fieldString(`${share} % of the tokens granted are used`));
  else reply.removeHeader(TOKENS_NOTICE);
}

function inTokens(micro: number): string {
  return String(micro / MICRO);
}
