/** Every language says all that English says: with the same facts, in its own words, and in the room that there is for it. */
import { describe, expect, it } from "vitest";
import * as de from "../../explorer/texts/de/index.js";
import { money as deMoney } from "../../explorer/texts/de/money.js";
import * as en from "../../explorer/texts/en/index.js";
import { money as enMoney } from "../../explorer/texts/en/money.js";
import * as es from "../../explorer/texts/es/index.js";
import { money as esMoney } from "../../explorer/texts/es/money.js";
import * as fr from "../../explorer/texts/fr/index.js";
import { money as frMoney } from "../../explorer/texts/fr/money.js";
import * as italian from "../../explorer/texts/it/index.js";
import { money as italianMoney } from "../../explorer/texts/it/money.js";
import { languageOf } from "../../explorer/texts/texts.js";

const LANGUAGES = ["de", "fr", "es", "it"] as const;
/** With what is loaded on use. */
const loaded: { readonly [name: string]: object } = {
  en: { ...en, money: enMoney },
  de: { ...de, money: deMoney },
  fr: { ...fr, money: frMoney },
  es: { ...es, money: esMoney },
  it: { ...italian, money: italianMoney },
};

/** Names of towns are the language's own affair, and what the service says is spoken by patterns. */
const OWN = /^(place\.(towns|regions)|service)\b/;
/** The same word in English, or a term of the trade. */
const SHARED =
  /^(Position|Horizon|Sources|Source|Module|Installation|Zoom|Panel|Code|Client|Note|Distance|Error|Volume|Date|Text|Total|Autor|Name|Limits|Curves|Model|Standard|normal|Minimum|Maximum)\b/;
const ARGUMENTS = ["¹", "²", "³", "⁴", "⁵", "⁶"];

type Leaf = readonly [path: string, text: string];

/** Strings as they are, and functions as they speak of marked facts. */
function leaves(value: unknown, path: string): Leaf[] {
  if (OWN.test(path)) return [];
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    const said: unknown = value(...ARGUMENTS.slice(0, value.length));
    return typeof said === "string" ? [[path, said]] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, path === "" ? name : `${path}.${name}`));
}

const english = new Map(leaves(loaded.en, ""));
const german = new Map(leaves(loaded.de, ""));

describe.each(LANGUAGES)("in the language %s", (name) => {
  const own = leaves(loaded[name], "");

  it("nothing is missing, and nothing is there that nobody asks for", () => {
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
  });

  it("no fact is lost", () => {
    const facts = (text: string) => ARGUMENTS.filter((mark) => text.includes(mark)).join("");
    const lost = own.filter(([path, text]) => facts(text) !== facts(english.get(path) ?? ""));
    expect(lost).toEqual([]);
  });

  it("no sentence is left in English", () => {
    const isSentence = (text: string) => (text.match(/\p{L}{3,}/gu) ?? []).length > 3;
    const left = own.filter(([path, text]) => isSentence(text) && text === english.get(path) && !SHARED.test(text));
    expect(left).toEqual([]);
  });

  it("what stands on buttons and in heads of tables is not much longer than in English or German", () => {
    const most = (path: string) =>
      Math.max(22, 1.6 * Math.max(english.get(path)?.length ?? 0, german.get(path)?.length ?? 0));
    const long = own.filter(([path, text]) => (english.get(path)?.length ?? 0) <= 24 && text.length > most(path));
    expect(long).toEqual([]);
  });
});

describe("the language of a page", () => {
  it("is the one that is asked for, or the browser's first that the page speaks", () => {
    expect(languageOf("it", ["de-CH"])).toBe("it");
    expect(languageOf("auto", ["pt-BR", "fr-CA", "en"])).toBe("fr");
    expect(languageOf("auto", ["DE-ch"])).toBe("de");
    expect(languageOf("auto", ["eskimo", "ita-IT", "zh"])).toBe("en");
    expect(languageOf("auto", [])).toBe("en");
  });
});
