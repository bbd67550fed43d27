/** Texte: compare. */
import type { Texts } from "../texts.js";

export const compare: Texts["compare"] = {};
