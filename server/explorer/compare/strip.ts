/** The pins in a row: shown, named, moved and removed, by hand and by keyboard. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { button, h, of, type View } from "../view.js";
import { LONGEST_NAME } from "./pins.js";
import { words } from "./words.js";

interface StripActions {
  show(k: number): void;
  /** "": its name follows again from what differs. */
  rename(k: number, called: string): void;
  move(k: number, to: number): void;
  remove(k: number): void;
}

export interface StripItem {
  readonly name: string;
  /** In the pictures; undefined: it is in none. */
  readonly colour: string | undefined;
  /** Whether it is what the page shows. */
  readonly isShown: boolean;
}

interface StripProps {
  readonly items: readonly StripItem[];
  /** The pin whose name is being written. */
  readonly renamed: number | undefined;
  readonly act: (what: string, k: number) => void;
  readonly endName: (k: number, called: string) => void;
  /** The control that gets the focus, once: "earlier 2". */
  readonly focus: { readonly act: string };
}

/** @returns a view that keeps the keyboard where it was: on the control of the pin that it has moved, named or removed */
export function stripView(itemsOf: () => readonly StripItem[], actions: StripActions): View {
  const renamed = signal<number>();
  const focus = signal({ act: "" });
  const endName = (k: number, called: string) => {
    if (renamed.peek() !== k) return;
    renamed.value = undefined;
    focus.value = { act: `rename ${k}` };
    if (called !== itemsOf()[k]?.name) actions.rename(k, called);
  };
  const act = (what: string, k: number) => {
    const to = what === "earlier" ? k - 1 : what === "later" ? k + 1 : k;
    if (what !== "show") focus.value = { act: `${what === "rename" ? "name" : what} ${to}` };
    if (what === "show") actions.show(k);
    else if (what === "rename") renamed.value = k;
    else if (what === "remove") actions.remove(k);
    else actions.move(k, to);
  };
  return () => of(Strip, { items: itemsOf(), renamed: renamed.value, act, endName, focus: focus.value });
}

function Strip({ items, renamed, act, endName, focus }: StripProps): VNode {
  const list = useRef<HTMLElement>(null);
  const focused = useRef(focus);
  useLayoutEffect(() => {
    if (focus !== focused.current) focusOn(list.current as HTMLElement, focus.act, items.length - 1);
    focused.current = focus;
  });
  return h(
    "ol.pins",
    { ref: list, hidden: items.length === 0, "aria-label": words().pins },
    items.map((item, k) => entry(item, k, k === items.length - 1, { renamed, act, endName })),
  );
}

function entry(
  { name, colour, isShown }: StripItem,
  k: number,
  isLast: boolean,
  { renamed, act, endName }: Pick<StripProps, "renamed" | "act" | "endName">,
): VNode {
  const t = words();
  const tool = (what: string, sign: string, label: string, disabled = false) =>
    button(sign, () => act(what, k), {
      ...{ class: "tool", title: label, "aria-label": label, "data-act": `${what} ${k}`, disabled },
    });
  const title = { class: "name", title: t.show(name), "data-act": `show ${k}` };
  return h(
    "li",
    { "aria-current": isShown ? "true" : undefined },
    h("span.swatch", { "aria-hidden": "true", ...(colour !== undefined && { style: { background: colour } }) }),
    renamed === k ? nameField(name, k, endName) : button(name, () => act("show", k), title),
    h(
      "span.tools",
      tool("rename", "✎", t.rename(name)),
      tool("earlier", "←", t.earlier(name), k === 0),
      tool("later", "→", t.later(name), isLast),
      tool("remove", "✕", t.remove(name)),
    ),
  );
}

function nameField(name: string, k: number, endName: StripProps["endName"]): VNode {
  const act = { "data-act": `name ${k}`, "aria-label": words().newName };
  return h("input.name", {
    ...{ maxlength: LONGEST_NAME, defaultValue: name, ...act },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      // The key goes no further: the button that has the focus next would take it for a press.
      event.preventDefault();
      endName(k, event.key === "Enter" ? (event.currentTarget as HTMLInputElement).value.trim() : name);
    },
    onblur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => endName(k, currentTarget.value.trim()),
  });
}

/** The same control of the same pin; where it is gone or rests, the pin's name, or that of the one before. */
function focusOn(list: HTMLElement, act: string, last: number): void {
  const [what, where] = act.split(" ");
  const at = Math.min(Number(where), last);
  const find = (one = "show") => list.querySelector<HTMLElement>(`[data-act="${one} ${at}"]:not(:disabled)`);
  const found = find(what) ?? find();
  found?.focus();
  if (found instanceof HTMLInputElement) found.select();
}
