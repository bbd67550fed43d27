/** A bucket in memory that speaks as much of S3 as is used, and fails when it is told to. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Bucket {
  readonly objects: Map<string, Buffer>;
  /** Answers to come, before those by the book: a status, or "cut" after half of what was sent. */
  readonly faults: (number | "cut")[];
  readonly env: NodeJS.ProcessEnv;
  /** Nothing more fits in. */
  isFull: boolean;
  /** Nothing of such a name fits in. */
  refused: RegExp | undefined;
  close(): Promise<void>;
}

/** Small, so that lists have several pages. */
const PAGE = 3;

export async function openBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const faults: Bucket["faults"] = [];
  const state: Pick<Bucket, "isFull" | "refused"> = { isFull: false, refused: undefined };
  const server = createServer((request, response) => {
    const fault = faults.shift();
    if (fault === "cut") {
      request.once("data", () => request.socket.destroy());
      return;
    }
    if (request.method === "PUT" && (state.isFull || state.refused?.test(request.url!))) {
      request.resume().once("end", () => end(response, 403, error("QuotaExceeded")));
      return;
    }
    answer(objects, request, response, fault).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const env = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
  };
  return Object.assign(state, {
    objects,
    faults,
    env,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close").catch(() => {});
    },
  });
}

async function answer(
  objects: Bucket["objects"],
  request: IncomingMessage,
  response: ServerResponse,
  fault: number | undefined,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(request.url!, "http://bucket");
  const key = decodeURIComponent(pathname).split("/").slice(2).join("/");
  if (fault !== undefined) return end(response, fault, error(fault === 503 ? "SlowDown" : "AccessDenied"));
  if (request.method === "PUT") {
    const sum = request.headers["x-amz-checksum-sha256"];
    if (sum !== createHash("sha256").update(body).digest("base64")) return end(response, 400, error("BadDigest"));
    objects.set(key, body);
    response.setHeader("ETag", tagOf(body));
    return end(response, 200);
  }
  if (request.method === "POST" && searchParams.has("delete")) {
    for (const [, name] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(name!);
    return end(response, 200, "<DeleteResult/>");
  }
  if (searchParams.get("list-type") === "2") return end(response, 200, listing(objects, searchParams));
  const found = objects.get(key);
  return found ? end(response, 200, found) : end(response, 404, error("NoSuchKey"));
}

function end(response: ServerResponse, status: number, body: string | Buffer = ""): void {
  response.writeHead(status, { "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

function error(code: string): string {
  return `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

function tagOf(body: Buffer): string {
  return `"${createHash("md5").update(body).digest("hex")}"`;
}

function listing(objects: Bucket["objects"], words: URLSearchParams): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(words.get("prefix") ?? "")).sort();
  const from = Number(words.get("continuation-token") ?? 0);
  const entries = names.slice(from, from + PAGE).map((name) => {
    const body = objects.get(name)!;
    return `<Contents><Key>${name}</Key><Size>${body.length}</Size><ETag>${tagOf(body)}</ETag></Contents>`;
  });
  const next = from + PAGE < names.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
  const isCut = `<IsTruncated>${next !== ""}</IsTruncated>`;
  return `<ListBucketResult>${isCut}${next}${entries.join("")}</ListBucketResult>`;
}
