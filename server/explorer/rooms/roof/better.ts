/**
 * The best fixed plane beside one's own: a second request, which goes out by itself once the first number is here and where it is free,
 * else by a click. It knows nothing of one's own plane, so that a panel that is dragged asks for it once.
 */
import { written } from "../../request/request.js";
import { type YieldRequest, yieldRequestOf, yieldSent } from "../../request/yield-request.js";
import { type YieldAnswer, yieldAnswerOf } from "../../service/yield-answer.js";
import type { State } from "../../state/state.js";
import type { Page } from "../page.js";

export type BetterStage = "none" | "offered" | "waiting" | "found" | "failed";

export class BestPlane {
  stage: BetterStage = "none";
  found: YieldAnswer | undefined;
  /** Why it was not found. */
  failure = "";
  private readonly page: Page;
  private readonly changed: () => void;
  private request: YieldRequest | undefined;
  private flight: AbortController | undefined;

  constructor(page: Page, changed: () => void) {
    this.page = page;
    this.changed = changed;
  }

  /** To be called when the answer, or what is asked, has changed. */
  follow(): void {
    const { yields, store } = this.page;
    const request = bestRequestOf(store.state);
    if (request && this.request && written(request) === written(this.request)) return;
    this.drop();
    if (!request || !yields.answer || !yields.isCurrent || yields.stage.kind !== "answered") return;
    this.request = request;
    // The answer may have been another key's.
    if (yields.price?.cost === 0) void this.ask();
    else this.enter("offered");
  }

  async ask(): Promise<void> {
    const { request } = this;
    if (!request) return;
    const flight = new AbortController();
    this.flight = flight;
    this.enter("waiting");
    try {
      const reply = await this.page.service.get(written(yieldSent(request)), flight.signal);
      if (flight.signal.aborted) return;
      this.found = yieldAnswerOf(request, reply);
      this.enter("found");
    } catch (thrown) {
      if (flight.signal.aborted) return;
      this.failure = (thrown as Error).message;
      this.enter("failed");
    }
  }

  private drop(): void {
    this.flight?.abort();
    this.request = undefined;
    this.found = undefined;
    this.enter("none");
  }

  private enter(stage: BetterStage): void {
    if (stage === "none" && this.stage === "none") return;
    this.stage = stage;
    this.changed();
  }
}

/** undefined: there is no one plane to be better than, or it is the best one. */
export function bestRequestOf(state: State): YieldRequest | undefined {
  const isOwnPlane = state.system === "" && state.tracking_mode === "none" && state.roof_plane === "own";
  return isOwnPlane ? yieldRequestOf({ ...state, roof_plane: "best" }) : undefined;
}
