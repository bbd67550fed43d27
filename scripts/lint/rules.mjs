// All rules by what they demand: a rule lists what in a tree is against it.
import { CODE_RULES } from "./code.mjs";
import { IMPORT_RULES } from "./imports.mjs";
import { TEXT_RULES } from "./texts.mjs";

export const RULES = { ...IMPORT_RULES, ...CODE_RULES, ...TEXT_RULES };
