/**
 * Requests through the proxy that HTTPS_PROXY or HTTP_PROXY names, except to the hosts of NO_PROXY and to this machine. Node's own fetch
 * reads these variables from 22.21 on, and only with NODE_USE_ENV_PROXY=1; undici, which it is made of, reads them everywhere.
 */
import { isOfThisMachine } from "./location.js";

type Fetch = typeof globalThis.fetch;

const VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

let known: { readonly proxies: string; readonly fetch: Promise<Fetch | undefined> } | undefined;

/** What asks for an address. */
export async function fetchFor(url: string): Promise<Fetch> {
  return (isProxied(url) ? await throughProxy() : undefined) ?? fetch;
}

/** What a failure to reach an address adds, where a proxy is named and nothing here can use it. */
export async function proxyAdvice(url: string): Promise<string> {
  if (!isProxied(url) || (await throughProxy()) !== undefined) return "";
  return ` (${variable()} names a proxy, which needs the package undici: npm install undici@6)`;
}

function isProxied(url: string): boolean {
  return variable() !== undefined && !isOfThisMachine(url) && !readsVariables();
}

/** The variable that names a proxy. */
function variable(): string | undefined {
  return VARIABLES.find((name) => (process.env[name] ?? "") !== "");
}

/** Whether Node itself does. */
function readsVariables(): boolean {
  return process.env.NODE_USE_ENV_PROXY === "1" && process.allowedNodeEnvironmentFlags.has("--use-env-proxy");
}

function throughProxy(): Promise<Fetch | undefined> {
  const proxies = VARIABLES.map((name) => process.env[name]).join("\n");
  if (known?.proxies !== proxies) known = { proxies, fetch: undiciFetch() };
  return known.fetch;
}

/** Undefined if the package is not installed. */
async function undiciFetch(): Promise<Fetch | undefined> {
  try {
    const { EnvHttpProxyAgent, fetch } = await import("undici");
    const dispatcher = new EnvHttpProxyAgent();
    return ((url: string, options: object) => fetch(url, { ...options, dispatcher })) as unknown as Fetch;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
