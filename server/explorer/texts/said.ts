/** What there is to say, in any language. */
import type * as en from "./en/index.js";
import type { meter } from "./en/meter.js";
import type { plan } from "./en/plan.js";

/** What a language has to say: as the English texts, sentence by sentence. */
export type Texts = Widened<typeof en>;
/** Of rooms and parts that bring their texts with them. */
export type MeterTexts = Widened<typeof meter>;
export type PlanTexts = Widened<typeof plan>;
type Widened<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...given: infer G) => string
      ? (...given: G) => string
      : Widened<T[Name]>;
};
