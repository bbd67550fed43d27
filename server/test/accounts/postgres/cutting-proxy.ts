/** Between a server and its database: it cuts connections when it is told to. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface CuttingProxy {
  /** The database through it. */
  readonly url: string;
  /** Lets the next COMMIT through, but not its answer. Resolves when that has happened. */
  cutNextCommit(): Promise<void>;
  /** Forwards nothing until it is called again with false. */
  freeze(frozen: boolean): void;
}

export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let armed: (() => void) | undefined;
  let isFrozen = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isCut = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", end);
    }
    client.on("data", (bytes) => {
      if (isFrozen) return;
      if (armed && bytes.includes("COMMIT")) {
        isCut = true;
        const told = armed;
        armed = undefined;
        // What it answers comes back here, and no further.
        database.once("data", () => {
          end();
          told();
        });
      }
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (!isCut && !isFrozen) client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    cutNextCommit: () =>
      new Promise((resolve) => {
        armed = resolve;
      }),
    freeze(frozen) {
      isFrozen = frozen;
    },
  };
}
