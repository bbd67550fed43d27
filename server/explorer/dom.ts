/** Elements from plain values. Strings become text nodes, never markup: what a source says is shown as text. */

export type Child = Node | string | number | null | undefined | readonly Child[];
type Handler = (event: never) => void;
export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | Handler;
}

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `onclick` and the like are listeners; true is an attribute without a value, false and undefined are none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function replace(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodes(children));
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
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
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, hint);
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
