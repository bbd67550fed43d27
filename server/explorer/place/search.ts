/**
 * One field for towns, coordinates and links of maps. As WAI-ARIA's combobox has it: the list is chosen from with the arrow
 * keys, while the keyboard stays in the field; Enter takes the first one, Escape leaves the place as it was.
 */
import { signal } from "@preact/signals";
import type { Store } from "../state/state.js";
import { language } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { h } from "../view.js";
import { loadTowns } from "./known-towns.js";
import { coordinatesOf, type Point, placeName, refusalText } from "./words.js";

/** What the list offers. */
interface Offer {
  readonly point: Point;
  readonly name: string;
  readonly label: string;
  /** Region and country, softly. */
  readonly more: string;
  readonly isOfAddress?: boolean;
}

const MOST = 8;
/** ms without a key before a name that nobody knows is said to be so. */
const CALM = 500;

/** A message, or a mistake. */
export type Say = (message: string, isWrong?: boolean) => void;

interface SearchOptions {
  readonly store: Store;
  /** Whether the place of a link could not be read. */
  isHeld(): boolean;
  /** Takes a place. */
  go(point: Point, name: string): void;
  readonly say: Say;
}

const ID = "place-search";
const LIST_ID = "place-options";
const MOVES: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

/** Made once; its view is drawn where it is wanted. */
export class SearchField {
  private readonly options: SearchOptions;
  /** What is typed; undefined: the place that the page has stands there. */
  private readonly typed = signal<string>();
  private readonly offers = signal<readonly Offer[]>([]);
  private readonly active = signal(0);
  private readonly isWrong = signal(false);
  private input: HTMLInputElement | null = null;
  private asked = 0;
  private calm = 0;

  constructor(options: SearchOptions) {
    this.options = options;
    options.store.onChange((state, before) => {
      if (state.lat === before.lat && state.lon === before.lon && state.name === before.name) return;
      this.isWrong.value = false;
      if (document.activeElement !== this.input) this.typed.value = undefined;
    });
  }

  view() {
    const t = texts().place;
    const [offers, active] = [this.offers.value, this.active.value];
    const isOpen = offers.length > 0;
    const input = h("input", {
      ...{ id: ID, type: "text", role: "combobox", placeholder: t.search, title: t.searchHint },
      ...{ autocomplete: "off", autocapitalize: "words", spellcheck: false, enterkeyhint: "search" },
      ...{ "aria-autocomplete": "list", "aria-expanded": String(isOpen), "aria-controls": LIST_ID },
      "aria-invalid": String(this.isWrong.value),
      "aria-activedescendant": isOpen ? optionId(active) : undefined,
      value: this.typed.value ?? this.presentText,
      ref: (element: HTMLInputElement | null) => (this.input = element),
      onfocus: () => this.begin(),
      oninput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => void this.suggest(currentTarget.value),
      onkeydown: (event: KeyboardEvent) => this.press(event),
      onblur: () => this.rest(),
    });
    const option = ({ label, more }: Offer, k: number) =>
      h(
        "li",
        {
          ...{ role: "option", id: optionId(k), "aria-selected": String(k === active) },
          ...{ key: k, onclick: () => this.take(offers[k] as Offer), ref: k === active ? intoSight : undefined },
        },
        h("span.town", label),
        more && h("span.hint", more),
      );
    return h(
      "div.field.place-search",
      h("label", { for: ID }, t.label),
      input,
      h(
        "ul.place-options",
        {
          ...{ id: LIST_ID, role: "listbox", "aria-label": t.suggestions, hidden: !isOpen },
          // Before the field loses the keyboard.
          onpointerdown: (event: Event) => event.preventDefault(),
        },
        offers.map(option),
      ),
      // Heard, not seen: who sees the list needs no count.
      h("p.unseen", { role: "status" }, isOpen ? t.found(offers.length) : ""),
    );
  }

  private get presentText(): string {
    const { store, isHeld } = this.options;
    return isHeld() ? "" : placeName(store.state);
  }

