/** Where values come from, as the headers of an answer say it: CSV has no other place for it. And horizon lines from the terrain. */

import { noticeSentence } from "./answer.js";
import type { Service } from "./service.js";

export interface NamedSource {
  readonly dataset: string;
  readonly synthetic: boolean;
  readonly licence: string;
}

/* An item of a structured header (RFC 9651): a string with parameters, whose values are strings or tokens. Each is read where the last ended. */
const STRING = /"((?:[^"\\]|\\.)*)"/y;
const PARAMETER = /;[a-z_]+(?:=(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/y;
const BETWEEN = /[^"]*/y;

/** `Weather-Sources`: `"synthetic/weather drawn …";synthetic=?1;licence="MIT"` */
export function namedSources(headers: Headers): NamedSource[] {
  return items(headers.get("weather-sources")).map(([name, parameters]) => ({
    // Source and data set.
    dataset: name.slice(name.indexOf("/") + 1),
    synthetic: parameters.includes(";synthetic=?1"),
    licence: plain(/;licence="((?:[^"\\]|\\.)*)"/.exec(parameters)?.[1] ?? ""),
  }));
}

/** `API-Notice`: strings. */
export function noticesIn(headers: Headers): string[] {
  return items(headers.get("api-notice")).map(([text]) => text);
}

function items(header: string | null): [text: string, parameters: string][] {
  const text = header ?? "";
  const found: [string, string][] = [];
  for (let at = endOf(BETWEEN, text, 0); ; at = endOf(BETWEEN, text, at)) {
    STRING.lastIndex = at;
    const [whole = "", content = ""] = STRING.exec(text) ?? [];
    if (whole === "") return found;
    const from = at + whole.length;
    at = from;
    for (let next = endOf(PARAMETER, text, at); next > at; next = endOf(PARAMETER, text, at)) at = next;
    found.push([plain(content), text.slice(from, at)]);
  }
}

/** Where a match at a place ends; the place itself where there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Letters beyond ASCII come percent-encoded. */
function plain(text: string): string {
  const unescaped = text.replace(/\\(.)/g, "$1");
  return unescaped.replace(/(?:%[0-9A-F]{2})+/g, (code) => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code;
    }
  });
}

/** 360 whole degrees, from north over east. @throws Problem, or an Error with the service's words where it has no terrain */
export function terrainLine(service: Service, lat: number, lon: number): Promise<readonly number[]> {
  return service.once(`horizon?lat=${lat}&lon=${lon}`, async (request) => {
    const { text, headers } = await service.get(request);
    const none = noticesIn(headers).find((notice) => notice.includes("no elevation data"));
    if (none !== undefined) throw new Error(noticeSentence({ code: "horizon-unknown", message: none }));
    return JSON.parse(text).elevation;
  });
}
