import type { ChildProcess } from "node:child_process";

/** The commands `irradiance-server` and `irradiance`. */
export const SERVER: string;
export const ENGINE: string;
/** Whether a process can be held on a core. */
export const canPin: boolean;

export interface LaunchOptions {
  /** What is not piped is not kept: `out()` and `log()` are empty. A number is a file that is open. */
  readonly stdout?: "pipe" | "ignore" | "inherit" | number | undefined;
  readonly stderr?: "pipe" | "ignore" | "inherit" | number | undefined;
  /** The only one that it may run on, where the system can hold it there. */
  readonly core?: number | undefined;
  /** How many files it may open. */
  readonly files?: number | undefined;
  readonly niceness?: number | undefined;
  readonly cwd?: string | undefined;
  /** Besides that of this process. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Program {
  readonly child: ChildProcess;
  /** When it has ended and its output is read. */
  readonly exit: Promise<Exit>;
  /** The end of its standard output, and of its standard error. */
  readonly out: () => string;
  readonly log: () => string;
  readonly isAlive: () => boolean;
  /** The first line that it prints. Rejects when it ends without one. */
  line(): Promise<string>;
  /** Bytes that it keeps after a collection (for programs with heap-hook.mjs). */
  kept(): Promise<{ readonly kept: number; readonly rss: number }>;
  /** MiB; 0 when it has ended. */
  readonly memory: () => number;
  /** Seconds, of all its threads. */
  cpu(): number;
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /** Stops it in order. Rejects when it does not end with status 0. */
  end(): Promise<void>;
}

/** A program that has printed its address. */
export interface Service extends Program {
  readonly address: string;
  /** ms */
  readonly startedIn: number;
}

/** Starts Node with these words: its options, a program, the program's arguments. */
export function launch(words: readonly string[], options?: LaunchOptions): Program;
/** Starts a program that prints its address when it answers. */
export function startProgram(words: readonly string[], options?: LaunchOptions): Promise<Service>;
/** Starts `irradiance-server serve` on any free port, without its operations port unless the settings name one. */
export function startServer(
  settings: readonly string[],
  options?: LaunchOptions & { readonly node?: readonly string[] },
): Promise<Service>;
/** Starts a server and waits for its end: for starts that must fail. */
export function startInVain(
  settings: readonly string[],
): Promise<{ readonly code: number | null; readonly log: string }>;
/** Ends all that were started here and still run. */
export function endProcesses(): Promise<void>;
/** A command of `irradiance-server`: its standard output. */
export function command(...args: string[]): Promise<string>;
/** A new account with tokens, and one key, whose text is returned. */
export function openAccount(data: string, tokens: number, account?: string): Promise<string>;
/** A port that nobody has at the moment. */
export function freePort(): Promise<number>;
/** Holds this process on a core. */
export function pinSelf(core: number): void;
