/** A number that is typed: what cannot be used stays in the field, with what is wrong with it beside it. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { PARTS, type State, type Store } from "../state/state.js";
import { figure, type Language, language, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Child, freshId, h, type View } from "../view.js";

/** Fields of the form: what they look like, and whether one of them is marked. */
export interface Fields {
  readonly view: View;
  readonly isWrong: () => boolean;
}

interface Limits {
  readonly least: number;
  readonly most: number;
  /** An empty field stands for the default. */
  readonly mayBeEmpty?: true;
  readonly isWhole?: true;
}

interface NumberFieldOptions {
  readonly limits: Limits;
  /** What stands in it; undefined: it is empty. Typed text stays until this is another. */
  readonly value: () => number | undefined;
  /** Takes a right number; undefined of an empty field that may be. */
  readonly take: (value: number | undefined) => void;
  readonly unit?: () => string;
  readonly hint?: () => Child;
  readonly isDisabled?: () => boolean;
}

/** Made once; its views are drawn where they are wanted. */
export class NumberField {
  private readonly id = freshId();
  private readonly typed = signal<{ text: string; wrong: string; at: number | undefined }>();

  private readonly label: string;
  private readonly options: NumberFieldOptions;

  constructor(label: string, options: NumberFieldOptions) {
    this.label = label;
    this.options = options;
  }

  /** What is wrong with what stands in it; "" where nothing is. */
  get wrong(): string {
    return this.present?.wrong ?? "";
  }

  get isWrong(): boolean {
    return this.wrong !== "";
  }

  /** With its words, unless they stand apart from it. */
  view(words: VNode | null = this.words()): VNode {
    const { unit, value, isDisabled } = this.options;
    const now = value();
    const input = h("input", {
      ...{ id: this.id, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: false },
      "aria-describedby": `${this.id}-wrong ${this.id}-hint`,
      "aria-invalid": this.isWrong ? "true" : undefined,
      disabled: isDisabled?.() ?? false,
      value: this.present?.text ?? (now === undefined ? "" : plain(now)),
      oninput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => this.hear(currentTarget.value),
    });
    const box = unit === undefined ? input : h("span.with-unit", input, h("span.unit", unit()));
    return h("div.field", h("label", { for: this.id }, this.label), box, words);
  }

  /** What is wrong with it, and its hint. */
  words(): VNode {
    const { hint } = this.options;
    return h(
      "div.field-words",
      h("p.wrong", { id: `${this.id}-wrong` }, this.wrong),
      hint === undefined ? null : h("p.hint", { id: `${this.id}-hint` }, hint()),
    );
  }

  /** What was typed, as long as the value is still the one that it was typed beside. */
  private get present() {
    const typed = this.typed.value;
    return typed?.at === this.options.value() ? typed : undefined;
  }

  private hear(text: string): void {
    const { limits, value, take } = this.options;
    const found = valueIn(text, limits);
    if (typeof found === "string") this.typed.value = { text, wrong: found, at: value() };
    else {
      this.typed.value = { text, wrong: "", at: found };
      take(found);
    }
  }
}

/** Parts of the state that are numbers, or left to the service. */
type Optional = {
  [Name in keyof State]: (typeof PARTS)[Name] extends { readonly first: string; readonly most: number } ? Name : never;
}[keyof State];

/** Of a part of the state, within the limits of the part. */
export function optionalField(store: Store, name: Optional, label: string, hint?: string): NumberField {
  const { least, most } = PARTS[name];
  return new NumberField(label, {
    limits: { least, most, mayBeEmpty: true },
    value: () => (store.state[name] === "" ? undefined : Number(store.state[name])),
    take: (value) => store.set({ [name]: value === undefined ? "" : String(value) }),
    ...(hint !== undefined && { hint: () => hint }),
  });
}

/** What was typed, or what is wrong with it. */
function valueIn(text: string, { least, most, mayBeEmpty, isWhole }: Limits): number | undefined | string {
  if (text.trim() === "" && mayBeEmpty) return undefined;
  const found = typedNumber(text);
  const t = texts().roof;
  if (found.kind === "grouped") return t.grouped(found.plain);
  const isRight =
    found.kind === "number" &&
    found.value >= least &&
    found.value <= most &&
    (!isWhole || Number.isInteger(found.value));
  return isRight ? found.value : t.isNumber(plain(least), most < 1e4 ? plain(most) : figure(most));
}

/** "grouped": with a separator of thousands, or so it looks; `plain` is the number without it. */
type Typed =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "grouped"; readonly plain: string }
  | { readonly kind: "none" };

const NUMBER = /^[-−+]?\d+(?:[.,]\d+)?$/;
const GROUPED = /^[-−+]?\d{1,3}(?:[.,' ’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
/** Between thousands. */
const SEPARATORS: { readonly [name in Language]: string } = { en: ",", de: ".", fr: " ", es: ".", it: "." };

/** Numbers as people type them, with a decimal point or a decimal comma, whatever the language of the page. In English "1,000" is a thousand, in German "1.000": neither is taken for 1. */
export function typedNumber(typed: string, of = language()): Typed {
  const text = typed.trim();
  const separator = SEPARATORS[of];
  const isOne = NUMBER.test(text);
  const looksGrouped = GROUPED.test(text) && (!isOne || text.includes(separator));
  if (looksGrouped) return { kind: "grouped", plain: text.replaceAll(/[.,' ’\u00a0\u202f](?=\d{3}(?!\d))/g, "") };
  if (!isOne) return { kind: "none" };
  return { kind: "number", value: Number(text.replace("−", "-").replace(",", ".")) };
}
