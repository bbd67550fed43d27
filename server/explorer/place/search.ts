/**
 * One field for towns, coordinates and links of maps. As WAI-ARIA's combobox has it: the list is chosen from with the arrow
 * keys, while the keyboard stays in the field; Enter takes the first one, Escape leaves the place as it was.
 */
import { freshId, h, replace } from "../dom.js";
import type { Store } from "../state/state.js";
import { language } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { findTowns, gazetteer, placeOf, readPlace, USUAL_SETS } from "./gazetteer.js";
import type { Match } from "./towns.js";
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

interface SearchOptions {
  readonly store: Store;
  /** Whether the place of a link could not be read. */
  isHeld(): boolean;
  /** Takes a place. */
  go(point: Point, name: string): void;
  /** Shows a message, or a mistake. */
  say(message: string, isWrong?: boolean): void;
}

export class SearchField {
  readonly element: HTMLElement;
  private readonly options: SearchOptions;
  private readonly input = searchInput();
  private readonly list = new OfferList(this.input, (offer) => this.take(offer));
  // Heard, not seen: who sees the list needs no count.
  private readonly count = h("p.unseen", { role: "status" });
  private asked = 0;
  private calm = 0;

  constructor(options: SearchOptions) {
    this.options = options;
    const { input, list, count } = this;
    input.addEventListener("focus", () => {
      input.select();
      void loadTowns(() => !list.element.hidden && list.active === 0 && void this.suggest());
    });
    input.addEventListener("input", () => void this.suggest());
    input.addEventListener("keydown", (event) => this.press(event));
    input.addEventListener("blur", () => this.rest());
    options.store.onChange((state, before) => {
      if (state.lat === before.lat && state.lon === before.lon && state.name === before.name) return;
      input.setAttribute("aria-invalid", "false");
      if (document.activeElement !== input) this.show();
    });
    this.show();
    const label = h("label", { for: input.id }, texts().place.label);
    this.element = h("div.field.place-search", label, input, list.element, count);
  }

  /** Writes the place that the page has, if it has one. */
  show(): void {
    this.input.value = this.presentText;
    this.input.title = texts().place.searchHint;
  }

  private get presentText(): string {
    const { store, isHeld } = this.options;
    return isHeld() ? "" : placeName(store.state);
  }

  private rest(): void {
    this.list.close();
    this.show();
  }

  private async suggest(): Promise<readonly Offer[]> {
    const t = texts().place;
    const { say } = this.options;
    const turn = ++this.asked;
    const text = this.input.value;
    clearTimeout(this.calm);
    this.input.setAttribute("aria-invalid", "false");
    const found = await offersFor(text).catch(() => {
      say(t.unloaded, true);
      return [];
    });
    if (turn !== this.asked) return this.list.offers;
    this.list.open(found);
    const isName = text.trim() !== "" && readPlace(text, language()) === undefined;
    say(found.some(({ isOfAddress }) => isOfAddress) ? t.ofAddress : "");
    this.count.textContent = found.length > 0 ? t.found(found.length) : "";
    if (found.length > 0 || !isName) return found;
    const tell = () => turn === this.asked && say(t.unknown(text.trim()), true);
    this.calm = setTimeout(tell, CALM) as unknown as number;
    return found;
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (this.list.move(event.key)) event.preventDefault();
    else if (event.key === "Escape") {
      this.rest();
      this.input.select();
      this.options.say("");
    } else if (event.key === "Enter") {
      event.preventDefault();
      void this.enter();
    }
  }

  /** What is marked; while the list is still on its way, its first. */
  private async enter(): Promise<void> {
    const text = this.input.value;
    if (text === this.presentText) return;
    const reading = readPlace(text, language());
    if (reading && "refusal" in reading) return this.refuse(refusalText(reading.refusal));
    const chosen = this.list.marked ?? (await this.suggest())[0];
    if (chosen) this.take(chosen);
    else if (text.trim() !== "") this.refuse(texts().place.unknown(text.trim()));
  }

