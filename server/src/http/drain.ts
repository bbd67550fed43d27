/**
 * How a server leaves without a failed request. While balancers still send to it, it answers as ever, and asks with each
 * answer to be left; then it takes no new connections, ends what is under way, and closes the connections that wait.
 */
import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** ms */
const SWEEP = 50;

/** @param delay ms that requests are still taken; @param grace ms, after them, for those under way */
export async function drain(server: Server, delay: number, grace: number): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  if (delay > 0) await pause(delay);
  await closed(server, grace);
}

function closed(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const alarm = setTimeout(() => server.closeAllConnections(), grace);
    // Connections whose answer went out meanwhile would stay open for their next request.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    server.close(() => {
      clearTimeout(alarm);
      clearInterval(sweep);
      // Node counts a connection as closed before it says so: what was cut is noted when it is said, in the next round of the loop.
      setImmediate(() => setImmediate(resolve));
    });
    server.closeIdleConnections();
  });
}
