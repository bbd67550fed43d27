/** Roofs that this browser keeps by their names: addresses of states, which never leave it. What is read of its storage, or of a file, may be anybody's. */
import { signal } from "@preact/signals";
import { hashOf, lacksPlace, stateOf } from "./address.js";
import { FIRST, fitted, type State } from "./state.js";

export interface Roof {
  readonly name: string;
  /** "#…" */
  readonly address: string;
}

interface Kept {
  readonly roofs: readonly Roof[];
  /** The name of the one that was saved or opened last. */
  readonly last: string;
}

const ENTRY = "irradiance-roofs";
const LONGEST_NAME = 80;
/** A system of many planes has some thousand characters. */
const LONGEST = 20_000;
/** More is no list that somebody made. */
const MOST = 1000;

/** The address of a state as a roof has it: how the page looks is no part of it. */
function addressOf(state: State): string {
  const { language, theme, map } = FIRST;
  return hashOf({ ...state, language, theme, map }) || "#";
}

/** Those roofs of a text that can be read, each name once; the rest is left out. */
export function roofsIn(text: string | null): Kept {
  let given: { readonly roofs?: unknown; readonly last?: unknown } | null = null;
  try {
    given = JSON.parse(text ?? "");
  } catch {
    // Not ours.
  }
  const list = Array.isArray(given?.roofs) ? given.roofs.slice(0, MOST) : [];
  const byName = new Map(list.flatMap((one) => roofOf(one) ?? []).map((roof) => [roof.name, roof]));
  return { roofs: [...byName.values()], last: String(given?.last ?? "") };
}

function roofOf(given: Partial<Roof> | null): Roof | undefined {
  const { name, address } = given ?? {};
  if (typeof name !== "string" || typeof address !== "string" || address.length > LONGEST) return undefined;
  const plain = nameOf(name);
  if (plain === "" || !address.startsWith("#") || lacksPlace(address)) return undefined;
  return { name: plain, address: addressOf(fitted(stateOf(address))) };
}

/** One line, without signs that turn the text around them. */
export function nameOf(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export class Roofs {
  private readonly kept = signal<Kept>({ roofs: [], last: "" });
  /** Whether the browser took what was last to be kept: it may be full, or keep nothing. */
  private readonly isKept = signal(true);
  private readonly storage: () => Storage;

  /** @param storage throws where the browser denies it */
  constructor(storage: () => Storage = () => localStorage) {
    this.storage = storage;
    this.read();
  }

  /** By name. */
  get all(): readonly Roof[] {
    return this.kept.value.roofs.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  get last(): Roof | undefined {
    const { roofs, last } = this.kept.value;
    return roofs.find(({ name }) => name === last);
  }

  get areKept(): boolean {
    return this.isKept.value;
  }

  /** As it is stored: another tab may have changed it. */
  read(): void {
    try {
      this.kept.value = roofsIn(this.storage().getItem(ENTRY));
    } catch {
      this.isKept.value = false;
    }
  }

  /** A roof of that name gives way to it. */
  save(name: string, state: State): void {
    const roof = { name: nameOf(name), address: addressOf(state) };
    if (roof.name !== "") this.write([...this.without(roof.name), roof], roof.name);
  }

  open({ name }: Roof): void {
    this.write(this.kept.value.roofs, name);
  }

  remove({ name }: Roof): void {
    this.write(this.without(name));
  }

  /** A name that another roof has gets a number. */
  rename(roof: Roof, name: string): void {
    const others = this.without(roof.name);
    const renamed = { ...roof, name: free(nameOf(name) || roof.name, others) };
    this.write([...others, renamed], this.kept.value.last === roof.name ? renamed.name : this.kept.value.last);
  }

  /** Adds those of a file: none takes the place of another. @returns how many there were */
  take(text: string): number {
    const found = roofsIn(text).roofs;
    const joined = [...this.kept.value.roofs];
    for (const { name, address } of found) {
      const isThere = joined.some((roof) => roof.name === name && roof.address === address);
      if (!isThere) joined.push({ name: free(name, joined), address });
    }
    this.write(joined);
    return found.length;
  }

  /** All, as `take` reads them. */
  file(): string {
    return `${JSON.stringify({ roofs: this.all }, null, 1)}\n`;
  }

  /** Whether a state is the one that a roof has. */
  isOf(state: State, { address }: Roof): boolean {
    return addressOf(state) === address;
  }

  private without(name: string): readonly Roof[] {
    return this.kept.value.roofs.filter((roof) => roof.name !== name);
  }

  private write(roofs: readonly Roof[], last = this.kept.value.last): void {
    this.kept.value = { roofs, last };
    try {
      this.storage().setItem(ENTRY, JSON.stringify(this.kept.value));
      this.isKept.value = true;
    } catch {
      this.isKept.value = false;
    }
  }
}

function free(name: string, roofs: readonly Roof[]): string {
  const isFree = (one: string) => !roofs.some((roof) => roof.name === one);
  if (isFree(name)) return name;
  const number = [...roofs.keys()].find((k) => isFree(`${name} (${k + 2})`)) ?? roofs.length;
  return `${name} (${number + 2})`;
}
