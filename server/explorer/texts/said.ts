/** What there is to say, in any language. */
import type * as en from "./en/index.js";
import type { money } from "./en/money.js";

/** What a language has to say: as the English texts, sentence by sentence. */
export type Texts = Widened<typeof en>;
/** Of cards and rooms that bring their texts with them. */
export type LaterTexts = { readonly money: Widened<typeof money> };
type Widened<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...given: infer G) => string
      ? (...given: G) => string
      : Widened<T[Name]>;
};
