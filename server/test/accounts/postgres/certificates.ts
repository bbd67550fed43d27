/** Certificates of one's own making, by openssl. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

export interface Certificates {
  /** Path of the authority's certificate. */
  readonly authority: string;
  /** Paths of a certificate of the authority, for the host 127.0.0.1 alone, and of its key. */
  readonly certificate: string;
  readonly key: string;
  /** The texts of the two. */
  readonly texts: { readonly certificate: string; readonly key: string };
  remove(): void;
}

const CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** An authority, and a certificate by it. @param user its name: that of a user of the database, or any */
export function makeCertificates(user = "server"): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-certificates-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const [authority, certificate, key] = [file("ca.crt"), file("own.crt"), file("own.key")];
  const names = "subjectAltName=IP:127.0.0.1";
  openssl(
    "req",
    "-x509",
    ...CURVE,
    "-days",
    "2",
    "-subj",
    "/CN=authority",
    "-keyout",
    file("ca.key"),
    "-out",
    authority,
  );
  openssl("req", ...CURVE, "-subj", `/CN=${user}`, "-addext", names, "-keyout", key, "-out", file("own.csr"));
  const by = ["-CA", authority, "-CAkey", file("ca.key"), "-CAcreateserial", "-copy_extensions", "copy"];
  openssl("x509", "-req", "-in", file("own.csr"), ...by, "-days", "2", "-out", certificate);
  const text = (path: string) => readFileSync(path, "utf8");
  return {
    authority,
    certificate,
    key,
    texts: { certificate: text(certificate), key: text(key) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
