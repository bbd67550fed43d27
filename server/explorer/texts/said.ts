/** What there is to say, in any language. */
import type * as en from "./en/index.js";

/** What a language has to say: as the English texts, sentence by sentence. */
export type Texts = Widened<typeof en>;
type Widened<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...given: infer G) => string
      ? (...given: G) => string
      : Widened<T[Name]>;
};
