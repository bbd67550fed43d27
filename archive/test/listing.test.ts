/** Names in folders of buckets, of web servers and of this machine, and what a hostile listing leads to: nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ListingOptions, listed } from "../src/bytes/listing.js";

const { signal } = new AbortController();
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A server that answers each address with a text; undefined is a 404. */
async function serving(answer: (url: URL) => string | undefined): Promise<{ address: string; asked: URL[] }> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://localhost");
    asked.push(url);
    const text = answer(url);
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** As Amazon S3 answers ListObjectsV2. */
function bucketOf(keys: readonly string[], perPage: number) {
  return (url: URL): string => {
    const get = (name: string) => url.searchParams.get(name) ?? "";
    const from = get("continuation-token") === "" ? 0 : Number(get("continuation-token"));
    const all = keys.filter((key) => key.startsWith(get("prefix")) && key > get("start-after"));
    const page = all.slice(from, from + perPage);
    const rest = (key: string) => key.slice(get("prefix").length);
    const files = page.filter((key) => !rest(key).includes("/"));
    const folders = new Set(
      page.filter((key) => rest(key).includes("/")).map((key) => `${get("prefix")}${rest(key).split("/")[0]}/`),
    );
    const isMore = from + perPage < all.length;
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix>${get("prefix")}</Prefix>
<KeyCount>${page.length}</KeyCount><IsTruncated>${isMore}</IsTruncated>${isMore ? `<NextContinuationToken>${from + perPage}</NextContinuationToken>` : ""}
${files.map((key) => `<Contents><Key>${key.replaceAll("&", "&amp;")}</Key><LastModified>2026-11-27T10:00:01.000Z</LastModified><ETag>&quot;0&quot;</ETag><Size>${key.length}</Size></Contents>`).join("")}
${[...folders].map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`).join("")}</ListBucketResult>`;
  };
}

const names = async (location: string, options: Omit<ListingOptions, "signal"> = {}) =>
  (await listed(location, { signal, ...options }))?.map(({ name }) => name);

describe("a bucket", () => {
  const KEYS = [
    "data/m/a/chunk_1.om",
    "data/m/chunk_1.om",
    "data/m/chunk_2.om",
    "data/m/x & y.om",
    "data/m/year_2024.om",
    "other/z",
  ];

  it("lists a folder over several pages, in order, with sizes and times", async () => {
    const { address, asked } = await serving(bucketOf(KEYS, 2));
    const found = await listed(`${address}/data/m`, { signal, service: "bucket" });
    expect(found?.map(({ name }) => name)).toEqual(["a/", "chunk_1.om", "chunk_2.om", "x & y.om", "year_2024.om"]);
    expect(found?.[1]).toEqual({
      name: "chunk_1.om",
      location: `${address}/data/m/chunk_1.om`,
      size: 17,
      modified: Date.UTC(2026, 10, 27, 10, 0, 1),
    });
    expect(asked).toHaveLength(3);
  });

  it("is asked for names with a beginning, and after a name", async () => {
    const { address, asked } = await serving(bucketOf(KEYS, 10));
    expect(await names(`${address}/data/m/`, { service: "bucket", prefix: "chunk_", after: "chunk_1.om" })).toEqual([
      "chunk_2.om",
    ]);
    expect(asked[0]!.searchParams.get("start-after")).toBe("data/m/chunk_1.om");
  });

  it("has an empty folder for every name", async () => {
    const { address } = await serving(bucketOf(KEYS, 10));
    expect(await names(`${address}/nothing`, { service: "bucket" })).toEqual([]);
  });

  it.each([
    ["a page of HTML", "<html>Welcome</html>", /does not list its files/],
    [
      "a list without end",
      bucketOf(KEYS, 2)(new URL("http://x/?prefix=data/m/")).replace(/<Next.*<\/Next\w+>/, ""),
      /does not go on/,
    ],
  ])("is refused for %s", async (_, text, why) => {
    const { address } = await serving(() => text);
    await expect(names(`${address}/data/m`, { service: "bucket" })).rejects.toThrow(why);
  });

  it.each(["..", ".", "../", "./", "a/b", "..\\up", "a\u0000", "&#xD800;", "&#xA;", "&#46;&#46;", ""])(
    "leads nowhere but into the folder: the key d/%s",
    async (name) => {
      const keys = (tag: string, inner: string) => `<${tag}><${inner}>d/${name}</${inner}></${tag}>`;
      const { address } = await serving(
        () =>
          `<ListBucketResult>${keys("Contents", "Key")}${keys("CommonPrefixes", "Prefix")}<Contents><Key>d/%2e%2e</Key></Contents></ListBucketResult>`,
      );
      // The last one is a file of that name, three characters a dot.
      const [only, ...others] = (await listed(`${address}/d`, { signal, service: "bucket" })) ?? [];
      expect([only?.location, others]).toEqual([`${address}/d/%252e%252e`, []]);
    },
  );

  it("that repeats its pages for ever is refused", async () => {
    const page = bucketOf(KEYS, 2);
    const { address, asked } = await serving((url) => page(new URL(url.href.replace(/continuation-token=\w+/, ""))));
    await expect(names(`${address}/data/m`, { service: "bucket" })).rejects.toThrow("does not go on");
    expect(asked.length).toBeLessThan(4);
  });

  it("with more files than asked for is refused", async () => {
    const { address } = await serving(
      bucketOf(
        Array.from({ length: 50 }, (_, k) => `d/${k}`),
        10,
      ),
    );
    await expect(names(`${address}/d`, { service: "bucket", most: 30 })).rejects.toThrow("more than 30 files");
  });
});

describe("index pages", () => {
  const NGINX = `<html><body><h1>Index of /w/</h1><hr><pre><a href="../">../</a>
<a href="2026/">2026/</a>                      27-Nov-2026 09:00                   -
<a href="SISin202611271200.nc.bz2">SISin202611271200.nc.bz2</a>        27-Nov-2026 12:05             5081223
</pre></body></html>`;
  const APACHE = `<table><tr><th><a href="?C=N;O=D">Name</a></th></tr><tr><td><a href="/">Parent Directory</a></td></tr>
<tr><td><a href="a%20b.nc">a b.nc</a></td><td align="right">2026-11-27 12:05  </td><td align="right">4.8M</td></tr></table>`;

  it("are read as nginx writes them", async () => {
    const { address } = await serving(({ pathname }) => (pathname === "/w/" ? NGINX : undefined));
    expect(await listed(`${address}/w`, { signal })).toEqual([
      { name: "2026/", location: `${address}/w/2026`, size: undefined, modified: Date.UTC(2026, 10, 27, 9) },
      {
        name: "SISin202611271200.nc.bz2",
        location: `${address}/w/SISin202611271200.nc.bz2`,
        size: 5081223,
        modified: Date.UTC(2026, 10, 27, 12, 5),
      },
    ]);
    expect(await listed(`${address}/none`, { signal })).toBeUndefined();
  });

  it("are read as Apache writes them: a rounded size is none", async () => {
    const { address } = await serving(() => APACHE);
    expect(await listed(`${address}/w/`, { signal })).toEqual([
      { name: "a b.nc", location: `${address}/w/a%20b.nc`, size: undefined, modified: Date.UTC(2026, 10, 27, 12, 5) },
    ]);
  });

  it.each([
    "http://elsewhere.example/w/x",
    "/etc/passwd",
    "../up",
    "..%2f..%2fetc",
    "%2e%2e/x",
    "a%5Cb",
    "x?query",
    "%zz",
    "javascript:1",
    "//h/w/x",
  ])("lead nowhere but into the folder: %s", async (href) => {
    const { address } = await serving(() => `<a href="${href}">x</a> <a href="ok.nc">ok</a>`);
    expect(await names(`${address}/w`)).toEqual(["ok.nc"]);
  });

  it("that stop in the middle of a link, or are none, are no endless work", async () => {
    const { address } = await serving(({ pathname }) =>
      pathname === "/a/" ? '<a href="'.repeat(100_000) : "\u0000\u0001",
    );
    expect(await names(`${address}/a`)).toEqual(["<a href="]);
    expect(await names(`${address}/b`)).toEqual([]);
  });

  it("of more links than a folder has are refused", async () => {
    const { address } = await serving(() => '<a href="">'.repeat(700_000));
    await expect(names(`${address}/a`)).rejects.toThrow("its page has more than 100000 links");
  });
});

describe("a folder of this machine", () => {
  it("is listed as the others are", async () => {
    const folder = mkdtempSync(join(tmpdir(), "listing-"));
    try {
      mkdirSync(join(folder, "b"));
      writeFileSync(join(folder, "c.nc"), "1234");
      writeFileSync(join(folder, "a.nc"), "");
      expect(await listed(folder, { signal, after: "a.nc" })).toMatchObject([
        { name: "b/" },
        { name: "c.nc", size: 4 },
      ]);
      expect(await listed(join(folder, "none"), { signal })).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
