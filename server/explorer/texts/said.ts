/** What there is to say, in any language. */
import type { account } from "./en/account.js";
import type { compare, data } from "./en/data.js";
import type * as en from "./en/index.js";
import type { meter } from "./en/meter.js";
import type { money } from "./en/money.js";
import type { plan } from "./en/plan.js";
import type { sun } from "./en/sun.js";

/** What a language has to say: as the English texts, sentence by sentence. */
export type Texts = Widened<typeof en>;
/** Of cards and rooms that bring their texts with them. */
export type LaterTexts = {
  readonly account: Widened<typeof account>;
  readonly sun: Widened<typeof sun>;
  readonly compare: Widened<typeof compare>;
  readonly data: Widened<typeof data>;
  readonly money: Widened<typeof money>;
  readonly meter: Widened<typeof meter>;
  readonly plan: Widened<typeof plan>;
  /** Towns and regions whose name GeoNames writes otherwise than the language of the page does. */
  readonly names: Readonly<Record<"towns" | "regions", Readonly<Record<string, string>>>>;
};
type Widened<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...given: infer G) => string
      ? (...given: G) => string
      : Widened<T[Name]>;
};
