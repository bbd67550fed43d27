/** The file of many years in the making: its plan, the price of all, the parts as they come, and the files made of them. */
import { CLIMATE_PARAMETERS } from "irradiance-engine/internal/contract";
import { plainUnit } from "../../chart/months.js";
import { csvAsked } from "../../request/caller.js";
import { isSame, written } from "../../request/request.js";
import { save } from "../../result/picture.js";
import { Problem } from "../../service/problem.js";
import { type NamedSource, namedSources, noticesIn } from "../../service/provenance.js";
import { pause, type Service } from "../../service/service.js";
import { isOfCalendar, type State } from "../../state/state.js";
import type { Format } from "./formats.js";
import { Gathering, type Outcome, type Part, type Piece, type Plan, type Quote, quoteOf } from "./plan.js";
import { words } from "./words.js";
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
      this.problem = thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error).message);
    }
    this.tell();
  }

  /** Begins, or goes on; saves when all is there. */
  get(format: Format): void {
    this.wanted = format;
    void this.gathering.go();
  }

  get pieces(): Piece[] {
    const { outcomes } = this.gathering;
    return outcomes.flatMap((one) => ("piece" in one && one.piece.rows > 0 ? [one.piece] : []));
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
      this.problem = new Problem(0, words().unwritten((thrown as Error).message));
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

/** What is not in the file, though it was asked for. */
export interface Hole {
  readonly label: string;
  readonly reason: string;
}

export function pieceOf(csv: string): Piece {
  const headEnd = csv.indexOf("\n");
  if (headEnd < 0) throw new TypeError("the answer is not CSV: it has no line of column names");
  const text = csv.slice(headEnd + 1);
  const body = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const last = body.slice(body.lastIndexOf("\n", body.length - 2) + 1);
  return {
    header: csv.slice(0, headEnd).trimEnd().split(","),
    body: new Blob([body]),
    rows: linesIn(body),
    start: body.slice(0, Math.max(0, body.indexOf(","))),
    end: last.split(",")[1] ?? "",
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Parts without data, and rows that are missing between two parts. */
export function holesOf(outcomes: readonly Outcome<Piece>[]): Hole[] {
  const holes: Hole[] = [];
  let before = "";
  for (const outcome of outcomes) {
    const { label } = outcome.part;
    const { start, end } = "piece" in outcome ? outcome.piece : { start: "", end: "" };
    if (start === "") holes.push({ label, reason: "missing" in outcome ? outcome.missing : "" });
    else if (before !== "" && Date.parse(start) !== Date.parse(before)) {
      holes.push({ label: `${before} – ${start}`, reason: "" });
    }
    before = end;
  }
  return holes;
}

/** The columns of all parts: weather of some years may lack one that others have. Asked-for order, then what else came. */
export function columnsOf(pieces: readonly Piece[], asked: readonly string[]): string[] {
  const there = new Set(pieces.flatMap(({ header }) => header));
  const order = ["start_time", "end_time", ...asked];
  return [...order.filter((name) => there.has(name)), ...[...there].filter((name) => !order.includes(name))];
}

/** One file; a value that a part does not have is empty. */
export async function csvOf(pieces: readonly Piece[], columns: readonly string[]): Promise<Blob> {
  const bodies: Blob[] = [];
  for (const piece of pieces) {
    const isSame = piece.header.join() === columns.join();
    bodies.push(isSame ? piece.body : new Blob([rearranged(await piece.body.text(), piece.header, columns)]));
  }
  return new Blob([`${columns.join(",")}\n`, ...bodies], { type: "text/csv;charset=utf-8" });
}

function rearranged(body: string, header: readonly string[], columns: readonly string[]): string {
  const places = columns.map((name) => header.indexOf(name));
  const rows = body.trimEnd().split("\n");
  return rows
    .map((row) => {
      const cells = row.split(",");
      return `${places.map((place) => cells[place] ?? "").join(",")}\n`;
    })
    .join("");
}

/** Of all parts of a file, each fact once. */
export interface Facts {
  readonly sources: readonly NamedSource[];
  readonly notices: readonly string[];
  readonly synthetic: boolean;
}

export const NO_FACTS: Facts = { sources: [], notices: [], synthetic: false };

/** Facts with those of another answer. Its file name says that it is synthetic even where the list of its sources was cut short. */
export function withFacts(facts: Facts, headers: Headers): Facts {
  const sources = [...facts.sources];
  for (const source of namedSources(headers)) {
    if (!sources.some(({ dataset }) => dataset === source.dataset)) sources.push(source);
  }
  const isNamed = /synthetic/.test(headers.get("content-disposition") ?? "");
  return {
    sources,
    notices: [...new Set([...facts.notices, ...noticesIn(headers)])],
    synthetic: facts.synthetic || isNamed || sources.some(({ synthetic }) => synthetic),
  };
}

export interface Subject {
  readonly state: Pick<State, "lat" | "lon" | "name" | "frequency">;
  /** "2005-2014_1_hour" */
  readonly period: string;
  readonly facts: Facts;
  readonly holes: readonly Hole[];
  /** The addresses that the parts came from. */
  readonly requests: readonly string[];
}

export function fileName({ state: { lat, lon }, period, facts, holes }: Subject, ending: string): string {
  const marks = [...(facts.synthetic ? ["synthetic"] : []), ...(holes.length > 0 ? ["incomplete"] : [])];
  return `${["irradiance", lat, lon, period, ...marks].join("_")}.${ending}`;
}

/** Texts, as Parquet's key-value metadata and the text beside a CSV have them. @param now Unix ms */
export function metadataOf(subject: Subject, columns: readonly string[], now: number): { [key: string]: string } {
  const { state, facts, holes, requests } = subject;
  const units = columns.flatMap((name) => {
    const unit = unitOf(name, isOfCalendar(state.frequency));
    return unit === undefined ? [] : [[name, unit] as const];
  });
  return {
    ...(state.name !== "" && { place: state.name }),
    latitude: String(state.lat),
    longitude: String(state.lon),
    times:
      "start_time and end_time in UTC; a value is the average over its interval, of precipitation, days, months and years the sum",
    units: JSON.stringify(Object.fromEntries(units)),
    synthetic: String(facts.synthetic),
    sources: JSON.stringify(facts.sources),
    notices: JSON.stringify(facts.notices),
    missing: JSON.stringify(holes),
    requests: JSON.stringify(requests),
    created: new Date(now).toISOString(),
  };
}

/** For readers: a paragraph an entry. */
export function aboutText(metadata: { readonly [key: string]: string }): string {
  return `${Object.entries(metadata)
    .map(([key, value]) => `${key}:\n${linesOf(value)}`)
    .join("\n\n")}\n`;
}

function linesOf(value: string): string {
  if (!/^[[{]/.test(value)) return value;
  const found: unknown = JSON.parse(value);
  const items = Array.isArray(found) ? found : Object.entries(found as object).map((pair) => pair.join(" "));
  if (items.length === 0) return "none";
  return items.map((item) => (typeof item === "string" ? item : Object.values(item as object).join("; "))).join("\n");
}

/** @param ofSums whether powers are summed to energies, as over days, months and years */
function unitOf(column: string, ofSums: boolean): string | undefined {
  if (column.startsWith("surface_")) return "°";
  const known = (CLIMATE_PARAMETERS as { readonly [name: string]: { readonly unit: { readonly name: string } } })[
    column
  ];
  const unit = known && plainUnit(known.unit.name);
  return ofSums ? unit?.replace(/^W\//, "Wh/") : unit;
}
