// A restart asks for nothing that is cached, and a server whose host is gone serves what it has and says so.
import { startServer } from "../lib/process.mjs";
import { observed } from "./ask.mjs";
import { playedHost } from "./played-host.mjs";

export async function judgeCache({ report, host, truth, env }) {
  const folder = await import("node:fs").then(({ existsSync }) => existsSync);
  const part = truth.find(({ source, endpoint }) => source === "era5" && endpoint === "historical");
  const asked = (server) => Promise.all(part.places.slice(0, 5).map((place) => observed(server.address, part, place)));
  const run = async (address) => {
    const server = await startServer(["--weather", `era5=${address}`, "--demo", "any", "--threads", "1"], { env });
    try {
      return await asked(server);
    } finally {
      await server.stop();
    }
  };
}
