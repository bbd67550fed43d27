/**
 * Views: what is seen, as functions of the state. A view reads the store, an exchange or a signal, and is drawn anew by itself when what it
 * has read changes. Strings become text, never markup: what a source says is shown as text.
 */
import "@preact/signals";
import { type ComponentChildren, cloneElement, h as element, isValidElement, render, type VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export type Child = ComponentChildren;
export type View = () => Child;
type Handler = (event: never) => void;
interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | Handler | object;
}
type Content = [attributes: Attributes | null, ...children: Child[]] | Child[];

/** "p.hint": the name of an element, HTML or SVG, and its classes. */
export function h(selector: string, ...content: Content): VNode {
  const [tag = "", ...classes] = selector.split(".");
  const [first, ...rest] = content;
  const attributes = isAttributes(first) ? first : {};
  const names = [...classes, attributes.class].filter(Boolean).join(" ");
  const children = (attributes === first ? rest : content) as Child[];
  return element(tag, { ...attributes, ...(names !== "" && { class: names }) }, ...children) as VNode;
}

function isAttributes(given: Content[number]): given is Attributes {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !isValidElement(given);
}

/** An element around each of some contents. */
export function each(selector: string, contents: readonly Child[], attributes: Attributes = {}): VNode[] {
  return contents.map((content) => h(selector, attributes, content));
}

/** A component with its properties: it may have signals and hooks of its own. */
export function of<Props extends object>(component: (props: Props) => Child, props: Props): VNode {
  return element(component as never, props as never) as VNode;
}

/** A part that is drawn anew by itself when what it reads changes. @param view made once: another function is another part */
export function part(view: View): VNode {
  return of(view, {});
}

/** An element that lives outside of views and is filled by one: where the page begins, and beside what is not a view. */
export function live(selector: string, view: View, attributes: Attributes = {}): HTMLElement {
  const [tag = "div", ...classes] = selector.split(".");
  const place = document.createElement(tag);
  if (classes.length > 0) place.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) place.setAttribute(name, String(value));
  render(part(view), place);
  return place;
}

/** What draws itself, such as a canvas or a map, inside a view. @param made the same one at each drawing */
export function held(made: Element, selector = "div", attributes: Attributes = {}): VNode {
  return of(Held, { made, selector, attributes });
}

interface HeldProps {
  readonly made: Element;
  readonly selector: string;
  readonly attributes: Attributes;
}

function Held({ made, selector, attributes }: HeldProps): VNode {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (place.current?.firstChild !== made || place.current.childNodes.length > 1) place.current?.replaceChildren(made);
  }, [made]);
  return h(selector, { ...attributes, ref: place });
}

export function button(label: Child, onclick: Handler, attributes: Attributes = {}): VNode {
  return h("button", { type: "button", ...attributes, onclick }, label);
}

let last = 0;

/** An id that no other element of the page has: for what is made once. */
export function freshId(): string {
  last++;
  return `v${last}`;
}

/** A button that takes a file: the browser chooses the words of its own one, not the page. */
export function fileButton(
  label: string,
  accept: string,
  take: (file: File) => void,
  attributes: Attributes = {},
): VNode {
  return of(FileButton, { label, accept, take, attributes });
}

interface FileProps {
  readonly label: string;
  readonly accept: string;
  readonly take: (file: File) => void;
  readonly attributes: Attributes;
}

function FileButton({ label, accept, take, attributes }: FileProps): Child {
  const input = useRef<HTMLInputElement>(null);
  const onchange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const [file] = currentTarget.files ?? [];
    if (file) take(file);
    // The same file can be chosen again once it is mended.
    currentTarget.value = "";
  };
  return [
    button(label, () => input.current?.click(), attributes),
    h("input", { type: "file", accept, hidden: true, "aria-label": label, ref: input, onchange }),
  ];
}

/** What hears of a file that is dropped on an element. */
export function dropped(take: (file: File) => void) {
  return {
    ondragover: (event: DragEvent) => event.preventDefault(),
    ondrop(event: DragEvent) {
      const [file] = event.dataTransfer?.files ?? [];
      event.preventDefault();
      if (file) take(file);
    },
  };
}

/** A label above its control. */
export function labelled(label: Child, control: VNode, hint?: Child): VNode {
  return of(Labelled, { label, control, hint });
}

interface LabelledProps {
  readonly label: Child;
  readonly control: VNode;
  readonly hint?: Child;
}

function Labelled({ label, control, hint }: LabelledProps): VNode {
  // Of the page, not of one of its roots, as those of useId are.
  const [own] = useState(freshId);
  const id = String((control.props as { id?: string }).id ?? own);
  return h("div.field", h("label", { for: id }, label), cloneElement(control, { id }), hint);
}

type Choice = readonly [value: string, name: string];

/** A select of values and names; `choose` hears of a choice. */
export function select(
  options: readonly Choice[],
  chosen: string,
  choose: (value: string) => void,
  attributes: Attributes = {},
): VNode {
  const onchange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => choose(currentTarget.value);
  return h(
    "select",
    { ...attributes, value: chosen, onchange },
    options.map(([value, name]) => h("option", { key: value, value }, name)),
  );
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
export function smallTable(table: SmallTable): VNode {
  const { caption, label = caption ?? table.head.join(", ") } = table;
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label }, tableOf(table));
}

export function tableOf({ caption, head, rows, hasSum, endsInWords }: SmallTable): VNode {
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
