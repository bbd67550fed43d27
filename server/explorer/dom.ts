/** Elements from plain values. Strings become text nodes, never markup: what a source says is shown as text. */

export type Child = Node | string | number | null | undefined | readonly Child[];
type Handler = (event: never) => void;
interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | Handler;
}
/** "p.hint": the name of an element, and its classes. */
type Selector<Tag extends string> = Tag | `${Tag}.${string}`;
type TagOf<Chosen extends string> = Chosen extends `${infer Tag}.${string}` ? Tag : Chosen;
type Content = [attributes: Attributes, ...children: Child[]] | Child[];

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `onclick` and the like are listeners; true is an attribute without a value, false and undefined are none. */
export function h<Chosen extends Selector<keyof HTMLElementTagNameMap>>(
  selector: Chosen,
  ...content: Content
): HTMLElementTagNameMap[TagOf<Chosen> & keyof HTMLElementTagNameMap] {
  return filled((tag) => document.createElement(tag), selector, content) as never;
}

/** An SVG element. */
export function s<Chosen extends Selector<keyof SVGElementTagNameMap>>(
  selector: Chosen,
  ...content: Content
): SVGElementTagNameMap[TagOf<Chosen> & keyof SVGElementTagNameMap] {
  return filled((tag) => document.createElementNS(SVG, tag), selector, content) as never;
}

/** An element around each of some contents. */
export function each<Chosen extends Selector<keyof HTMLElementTagNameMap>>(
  selector: Chosen,
  contents: readonly Child[],
  attributes: Attributes = {},
) {
  return contents.map((content) => h(selector, attributes, content));
}

export function button(label: Child, onclick: Handler, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", ...attributes, onclick }, label);
}

export function replace(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodes(children));
}

function filled(make: (tag: string) => Element, selector: string, content: Content): Element {
  const [tag = "", ...classes] = selector.split(".");
  const [first, ...rest] = content;
  const attributes = isAttributes(first) ? first : {};
  const element = make(tag);
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes((attributes === first ? rest : content) as readonly Child[]));
  return element;
}

function isAttributes(given: Content[number]): given is Attributes {
  return typeof given === "object" && given !== null && !(given instanceof Node) && !Array.isArray(given);
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child): (Node | string)[] => {
    if (child === null || child === undefined) return [];
    if (Array.isArray(child)) return nodes(child);
    return [child instanceof Node ? child : String(child)];
  });
}

let last = 0;

/** An id that no other element of the page has. */
export function freshId(): string {
  last++;
  return `e${last}`;
}

/** A label above its control. */
export function labelled(label: string, control: HTMLElement, hint?: Child): HTMLElement {
  control.id ||= freshId();
  return h("div.field", h("label", { for: control.id }, label), control, hint);
}

/** A select of values and names; `choose` hears of a choice. */
export function select(
  options: readonly (readonly [value: string, name: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const element = h("select", { onchange: () => choose(element.value) }, choices(options));
  element.value = chosen;
  return element;
}

export function choices(options: readonly (readonly [value: string, name: string])[]): HTMLOptionElement[] {
  return options.map(([value, name]) => h("option", { value }, name));
}

/** Arrow keys go from tab to tab, as tabs do everywhere. */
export function walkTabs(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}

export interface SmallTable {
  readonly caption?: string;
  /** What it is called where it has no caption; default: its columns. */
  readonly label?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  /** The last row is the sum of the others. */
  readonly hasSum?: boolean;
  /** The last column is of words, not of numbers. */
  readonly endsInWords?: boolean;
}

/** It scrolls sideways in its own box where it is wider than the page. */
export function smallTable(table: SmallTable): HTMLElement {
  const { caption, label = caption ?? table.head.join(", ") } = table;
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label }, tableOf(table));
}

export function tableOf({ caption, head, rows, hasSum, endsInWords }: SmallTable): HTMLTableElement {
  const body = rows.map(([name, ...cells], k) => {
    const isSum = hasSum === true && k === rows.length - 1;
    return h("tr", { class: isSum ? "sum" : undefined }, h("th", { scope: "row" }, name), each("td", cells));
  });
  return h(
    "table",
    { class: endsInWords ? "ends-in-words" : undefined },
    caption === undefined ? null : h("caption", caption),
    h("thead", h("tr", each("th", head, { scope: "col" }))),
    h("tbody", body),
  );
}

/** @param place what is touched; @param label of the button, and `name` in full */
export function touchMode(place: HTMLElement, label: string, name = label) {
  const button = h("button.touch-mode", { type: "button", title: name, "aria-label": name }, label);
  const show = (isOn: boolean) => {
    place.classList.toggle("touched", isOn);
    button.setAttribute("aria-pressed", String(isOn));
  };
  button.addEventListener("click", () => show(!place.classList.contains("touched")));
  place.classList.add("touchable");
  show(false);
  return {
    button,
    takes: ({ pointerType }: PointerEvent) => pointerType === "mouse" || place.classList.contains("touched"),
  };
}
