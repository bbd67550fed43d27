/**
 * The way through states, as the browser's history keeps it: a step for each thing done. What a hand drags, and what is typed into one
 * field, is one step, however long it takes.
 */
import { texts } from "../texts/texts.js";
import { hashOf, stateOf } from "./address.js";
import { fitted, Observable, type State, type Store } from "./state.js";

type Part = keyof State;

/** What the browser keeps beside an address. */
export interface Mark {
  readonly step: number;
  /** What changed with it. */
  readonly parts: readonly Part[];
}

/** The browser's history; tests have one of their own. */
export interface Trail {
  /** "#…" of the address. */
  hash(): string;
  mark(): unknown;
  push(mark: Mark, hash: string): void;
  replace(mark: Mark, hash: string): void;
  go(by: 1 | -1): void;
  /** The field that is being typed in; undefined where none is. */
  field(): unknown;
}

/** ms without a change after which something is done: browsers refuse an address that changes with every move of a hand. */
const CALM = 300;

export class Steps extends Observable {
  private readonly store: Store;
  private readonly trail: Trail;
  /** What each step changed, by its number. */
  private readonly parts = new Map<number, readonly Part[]>();
  private at = 0;
  /** The newest step that can be gone to. */
  private last = 0;
  private changed = new Set<Part>();
  private timer = 0;
  private isHeld = false;
  private isArriving = false;
  /** The field whose typing the present step is made of. */
  private typed: unknown;

  constructor(store: Store, trail: Trail) {
    super();
    this.store = store;
    this.trail = trail;
    this.take(markOf(trail.mark()) ?? { step: 0, parts: [] });
    trail.replace(this.present(), trail.hash());
    store.onChange((state, before) => this.note(state, before));
  }

  /** What going back changes; empty where there is no step back. */
  get undoes(): readonly Part[] {
    return this.canUndo ? (this.parts.get(this.at) ?? []) : [];
  }

  get canUndo(): boolean {
    return this.read(this.at) > 0;
  }

  get redoes(): readonly Part[] {
    return this.parts.get(this.read(this.at) + 1) ?? [];
  }

  get canRedo(): boolean {
    return this.read(this.at) < this.last;
  }

  undo(): void {
    this.settle();
    if (this.canUndo) this.trail.go(-1);
  }

  redo(): void {
    this.settle();
    if (this.canRedo) this.trail.go(1);
  }

  /** A hand has taken hold of something. */
  hold(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.settle();
  }

  /** What was typed is entered: what follows is another step. */
  endTyping(): void {
    this.settle();
    this.typed = undefined;
  }

  /** The browser has gone to another address. */
  arrive(): void {
    clearTimeout(this.timer);
    this.changed.clear();
    this.typed = undefined;
    const mark = markOf(this.trail.mark());
    const before = this.store.state;
    this.isArriving = true;
    this.store.set(stateOf(this.trail.hash()));
    this.isArriving = false;
    if (mark) this.take(mark);
    else this.advance(partsBetween(before, this.store.state), "replace");
    this.tell();
  }

  /** Writes what has changed. */
  settle(): void {
    clearTimeout(this.timer);
    const parts = [...this.changed];
    this.changed.clear();
    const [hash, written] = [hashOf(this.store.state), this.trail.hash()];
    if (hash === written) return;
    // Another way to write the same state is no step.
    if (hash === hashOf(fitted(stateOf(written)))) this.trail.replace(this.present(), hash);
    else this.step(parts, hash);
  }

  private step(parts: readonly Part[], hash: string): void {
    const field = this.trail.field();
    const goesOn = field !== undefined && field === this.typed && this.at > 0;
    if (goesOn) this.parts.set(this.at, [...new Set([...this.undoes, ...parts])]);
    this.typed = field;
    if (goesOn) this.trail.replace(this.present(), hash);
    else this.advance(parts, "push");
    this.tell();
  }

  private note(state: State, before: State): void {
    if (this.isArriving) return;
    for (const part of partsBetween(before, state)) this.changed.add(part);
    clearTimeout(this.timer);
    if (!this.isHeld) this.timer = setTimeout(() => this.settle(), CALM) as unknown as number;
  }

  private advance(parts: readonly Part[], write: "push" | "replace"): void {
    for (let step = this.at + 1; step <= this.last; step++) this.parts.delete(step);
    this.at++;
    this.last = this.at;
    this.parts.set(this.at, parts);
    this.trail[write](this.present(), hashOf(this.store.state));
  }

  private take({ step, parts }: Mark): void {
    this.at = step;
    this.last = Math.max(this.last, step);
    this.parts.set(step, parts);
  }

  private present(): Mark {
    return { step: this.at, parts: this.parts.get(this.at) ?? [] };
  }
}

function partsBetween(before: State, after: State): Part[] {
  return (Object.keys(after) as Part[]).filter((part) => String(before[part]) !== String(after[part]));
}

function markOf(given: unknown): Mark | undefined {
  const { step, parts } = (given ?? {}) as Partial<Mark>;
  return typeof step === "number" && Array.isArray(parts) ? { step, parts } : undefined;
}

/** Of several parts that one step changed, the first one here is what was done; the others follow from it. */
const ORDER: readonly Part[] = [
  ...(["lat", "lon", "name", "horizon", "endpoint", "system", "pins", "roof_plane", "roof_weather"] as const),
  ...(["room", "view", "start", "end", "year", "zoom"] as const),
];

const BROWSER: Trail = {
  hash: () => location.hash,
  mark: () => history.state,
  push: (mark, hash) => history.pushState(mark, "", addressOf(hash)),
  replace: (mark, hash) => history.replaceState(mark, "", addressOf(hash)),
  go: (by) => history.go(by),
  field: () => (isTyped(document.activeElement) ? document.activeElement : undefined),
};

function addressOf(hash: string): string {
  return hash === "" ? location.pathname + location.search : hash;
}

/** Whether an element takes keys as text: its own undo is then the browser's. */
function isTyped(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || (element as HTMLElement | null)?.isContentEditable === true;
}

/** @param arriving before the state becomes that of an address gone back to, or pasted over the present one */
export function keepSteps(store: Store, arriving: (hash: string) => void): Steps {
  const steps = new Steps(store, BROWSER);
  addEventListener("popstate", () => {
    arriving(location.hash);
    steps.arrive();
  });
  addEventListener("pointerdown", () => steps.hold(), { capture: true });
  // What hears of the release comes first.
  for (const end of ["pointerup", "pointercancel", "blur"])
    addEventListener(end, () => setTimeout(() => steps.release()));
  document.addEventListener("change", () => steps.endTyping());
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !isTyped(event.target as Element);
    if (!isMeant || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) steps.redo();
    else steps.undo();
  });
  return steps;
}

/** What a step changed, in a word. */
export function wordOf(parts: readonly Part[]): string {
  const { parts: words, otherPart } = texts().time;
  const first = ORDER.find((part) => parts.includes(part)) ?? parts[0];
  return (first !== undefined && (words as { readonly [name: string]: string })[first]) || otherPart;
}
