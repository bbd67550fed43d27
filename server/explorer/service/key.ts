/** The key: in this tab's session, and nowhere else. It never comes into the address or a line to copy. */

/** Free, where the operator has it switched on. */
export const DEMO_KEY = "demo0000-0000-0000-0000-000000000000";
const ENTRY = "irradiance-key";

export class Session {
  private readonly listeners: (() => void)[] = [];
  /** Without a place to keep it (storage may be blocked) the key lives as long as the page. */
  private own = stored();

  get key(): string {
    return this.own ?? DEMO_KEY;
  }

  get isDemo(): boolean {
    return this.own === undefined;
  }

  /** An empty key goes back to the demo key. */
  use(key: string): void {
    this.own = key.trim() === "" || key.trim() === DEMO_KEY ? undefined : key.trim();
    try {
      if (this.own === undefined) sessionStorage.removeItem(ENTRY);
      else sessionStorage.setItem(ENTRY, this.own);
    } catch {
      // Blocked: it is kept above.
    }
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(ENTRY) ?? undefined;
  } catch {
    return undefined;
  }
}