  private refuse(message: string): void {
    clearTimeout(this.calm);
    this.list.close();
    this.input.setAttribute("aria-invalid", "true");
    this.options.say(message, true);
  }

  private take(offer: Offer): void {
    this.asked++;
    clearTimeout(this.calm);
    this.list.close();
    this.options.go(offer.point, offer.name);
    this.show();
    this.input.select();
  }
}

const LIST_ID = "place-options";

function searchInput(): HTMLInputElement {
  return h("input", {
    ...{ id: "place-search", type: "text", role: "combobox", placeholder: texts().place.search },
    ...{ autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "search" },
    ...{ "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": LIST_ID },
  });
}

/** While somebody makes up what to type; the smaller towns join what the list has by then. Where it does not work, the search says so. */
async function loadTowns(loaded: () => void): Promise<void> {
  const towns = gazetteer();
  if (towns.has(USUAL_SETS)) return;
  await towns.open(USUAL_SETS).catch(() => {});
  if (towns.has(USUAL_SETS)) loaded();
}

const MOVES: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

/** The list below the field, of which one option is marked. */
class OfferList {
  readonly element = h("ul.place-options", {
    ...{ id: LIST_ID, role: "listbox", "aria-label": texts().place.suggestions, hidden: true },
  });
  offers: readonly Offer[] = [];
  active = 0;
  private readonly input: HTMLInputElement;

  constructor(input: HTMLInputElement, take: (offer: Offer) => void) {
    this.input = input;
    // Before the field loses the keyboard.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("click", ({ target }) => {
      const index = [...this.element.children].findIndex((option) => option.contains(target as Node));
      if (index >= 0) take(this.offers[index] as Offer);
    });
  }

  get marked(): Offer | undefined {
    return this.element.hidden ? undefined : this.offers[this.active];
  }

  open(offers: readonly Offer[]): void {
    this.offers = offers;
    const options = offers.map(({ label, more }) =>
      h("li", { role: "option", id: freshId() }, h("span.town", label), more && h("span.hint", more)),
    );
    replace(this.element, options);
    this.show(offers.length > 0);
    this.mark(0);
  }

  /** @returns whether the key is one of the list's */
  move(key: string): boolean {
    const [move, { length }] = [MOVES[key], this.offers];
    if (move === undefined || length === 0) return false;
    if (this.element.hidden) this.open(this.offers);
    else this.mark((this.active + move + length) % length);
    return true;
  }

  close(): void {
    this.offers = [];
    this.show(false);
    this.input.removeAttribute("aria-activedescendant");
  }

  private show(isOpen: boolean): void {
    this.element.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
  }

  private mark(index: number): void {
    this.active = index;
    [...this.element.children].forEach((option, k) => {
      option.setAttribute("aria-selected", String(k === index));
      if (k === index) option.scrollIntoView({ block: "nearest" });
    });
    const option = this.element.children[index];
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }
}

async function offersFor(text: string): Promise<readonly Offer[]> {
  const reading = readPlace(text, language());
  if (reading) {
    if ("refusal" in reading) return [];
    const label = texts().place.goTo(coordinatesOf(reading.point));
    return [{ point: reading.point, name: "", label, more: "" }];
  }
  if (text.trim() === "") return [];
  const { matches, isOfAddress } = await findTowns(text, MOST);
  return offersOf(matches).map((offer) => ({ ...offer, isOfAddress }));
}

/** Towns that read alike are told apart by where they are. */
function offersOf(matches: readonly Match[]): readonly Offer[] {
  const labels = matches.map((match) => gazetteer().labelOf(match));
  return matches.map((match, k) => {
    const [label = "", ...around] = (labels[k] as string).split(", ");
    const isAlone = labels.indexOf(labels[k] as string) === labels.lastIndexOf(labels[k] as string);
    const more = isAlone ? around : [...around, coordinatesOf(match.town)];
    const { name, ...point } = placeOf(match);
    return { point, name, label, more: more.join(", ") };
  });
}
