/** The file of many years in the making: its plan, the price of all, the parts as they come, and the files made of them. */
import { csvAsked } from "../../request/caller.js";
import { isSame, written } from "../../request/request.js";
import { save } from "../../result/save.js";
import { pause } from "../../service/pace.js";
import { Problem } from "../../service/problem.js";
import type { Service } from "../../service/service.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { aboutText, type Facts, fileName, metadataOf, NO_FACTS, type Subject, withFacts } from "./about.js";
import type { Format } from "./formats.js";
import { Gathering } from "./gathering.js";
import { columnsOf, csvOf, type Hole, holesOf, type Piece, pieceOf, piecesOf } from "./joined.js";
import type { Part, Plan } from "./plan.js";
import { type Quote, quoteOf } from "./quote.js";
import { yearsOf } from "./years-choice.js";

/** ms without a change before prices are asked for. */
const CALM = 400;

export class YearsWork {
  readonly plan: Plan;
  readonly gathering: Gathering<Piece>;
  quote: Quote | undefined;
  /** How many parts have a price. */
  priced = 0;
  /** Of the price, or of writing: what goes wrong while parts come is in their stage. */
  problem: Problem | undefined;
  /** The format to save in as soon as all is there. */
  wanted: Format | undefined;
  isWriting = false;
  facts: Facts = NO_FACTS;
  private isDropped = false;
  private readonly state: State;
  private readonly service: Service;
  private readonly heard: () => void;

  /** @param heard is called after each change */
  constructor(state: State, plan: Plan, service: Service, heard: () => void) {
    this.state = state;
    this.plan = plan;
    this.service = service;
    this.heard = heard;
    this.gathering = new Gathering(plan.parts, (part, repeatKey, signal) => this.fetch(part, repeatKey, signal));
    this.gathering.onChange(() => this.follow());
  }

  /** Another plan is asked for: nothing of this one is sent, heard or saved any more. */
  drop(): void {
    this.isDropped = true;
    if (["running", "waiting"].includes(this.gathering.stage.kind)) this.gathering.stop();
  }

  isOf(plan: Plan): boolean {
    const { parts } = this.plan;
    return (
      parts.length === plan.parts.length &&
      parts.every(({ request }, k) => isSame(request, (plan.parts[k] as Part).request))
    );
  }

  async price(): Promise<void> {
    await pause(CALM);
    try {
      this.quote = await quoteOf(
        this.plan.parts,
        (part) => this.priceOf(part),
        (done) => {
          this.priced = done;
          this.tell();
        },
      );
    } catch (thrown) {
      this.problem = problemFrom(thrown);
    }
    this.tell();
  }

  /** Begins, or goes on; saves when all is there. */
  get(format: Format): void {
    this.wanted = format;
    void this.gathering.go();
  }

  get pieces(): Piece[] {
    return piecesOf(this.gathering.outcomes);
  }

  get rows(): number {
    return this.pieces.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** What is missing in the file: parts without data, and those that were not asked for. */
  get holes(): Hole[] {
    const { outcomes } = this.gathering;
    const left = this.plan.parts.slice(outcomes.length).map(({ label }) => ({ label, reason: "" }));
    return [...holesOf(outcomes), ...left];
  }

  nameFor(ending: string): string {
    return fileName(this.subject, ending);
  }

  async write(format: Format): Promise<void> {
    this.wanted = format;
    this.isWriting = true;
    this.tell();
    try {
      const blob = await this.fileAs(format);
      save(this.nameFor(format.ending), blob, blob.type);
    } catch (thrown) {
      this.problem = new Problem(0, texts().data.unwritten((thrown as Error).message));
    }
    this.isWriting = false;
    this.tell();
  }

  writeAbout(): void {
    save(this.nameFor("txt"), aboutText(this.metadata), "text/plain;charset=utf-8");
  }

  private async fileAs({ ending }: Format): Promise<Blob> {
    const { pieces, columns } = this;
    if (ending === "csv") return csvOf(pieces, columns);
    return (await import("./parquet.js")).parquetOf(pieces, columns, this.metadata);
  }

  private get columns(): string[] {
    return columnsOf(this.pieces, this.plan.columns);
  }

  private get metadata(): { [key: string]: string } {
    return metadataOf(this.subject, this.columns, Date.now());
  }

  private get subject(): Subject {
    const { state, facts, holes, service, plan } = this;
    const { first, last } = yearsOf(state, Date.now());
    const requests = plan.parts.map(({ request }) => service.address(written(csvAsked(request))));
    return { state, period: `${first}-${last}_${state.frequency}`, facts, holes, requests };
  }

  private priceOf({ request }: Part) {
    if (this.isDropped) throw new Problem(0, "");
    return this.service.price(written(csvAsked(request)));
  }

  private async fetch({ request }: Part, repeatKey: string, signal: AbortSignal): Promise<Piece> {
    const { text, headers } = await this.service.get(written(csvAsked(request)), signal, repeatKey);
    this.facts = withFacts(this.facts, headers);
    return pieceOf(text);
  }

  private follow(): void {
    this.tell();
    const isWanted = this.gathering.stage.kind === "done" && this.wanted && this.pieces.length > 0;
    if (isWanted && !this.isDropped) void this.write(this.wanted as Format);
  }

  private tell(): void {
    if (!this.isDropped) this.heard();
  }
}

function problemFrom(thrown: unknown): Problem {
  return thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error).message);
}
