/** The strip of pins: each can be shown again, renamed, moved and removed. */
import { curveColour } from "../chart/colours.js";
import { h, replace } from "../dom.js";
import { texts } from "../texts/texts.js";
import { LONGEST_NAME } from "./pins.js";

export interface StripActions {
  show(k: number): void;
  /** "": its name follows again from what differs. */
  rename(k: number, called: string): void;
  move(k: number, to: number): void;
  remove(k: number): void;
}

export interface StripItem {
  readonly name: string;
  /** Its place among the colours of the pictures; undefined: it is in none. */
  readonly colour: number | undefined;
  /** Whether it is what the page shows. */
  readonly isShown: boolean;
}

/** Written anew with each change: the keyboard stays where it was. */
export class Strip {
  readonly element = h("ol", { class: "pins" });
  private readonly actions: StripActions;
  private items: readonly StripItem[] = [];
  /** The pin whose name is being written. */
  private renamed: number | undefined;

  constructor(actions: StripActions) {
    this.actions = actions;
  }

  draw(items: readonly StripItem[]): void {
    const held = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.act
      : undefined;
    this.items = items;
    this.element.hidden = items.length === 0;
    this.element.setAttribute("aria-label", texts().compare.pins);
    replace(
      this.element,
      items.map((item, k) => this.entry(item, k)),
    );
    if (held) this.focus(held);
  }

  private entry({ name, colour, isShown }: StripItem, k: number): HTMLElement {
    const words = texts().compare;
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    if (colour !== undefined) swatch.style.background = curveColour(colour);
    const last = this.items.length - 1;
    return h(
      "li",
      { "aria-current": isShown && "true" },
      swatch,
      this.renamed === k ? this.nameField(name, k) : this.nameButton(name, k),
      h(
        "span",
        { class: "tools" },
        tool(`rename ${k}`, "✎", words.rename(name), () => this.beginName(k)),
        tool(`earlier ${k}`, "←", words.earlier(name), () => this.move(k, k - 1, "earlier"), k === 0),
        tool(`later ${k}`, "→", words.later(name), () => this.move(k, k + 1, "later"), k === last),
        tool(`remove ${k}`, "✕", words.remove(name), () => this.actions.remove(k)),
      ),
    );
  }

  private nameButton(name: string, k: number): HTMLElement {
    const onclick = () => this.actions.show(k);
    return h(
      "button",
      { type: "button", class: "name", title: texts().compare.show(name), "data-act": `show ${k}`, onclick },
      name,
    );
  }

  private nameField(name: string, k: number): HTMLElement {
    const act = { "data-act": `name ${k}`, "aria-label": texts().compare.newName };
    const field = h("input", { class: "name", maxlength: LONGEST_NAME, value: name, ...act });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      // The key goes no further: the button that has the focus next would take it for a press.
      event.preventDefault();
      this.endName(k, event.key === "Enter" ? field.value.trim() : name);
    });
    field.addEventListener("blur", () => this.endName(k, field.value.trim()));
    return field;
  }

  private beginName(k: number): void {
    this.renamed = k;
    this.draw(this.items);
    this.element.querySelector<HTMLInputElement>("input.name")?.select();
  }

  private endName(k: number, called: string): void {
    if (this.renamed !== k) return;
    this.renamed = undefined;
    if (called === this.items[k]?.name) this.draw(this.items);
    else this.actions.rename(k, called);
    this.focus(`rename ${k}`);
  }

  private move(k: number, to: number, act: string): void {
    this.actions.move(k, to);
    this.focus(`${act} ${to}`);
  }

  /** The same control of the same pin; where it is gone or rests, the pin's name, or that of the one before. */
  private focus(act: string): void {
    const [what, where] = act.split(" ");
    const at = Math.min(Number(where), this.items.length - 1);
    const find = (one = "show") => this.element.querySelector<HTMLElement>(`[data-act="${one} ${at}"]:not(:disabled)`);
    (find(what) ?? find())?.focus();
  }
}

function tool(act: string, sign: string, label: string, onclick: () => void, disabled = false): HTMLElement {
  const names = { title: label, "aria-label": label, "data-act": act };
  return h("button", { type: "button", class: "tool", ...names, disabled, onclick }, sign);
}
