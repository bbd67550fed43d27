/** Where a result can be seen again. */
import { hashOf } from "../state/address.js";
import type { State } from "../state/state.js";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of a state; of a page that its own machine alone can open, the part that any server of the kind shows. */
export function addressOf(state: State, { hostname, origin, pathname } = location): string {
  const hash = hashOf(state);
  return LOOPBACK.test(hostname) ? hash : origin + pathname + hash;
}
