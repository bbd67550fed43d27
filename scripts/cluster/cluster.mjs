// Servers of the build on one PostgreSQL, each a process that can be killed and started again.
import { command, freePort, openAccount, startServer } from "../lib/process.mjs";

const SETTINGS = ["--synthetic", "--demo", "any", "--rate", "1000000", "--running", "24", "--waiting", "100"];
const QUIET = ["--threads", "1", "--trust-proxy", "127.0.0.1", "--log-level", "error"];

/**
 * @param {import("../services/postgres.mjs").Postgres} postgres
 * @param {string} database
 */
export async function startCluster(postgres, database, { size = 3, tokens = 1_000_000, more = [] } = {}) {
  const url = await postgres.create(database);
  const key = await openAccount(url, tokens);
  const start = async (member) => {
    const port = await freePort();
    const server = await startServer([
      "--data",
      url,
      ...SETTINGS,
      ...QUIET,
      ...more,
      "--operations-port",
      String(port),
    ]);
    Object.assign(member, { server, address: server.address, operations: `http://127.0.0.1:${port}`, isUp: true });
  };
  const members = Array.from({ length: size }, () => ({ isUp: false, address: "", operations: "", server: undefined }));
  await Promise.all(members.map(start));
  const rows = async (sql) => {
    const text = await postgres.run("psql", "-d", database, "-At", "-c", sql);
    return text.trim() === "" ? [] : text.trim().split("\n");
  };
  return {
    url,
    key,
    members,
    start,
    async kill(member) {
      member.isUp = false;
      await member.server.stop("SIGKILL");
    },
    async stop() {
      await Promise.all(members.map(({ server }) => server.stop("SIGKILL")));
    },
    /** Rows of a statement, as text. */
    rows,
    isCharged: async (id) => (await rows(`SELECT 1 FROM charge WHERE request_id = '${id}'`)).length > 0,
    /** Charges by request id, and the tokens. Throws when a sum does not add up. */
    async books() {
      await command("check", "--data", url);
      const [used, granted] = (await rows("SELECT sum(used), sum(tokens) FROM token_grant"))[0].split("|").map(Number);
      const ids = await rows("SELECT request_id FROM charge WHERE tokens > 0");
      const [charged] = (await rows("SELECT coalesce(sum(tokens), 0) FROM charge")).map(Number);
      return { ids, used, granted, charged };
    },
  };
}
