import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

type Find = (path: string) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

export function rangeServer(
  find: Find,
  options?: {
    /** ms before each answer. */
    delay?: number;
    /** True if it has answered itself. */
    fault?: (request: IncomingMessage, response: ServerResponse, count: number) => boolean;
  },
): Promise<{
  url: string;
  requests: { path: string; range: string | undefined; headers: IncomingHttpHeaders }[];
  options: { delay: number };
  close(): Promise<void>;
}>;
export function inFolder(folder: string): Find;
export function tagOf(bytes: Uint8Array): string;
