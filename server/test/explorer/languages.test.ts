/** Every language says all that English says: with the same facts, in its own words, and in the room that there is for it. */
import { describe, expect, it } from "vitest";
import { languageOf, laterTexts, speak, texts } from "../../explorer/texts/texts.js";

const LANGUAGES = ["de", "fr", "es", "it"] as const;
/** What is loaded on use. */
const LATER = ["account", "compare", "data", "meter", "money", "plan", "sun"] as const;
const loaded: { [name: string]: object } = {};
for (const name of [...LANGUAGES, "en"] as const) {
  await speak(name);
  const later = await Promise.all(LATER.map(async (part) => [part, await laterTexts(part)]));
  loaded[name] = { ...texts(), ...Object.fromEntries(later) };
}

/** What the service says is spoken by patterns. */
const OWN = /^service\b/;
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