  /** The smaller towns, loaded while somebody makes up what to type, join what the list has by then. Where that does not work, the search says so. */
  private begin(): void {
    this.input?.select();
    const join = () => this.offers.value.length > 0 && this.active.value === 0 && void this.suggest();
    const load = async () => {
      const { gazetteer, USUAL_SETS } = await loadTowns();
      if (gazetteer().has(USUAL_SETS)) return;
      await gazetteer().open(USUAL_SETS);
      join();
    };
    load().catch(() => {});
  }

  /** The place that the page has, as it was. */
  private rest(): void {
    this.asked++;
    this.list();
    this.typed.value = undefined;
  }

  /** Without offers it is closed. */
  private list(offers: readonly Offer[] = []): void {
    clearTimeout(this.calm);
    this.offers.value = offers;
    this.active.value = 0;
  }

  private async suggest(text = this.typed.value ?? ""): Promise<readonly Offer[]> {
    const t = texts().place;
    const { say } = this.options;
    const turn = ++this.asked;
    clearTimeout(this.calm);
    this.typed.value = text;
    this.isWrong.value = false;
    const { found, isName } = await offersFor(text).catch(() => {
      say(t.unloaded, true);
      return { found: [], isName: false };
    });
    if (turn !== this.asked) return this.offers.value;
    this.list(found);
    say(found.some(({ isOfAddress }) => isOfAddress) ? t.ofAddress : "");
    if (found.length > 0 || !isName) return found;
    const tell = () => turn === this.asked && say(t.unknown(text.trim()), true);
    this.calm = setTimeout(tell, CALM) as unknown as number;
    return found;
  }

  private press(event: KeyboardEvent): void {
    const [move, { length }] = [MOVES[event.key], this.offers.value];
    if (event.isComposing) return;
    if (move !== undefined && length > 0) this.active.value = (this.active.value + move + length) % length;
    else if (event.key === "Enter") void this.enter();
    else if (event.key === "Escape") {
      this.rest();
      this.select();
      this.options.say("");
      return;
    } else return;
    event.preventDefault();
  }

  /** What is marked; while the list is still on its way, its first. */
  private async enter(): Promise<void> {
    const text = this.typed.value ?? this.presentText;
    if (text === this.presentText) return;
    const { readPlace } = await loadTowns();
    const reading = readPlace(text, language());
    if (reading && "refusal" in reading) return this.refuse(refusalText(reading.refusal));
    const chosen = this.offers.value[this.active.value] ?? (await this.suggest())[0];
    if (chosen) this.take(chosen);
    else if (text.trim() !== "") this.refuse(texts().place.unknown(text.trim()));
  }

  private refuse(message: string): void {
    this.list();
    this.isWrong.value = true;
    this.options.say(message, true);
  }

  private take(offer: Offer): void {
    this.options.go(offer.point, offer.name);
    this.rest();
    this.select();
  }

  /** Once the text stands there: who types next, types over it. */
  private select(): void {
    setTimeout(() => document.activeElement === this.input && this.input?.select());
  }
}

const optionId = (index: number) => `place-option-${index}`;

function intoSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** `isName`: the text is a town's name, or may be. */
async function offersFor(text: string): Promise<{ readonly found: readonly Offer[]; readonly isName: boolean }> {
  const { findTowns, gazetteer, placeOf, readPlace } = await loadTowns();
  const reading = readPlace(text, language());
  if (reading || text.trim() === "") {
    const point = reading && "point" in reading ? reading.point : undefined;
    const found = point ? [{ point, name: "", label: texts().place.goTo(coordinatesOf(point)), more: "" }] : [];
    return { found, isName: false };
  }
  const { matches, isOfAddress } = await findTowns(text, MOST);
  const labels = matches.map((match) => gazetteer().labelOf(match));
  const found = matches.map((match, k) => {
    const [label = "", ...around] = (labels[k] as string).split(", ");
    // Towns that read alike are told apart by where they are.
    const isAlone = labels.indexOf(labels[k] as string) === labels.lastIndexOf(labels[k] as string);
    const more = isAlone ? around : [...around, coordinatesOf(match.town)];
    const { name, ...point } = placeOf(match);
    return { point, name, label, more: more.join(", "), isOfAddress };
  });
  return { found, isName: true };
}
