/**
 * How a connection is encrypted, by the parameters and variables of libpq, with the meaning that they have there: psql, pg_dump
 * and this server take one address for the same thing. (The driver's own reading differs: its `sslmode=require` verifies.)
 */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { AccountsDatabaseError } from "./errors.js";

/** What the driver is given: an address without parameters of TLS, and these beside it. */
export interface Secured {
  readonly connectionString: string;
  /** false: in the clear. */
  readonly ssl: ConnectionOptions | false;
}

const MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/** The parameters with their variables, and the files that libpq takes without either. */
const PARAMETERS = {
  sslmode: { variable: "PGSSLMODE" },
  sslrootcert: { variable: "PGSSLROOTCERT", file: "root.crt" },
  sslcert: { variable: "PGSSLCERT", file: "postgresql.crt" },
  sslkey: { variable: "PGSSLKEY", file: "postgresql.key" },
} as const;
type Parameter = keyof typeof PARAMETERS;

/** `sslrootcert` of this name: the certification authorities that Node knows. */
const SYSTEM = "system";

/**
 * @param url postgres://…
 * @throws AccountsDatabaseError naming the parameter or variable, what was expected and what came
 */
export function secured(url: string, env: NodeJS.ProcessEnv = process.env): Secured {
  const address = new URL(url);
  const given = new TlsParameters(address, env);
  refuseUnknown(address);
  const plain = withoutTls(address, url);
  const mode = modeOf(given);
  if (mode === "disable" || isSocket(address, env)) return { connectionString: plain, ssl: false };
  return { connectionString: plain, ssl: { ...authorities(mode, given), ...ownCertificate(given) } };
}

/** What the address says, else the environment. */
class TlsParameters {
  readonly #address: URL;
  readonly #env: NodeJS.ProcessEnv;

  constructor(address: URL, env: NodeJS.ProcessEnv) {
    this.#address = address;
    this.#env = env;
  }

  text(name: Parameter): string | undefined {
    return this.#address.searchParams.get(name) || this.#env[PARAMETERS[name].variable] || undefined;
  }

  /** What a message calls it. */
  source(name: Parameter): string {
    return this.#address.searchParams.get(name) ? name : PARAMETERS[name].variable;
  }

  /** Path of a file that was named, or is where libpq looks for it. */
  path(name: Exclude<Parameter, "sslmode">): string | undefined {
    const text = this.text(name);
    if (text !== undefined) return text;
    const usual = join(homedir(), ".postgresql", PARAMETERS[name].file);
    return existsSync(usual) ? usual : undefined;
  }

  read(name: Exclude<Parameter, "sslmode">): string | undefined {
    const path = this.path(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, "utf8");
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new AccountsDatabaseError(`${this.source(name)} must be a file that can be read, got ${path} (${code})`, {
        cause,
      });
    }
  }
}

function modeOf(given: TlsParameters): Mode {
  const isSystem = given.text("sslrootcert") === SYSTEM;
  const mode = given.text("sslmode");
  if (mode === undefined) return isSystem ? "verify-full" : "disable";
  if (!MODES.includes(mode as Mode)) {
    const why = /^(allow|prefer)$/.test(mode) ? ": an attacker in between could turn the encryption off" : "";
    throw new AccountsDatabaseError(
      `${given.source("sslmode")} must be one of ${MODES.join(", ")}, got ${JSON.stringify(mode)}${why}`,
    );
  }
  if (isSystem && mode !== "verify-full") {
    throw new AccountsDatabaseError(
      `with sslrootcert=system, ${given.source("sslmode")} must be verify-full, got ${mode}`,
    );
  }
  return mode as Mode;
}

/** Whom to trust. `require` believes any certificate, unless there is a file of authorities: then it is `verify-ca`. */
function authorities(mode: Mode, given: TlsParameters): ConnectionOptions {
  if (given.text("sslrootcert") === SYSTEM) return {};
  const ca = given.read("sslrootcert");
  if (ca === undefined) {
    if (mode === "require") return { rejectUnauthorized: false };
    throw new AccountsDatabaseError(
      `sslmode=${mode} needs sslrootcert: the file of the certification authority, or "${SYSTEM}" for the authorities that Node trusts`,
    );
  }
  return mode === "verify-full" ? { ca } : { ca, checkServerIdentity: () => undefined };
}

function ownCertificate(given: TlsParameters): ConnectionOptions {
  const [cert, key] = [given.read("sslcert"), given.read("sslkey")];
  if ((cert === undefined) !== (key === undefined)) {
    throw new AccountsDatabaseError("sslcert and sslkey must be given together: a certificate and its key");
  }
  return cert === undefined ? {} : { cert, key };
}

/** A parameter that is passed over in silence would leave a connection less safe than it looks. */
function refuseUnknown({ searchParams }: URL): void {
  for (const name of searchParams.keys()) {
    if (!/^(ssl|channel_binding|uselibpqcompat$)/.test(name) || Object.hasOwn(PARAMETERS, name)) continue;
    const known = Object.keys(PARAMETERS).join(", ");
    throw new AccountsDatabaseError(`the TLS parameter must be one of ${known}, got ${name}`);
  }
}

function withoutTls(address: URL, url: string): string {
  const names = Object.keys(PARAMETERS).filter((name) => address.searchParams.has(name));
  if (names.length === 0) return url;
  const plain = new URL(address);
  for (const name of names) plain.searchParams.delete(name);
  return plain.href;
}

/** Within one machine libpq does not encrypt. */
function isSocket({ hostname, searchParams }: URL, env: NodeJS.ProcessEnv): boolean {
  const host = searchParams.get("host") || decodeURIComponent(hostname) || env.PGHOST || "";
  return host.startsWith("/");
}
