/**
 * One field for towns, coordinates and links of maps. As WAI-ARIA's combobox has it: the list is chosen from with the arrow
 * keys, while the keyboard stays in the field; Enter takes the first one, Escape leaves the place as it was.
 */
import { freshId, h, replace } from "../dom.js";
import type { Store } from "../state/state.js";
import { language } from "../texts/language.js";
import { texts } from "../texts/texts.js";
import { findTowns, gazetteer, placeOf, readPlace } from "./find.js";
import { USUAL_SETS } from "./gazetteer.js";
import type { Point } from "./point.js";
import type { Match } from "./towns.js";
import { coordinatesOf, placeName, refusalText } from "./words.js";

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

export interface SearchField {
  readonly element: HTMLElement;
  /** Writes the present place into the field. */
  show(): void;
}

/** @param isHeld whether the place of a link could not be read @param go takes a place @param say shows a message, or a mistake */
export function searchField(
  store: Store,
  isHeld: () => boolean,
  go: (point: Point, name: string) => void,
  say: (message: string, isWrong?: boolean) => void,
): SearchField {
  const t = texts().place;
  const [id, listId] = ["place-search", "place-options"];
  const input = h("input", {
    id,
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    enterkeyhint: "search",
    placeholder: t.search,
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": listId,
  });
  const list = h("ul", {
    id: listId,
    role: "listbox",
    "aria-label": t.suggestions,
    class: "place-options",
    hidden: true,
  });
  // Heard, not seen: who sees the list needs no count.
  const count = h("p", { role: "status", class: "unseen" });
  let offers: readonly Offer[] = [];
  let active = 0;
  let asked = 0;
  let calm = 0;

  input.addEventListener("focus", () => {
    input.select();
    void loadTowns();
  });
  input.addEventListener("input", () => void suggest());
  input.addEventListener("keydown", press);
  input.addEventListener("blur", () => {
    close();
    show();
  });
  // Before the field loses the keyboard.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const index = [...list.children].findIndex((option) => option.contains(event.target as Node));
    if (index >= 0) take(offers[index] as Offer);
  });
  store.subscribe((state, before) => {
    if (state.lat === before.lat && state.lon === before.lon && state.name === before.name) return;
    input.setAttribute("aria-invalid", "false");
    if (document.activeElement !== input) show();
  });
  show();
  return {
    element: h("div", { class: "field place-search" }, h("label", { for: id }, t.label), input, list, count),
    show,
  };

  /** The place that the page has, if it has one. */
  function show(): void {
    input.value = presentText();
    input.title = t.searchHint;
  }

  /** While somebody makes up what to type; the smaller towns join what the list has by then. */
  async function loadTowns(): Promise<void> {
    if (gazetteer().has(USUAL_SETS)) return;
    // Where it does not work, the search says so.
    await gazetteer()
      .open(USUAL_SETS)
      .catch(() => {});
    if (gazetteer().has(USUAL_SETS) && !list.hidden && active === 0) void suggest();
  }

  function presentText(): string {
    return isHeld() ? "" : placeName(store.state);
  }

  async function suggest(): Promise<readonly Offer[]> {
    const turn = ++asked;
    const text = input.value;
    clearTimeout(calm);
    input.setAttribute("aria-invalid", "false");
    const found = await offersFor(text).catch(() => {
      say(t.unloaded, true);
      return [];
    });
    if (turn !== asked) return offers;
    offers = found;
    open();
    const isName = text.trim() !== "" && readPlace(text, language()) === undefined;
    say(found.some(({ isOfAddress }) => isOfAddress) ? t.ofAddress : "");
    count.textContent = found.length > 0 ? t.found(found.length) : "";
    if (found.length > 0 || !isName) return found;
    calm = setTimeout(() => turn === asked && say(t.unknown(text.trim()), true), CALM) as unknown as number;
    return found;
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const moves: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined && offers.length > 0) {
      event.preventDefault();
      if (list.hidden) open();
      else mark((active + move + offers.length) % offers.length);
    } else if (event.key === "Escape") {
      close();
      show();
      input.select();
      say("");
    } else if (event.key === "Enter") {
      event.preventDefault();
      void enter();
    }
  }

  /** What is marked; while the list is still on its way, its first. */
  async function enter(): Promise<void> {
    const text = input.value;
    if (text === presentText()) return;
    const reading = readPlace(text, language());
    if (reading && "refusal" in reading) return refuse(refusalText(reading.refusal));
    const marked = list.hidden ? undefined : offers[active];
    const chosen = marked ?? (await suggest())[0];
    if (chosen) take(chosen);
    else if (text.trim() !== "") refuse(t.unknown(text.trim()));
  }

  function refuse(message: string): void {
    clearTimeout(calm);
    close();
    input.setAttribute("aria-invalid", "true");
    say(message, true);
  }

  function take(offer: Offer): void {
    asked++;
    clearTimeout(calm);
    close();
    go(offer.point, offer.name);
    show();
    input.select();
  }

  function open(): void {
    replace(
      list,
      offers.map(({ label, more }) =>
        h(
          "li",
          { role: "option", id: freshId() },
          h("span", { class: "town" }, label),
          more && h("span", { class: "hint" }, more),
        ),
      ),
    );
    list.hidden = offers.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(0);
  }

  function mark(index: number): void {
    active = index;
    [...list.children].forEach((option, k) => {
      option.setAttribute("aria-selected", String(k === index));
      if (k === index) option.scrollIntoView({ block: "nearest" });
    });
    const option = list.children[index];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function close(): void {
    offers = [];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
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
