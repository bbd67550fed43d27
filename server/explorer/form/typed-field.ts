/** A typed number: taken as soon as it is one, otherwise marked, with words beside it. Nothing is sent of a wrong one. */
import { type Child, freshId, h, replace } from "../dom.js";
import { language } from "../texts/language.js";
import { figure, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

export interface Limits {
  readonly least: number;
  readonly most: number;
  /** An empty field stands for the default. */
  readonly mayBeEmpty?: true;
  readonly isWhole?: true;
}

export interface TypedField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** What is wrong with it, and its hint: in the element, unless they stand apart from it. */
  readonly words: HTMLElement;
  /** Shows a value that is another than before, so that what was typed stays, right or wrong; undefined: empty. */
  show(value: number | undefined): void;
  readonly isWrong: boolean;
}

/** Several fields that are shown together. */
export interface Fields {
  readonly element: HTMLElement;
  /** One of them is marked. */
  readonly isWrong: boolean;
  show(): void;
}

export interface FieldOptions {
  /** Is called after every key: the field may have become right or wrong. */
  readonly heard?: () => void;
  readonly unit?: string;
  readonly hint?: Child;
  /** The words get a place of their own, as under several fields in a row. */
  readonly apart?: boolean;
}

/** @param take the number; undefined of an empty field that may be */
export function typedField(
  label: string,
  limits: Limits,
  take: (value: number | undefined) => void,
  { heard, unit, hint, apart }: FieldOptions = {},
): TypedField {
  const id = freshId();
  const wrong = h("p", { class: "wrong", id: `${id}-wrong` });
  const note = h("p", { class: "hint", id: `${id}-hint` }, hint);
  const input = h("input", {
    ...{ id, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" },
    "aria-describedby": `${id}-wrong ${id}-hint`,
  });
  let isWrong = false;
  let shown: number | undefined | null = null;
  const mark = (words: string) => {
    isWrong = words !== "";
    if (wrong.textContent !== words) replace(wrong, words);
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => {
    const found = valueIn(input.value, limits);
    mark(typeof found === "string" ? found : "");
    if (typeof found !== "string") {
      shown = found;
      take(found);
    }
    heard?.();
  });
  const box = unit === undefined ? input : h("span", { class: "with-unit" }, input, h("span", { class: "unit" }, unit));
  const words = h("div", { class: "field-words" }, wrong, hint === undefined ? null : note);
  return {
    element: h("div", { class: "field" }, h("label", { for: id }, label), box, apart ? null : words),
    words,
    input,
    show(value) {
      if (value === shown) return;
      shown = value;
      input.value = value === undefined ? "" : plain(value);
      mark("");
    },
    get isWrong() {
      return isWrong;
    },
  };
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
export type Typed =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "grouped"; readonly plain: string }
  | { readonly kind: "none" };

const NUMBER = /^[-−+]?\d+(?:[.,]\d+)?$/;
const GROUPED = /^[-−+]?\d{1,3}(?:[.,' ’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
/** Between thousands. */
const SEPARATORS = { en: ",", de: "." } as const;

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
