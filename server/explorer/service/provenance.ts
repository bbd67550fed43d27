/** Where values come from, as the headers of an answer say it: CSV has no other place for it. */

export interface NamedSource {
  readonly dataset: string;
  readonly synthetic: boolean;
  readonly licence: string;
}

/** An item of a structured header (RFC 9651): a string with parameters, whose values are strings or tokens. */
const ITEM = /"((?:[^"\\]|\\.)*)"((?:;[a-z_]+=(?:"(?:[^"\\]|\\.)*"|[^;,"]*))*)/g;

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
  return [...(header ?? "").matchAll(ITEM)].map(([, text = "", parameters = ""]) => [plain(text), parameters]);
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
