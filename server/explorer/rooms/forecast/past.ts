/** The observations of the past day, asked for once for each place and surface; by a click where they cost tokens. */
import { extended, requestOf, type SeriesRequest, written } from "../../request/request.js";
import { type Answer, answerOf } from "../../service/answer.js";
import type { Service } from "../../service/service.js";
import type { State } from "../../state/state.js";

export class Past {
  problem = "";
  answer: Answer | undefined;
  private readonly service: Service;
  private readonly listeners: (() => void)[] = [];
  private asked = "";
  private cost: number | undefined;
  private fetching = "";

  constructor(service: Service) {
    this.service = service;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Hears which forecast is shown. */
  follow(state: State): void {
    const request = pastOf(state);
    if (written(request) === this.asked) return;
    this.asked = written(request);
    this.answer = undefined;
    this.cost = undefined;
    this.problem = "";
    void this.price(request);
  }

  get isLoading(): boolean {
    return !this.answer && this.problem === "" && (this.cost === undefined || this.fetching === this.asked);
  }

  /** Tokens, while the observations cost some and nobody has asked for them. */
  get offered(): number | undefined {
    return this.answer || this.isLoading || this.problem !== "" ? undefined : this.cost;
  }

  /** A click: the price has been seen. */
  async fetch(state: State): Promise<void> {
    const request = pastOf(state);
    this.problem = "";
    const loading = this.tried(request, () => this.load(request));
    this.tell();
    await loading;
    this.tell();
  }

  private async price(request: SeriesRequest): Promise<void> {
    await this.tried(request, async () => {
      const { cost } = await this.service.price(written(extended(request)));
      if (written(request) !== this.asked) return;
      this.cost = cost;
      if (cost === 0) await this.load(request);
    });
    this.tell();
  }

  private async load(request: SeriesRequest): Promise<void> {
    this.fetching = written(request);
    try {
      const answer = answerOf(request, await this.service.get(written(extended(request))));
      if (written(request) === this.asked) this.answer = answer;
    } finally {
      if (this.fetching === written(request)) this.fetching = "";
    }
  }

  /** A refusal of what is no longer asked for says nothing. */
  private async tried(request: SeriesRequest, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (written(request) === this.asked) this.problem = (thrown as Error).message;
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function pastOf(state: State): SeriesRequest {
  return requestOf({ ...state, endpoint: "observation/realtime", start: "", end: "", more: "" });
}
