/** `curl` with the few options that the README uses, as a request to a server of the test. */

interface Call {
  method: string;
  url: string;
  headers: [string, string][];
  body?: string;
  /** -i and -I print the head of the answer before its body, -D - as well. */
  head: boolean;
  /** -o */
  file: boolean;
}

/** @throws Error for an option it does not know */
export function parseCurl(words: readonly string[]): Call {
  const call: Call = { method: "GET", url: "", headers: [], head: false, file: false };
  const rest = words.slice(1);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) call.url = word;
    else if (word === "-s") continue;
    else if (word === "-I") Object.assign(call, { method: "HEAD", head: true });
    else if (word === "-D") call.head = rest.shift() === "-";
    else if (word === "-o") call.file = rest.shift() !== undefined;
    else if (word === "-H") call.headers.push(headerOf(rest.shift() ?? ""));
    else if (word === "-d") Object.assign(call, { method: "POST", body: rest.shift() });
    else throw new Error(`the README calls curl with ${word}, which this test does not know`);
  }
  return call;
}

function headerOf(text: string): [string, string] {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1).trim()];
}

/** What curl prints. */
export async function curl(words: readonly string[], address: (url: URL, key: string) => Promise<string>) {
  const { url, method, headers, body, head, file } = parseCurl(words);
  const wanted = new URL(url);
  const key = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const target = (await address(wanted, key)) + wanted.pathname + wanted.search;
  const answer = await fetch(target, { method, headers, ...(body === undefined ? {} : { body }) });
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const text = await answer.text();
  const top = head ? `HTTP/1.1 ${answer.status} ${answer.statusText}\n${lines.join("\n")}\n\n` : "";
  return { text: top + (file ? "" : text), json: !head && /json/.test(answer.headers.get("content-type") ?? "") };
}
