/** What the service says, in the language of the page: it speaks English, and sends facts with a notice for whoever says it otherwise. */
import { nameOf } from "../chart/words.js";
import { type Child, h } from "../dom.js";
import { texts } from "../texts/texts.js";

export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly facts?: { readonly [name: string]: number | string };
}

/** "" where the page has no sentence of its own: then the service's words stand. */
function ownSentence({ code, message, facts = {} }: Notice): string {
  const { service } = texts();
  const { columns } = facts;
  const named = typeof columns === "string" ? { ...facts, columns: columns.split(", ").map(nameOf).join(", ") } : facts;
  return service.notice(code, named, message) || service.phrase(message);
}

export function noticeSentence(notice: Notice): string {
  return ownSentence(notice) || sentence(notice.message);
}

export function noticeWords(notice: Notice): Child {
  return ownSentence(notice) || foreign(sentence(notice.message));
}

/** Whether a horizon of the terrain was asked for where the service has no terrain. */
export function lacksTerrain({ notices }: { readonly notices: readonly Notice[] }): boolean {
  return notices.some(({ code }) => code === "horizon-unknown");
}

/** A reason, the name of a data set or a change of its values. */
export function phrase(words: string): string {
  return texts().service.phrase(words) || words;
}

export function phraseWords(words: string): Child {
  return texts().service.phrase(words) || foreign(words);
}

/** Of a source: "synthetic", "satellite". */
export function kindName(kind: string): string {
  const { kinds } = texts().service;
  return (kinds as { readonly [kind: string]: string })[kind] ?? kind;
}

function foreign(words: string): HTMLElement {
  return h("span", { lang: "en" }, words);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
