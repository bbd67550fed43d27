/** Work on the one thread that all requests share, in slices: between two of them others have their turn. */

/** ms. Far below the 20 ms for which nothing may hold the event loop: a step that was begun is ended, however slow the machine. */
const SLICE = 4;

const waiting: (() => void)[] = [];

/**
 * Resolves when the event loop has come round. Each round resumes one of those that wait: all of them together would hold the
 * loop for as long as the sum of their slices.
 */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/** The slices of one piece of work, which asks after each step whether its slice is over. */
export class Slices {
  #since = performance.now();

  /** Waits for a turn of the loop where the slice has lasted long enough; else resolves at once. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await loopTurn();
    this.#since = performance.now();
  }
}

/** Characters that are read at once: 1 to 5 ms, by what they are (measured). */
const AT_ONCE = 65_536;
const LONGEST_ITEM = 2 * AT_ONCE;
/** As many sites as a job has at most, whatever the settings. */
const MOST_ITEMS = 25_000;
/** What no request comes near, and what everything that walks through a value by recursion can stand. */
const DEEPEST = 32;

/** It is JSON as far as it was read, and more of it than anyone has reason to send. */
class JsonLimitError extends Error {
  override readonly name = "JsonLimitError";
  readonly code = "ERR_JSON_LIMIT";
}

/**
 * The value of a text. A long one is an object, most of whose length is in lists that are its members, as in `{"sites": […]}`.
 *
 * @param parse reads a piece; it throws for one that is no JSON
 * @throws JsonLimitError for a text that is nested too deeply, and for a long one of another form; what `parse` throws
 */
export async function readLongJson(text: string, parse: (piece: string) => unknown): Promise<unknown> {
  const slices = new Slices();
  const lists = new Lists(text, parse);
  for (const mark of marksOf(text)) {
    if (mark.kind !== "pause" && text.length > AT_ONCE) lists.take(mark);
    await slices.rest();
  }
  return lists.whole();
}

/** Places of a text: where a list begins that is a member of the whole, the commas between its items, and its end. */
type Mark = { readonly kind: "list" | "item" | "end" | "pause"; readonly at: number };

const PAUSE = 16_384;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @throws JsonLimitError for a text that is nested too deeply */
function* marksOf(text: string): Generator<Mark> {
  let depth = 0;
  let isObject = false;
  let isList = false;
  let inText = false;
  for (let at = 0, pause = PAUSE; at < text.length; at++) {
    if (at >= pause) {
      pause = at + PAUSE;
      yield { kind: "pause", at };
    }
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at++;
      else inText = code !== QUOTE;
    } else if (code === QUOTE) inText = true;
    else if (code === COMMA) {
      if (isList && depth === 2) yield { kind: "item", at };
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEEPEST) throw new JsonLimitError(`the body is nested more than ${DEEPEST} deep`);
      if (depth === 1) isObject = code === OPEN_OBJECT;
      if (depth === 2) isList = isObject && code === OPEN_LIST;
      if (depth === 2 && isList) yield { kind: "list", at };
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (isList && depth === 2) yield { kind: "end", at };
      depth--;
    }
  }
}

/** A long text in two: its lists, whose items are read some at a time, and the rest, where each list has its number instead. */
class Lists {
  readonly #text: string;
  readonly #parse: (piece: string) => unknown;
  readonly #lists: unknown[][] = [];
  #rest = "";
  #restFrom = 0;
  /** Where items begin that are not read yet, and the last of them. */
  #from = 0;
  #itemFrom = 0;
  #items = 0;

  constructor(text: string, parse: (piece: string) => unknown) {
    this.#text = text;
    this.#parse = parse;
  }

  take({ kind, at }: Mark): void {
    if (kind === "list") {
      this.#rest += `${this.#text.slice(this.#restFrom, at + 1)}${this.#lists.length}`;
      this.#lists.push([]);
      this.#items = 0;
      this.#from = this.#itemFrom = at + 1;
      this.#restFrom = this.#text.length; // until it ends
      return;
    }
    if (at - this.#itemFrom > LONGEST_ITEM) {
      throw new JsonLimitError(`an item of a list in the body has more than ${LONGEST_ITEM} characters`);
    }
    if (++this.#items > MOST_ITEMS) throw new JsonLimitError(`a list in the body has more than ${MOST_ITEMS} items`);
    if (kind === "end" || at - this.#from >= AT_ONCE) this.#read(at);
    this.#itemFrom = at + 1;
    if (kind === "end") this.#restFrom = at;
  }

  #read(at: number): void {
    const piece = this.#text.slice(this.#from, at);
    const list = this.#lists.at(-1) as unknown[];
    // Something before it makes a mistake of a comma that nothing comes after.
    const items = this.#parse(list.length === 0 ? `[${piece}]` : `[0,${piece}]`) as unknown[];
    for (const item of list.length === 0 ? items : items.slice(1)) list.push(item);
    this.#from = at + 1;
  }

  whole(): unknown {
    const rest = this.#rest + this.#text.slice(this.#restFrom);
    if (rest.length > AT_ONCE)
      throw new JsonLimitError(`apart from its lists the body has more than ${AT_ONCE} characters`);
    const value = this.#parse(rest) as { [key: string]: unknown };
    if (this.#lists.length === 0) return value;
    for (const [key, member] of Object.entries(value)) {
      if (Array.isArray(member)) value[key] = this.#lists[member[0] as number];
    }
    return value;
  }
}
