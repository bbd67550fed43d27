/**
 * Modules and inverters by name, looked up in a thread before anything is held or computed: a name that no list has costs some milliseconds,
 * for the names that are like it, and the second time nothing.
 */
import type { CallOptions, Pool } from "irradiance-engine/bulk";
import { lruOf } from "irradiance-engine/shared";
import { hasNames, type PvSystem } from "irradiance-engine/system";
import { Refusal } from "./refusal.js";
import { asRefusal } from "./yield/as-refusal.js";

interface Known {
  /** Why it is refused. */
  readonly message: string | undefined;
  readonly size: number;
}

/** Characters of names and messages. */
const MOST = 1_000_000;

export class Products {
  readonly #pool: Pool;
  readonly #known = lruOf<Known>(MOST, ({ size }) => size);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @throws Refusal for a name that no list has */
  async check(system: PvSystem, call: CallOptions): Promise<void> {
    if (!hasNames(system)) return;
    const { module, inverter, inverters } = system;
    const names = JSON.stringify([module, inverter, inverters]);
    const message = (this.#known.get(names) ?? (await this.#found(system, names, call))).message;
    if (message !== undefined) throw new Refusal("request", message, { parameter: "system" });
  }

  async #found(system: PvSystem, names: string, call: CallOptions): Promise<Known> {
    const message = await this.#pool.resolve(system, call).then(
      () => undefined,
      (cause: unknown) => refusalOf(cause),
    );
    const known = { message, size: names.length + (message?.length ?? 0) };
    this.#known.set(names, known);
    return known;
  }
}

/** @throws what is no fault of the system */
function refusalOf(cause: unknown): string {
  try {
    return asRefusal(cause);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.kind === "request") return thrown.message;
    throw thrown;
  }
}
