/** What the catalogue says of a public source: where it is, what it serves, under which terms, and what its metadata must show. */

import { homedir } from "node:os";
import { join } from "node:path";
import type { SourceName } from "irradiance-engine/internal/weather";

/** What a source is good for; a forecast model's newest hours serve `realtime`, too. */
export type EntryPurpose = "history" | "realtime" | "forecast";

/** A free account whose key the host asks for. */
export interface EntryAccount {
  /** Whom it is with: "the Climate Data Store". */
  readonly of: string;
  /** The variable with the key. */
  readonly variable: string;
  /** How a key is had, one sentence each. */
  readonly steps: readonly string[];
}

/** An array as the host had it when the entry was written. */
export interface PinnedArray {
  /** Without it the source has no light, or no temperature: its loss is more than a change. */
  readonly isNeeded?: boolean | undefined;
  /** Spellings that mean the same. */
  readonly units?: readonly string[] | undefined;
  /** Lengths by the name of a dimension; time grows, and is left out. */
  readonly lengths?: Readonly<Record<string, number>> | undefined;
  readonly chunks?: readonly number[] | undefined;
}

/** What the live metadata of a source must show. */
export interface Pinned {
  readonly arrays?: Readonly<Record<string, PinnedArray>> | undefined;
  /** "OM version 3". */
  readonly form?: string | undefined;
  /** Seconds. */
  readonly step?: number | undefined;
  /** The day by which its data begin, `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  /** Days by which the newest value may be behind the clock; of forecasts less than none: the end of a run is ahead of it. */
  readonly lagDays?: number | undefined;
  /** Degrees from cell to cell, and the outermost cells' middles. */
  readonly grid?:
    | { readonly spacing: number; readonly south: number; readonly north: number; readonly cells: number }
    | undefined;
}

export interface EntrySource {
  /** As in a description; `location` is an address of the public host, without it what NAME=FOLDER says. */
  readonly described: { readonly kind: string; readonly id: string; readonly [key: string]: unknown };
  readonly pinned?: Pinned | undefined;
}

/** Files that a satellite's owner publishes scan by scan, and `weather follow` makes a folder of scans from. */
export interface EntryFollowed {
  readonly product: string;
  /** Folder of a web server that lists it, or of a bucket with a folder for each hour: 2026/172/12. */
  readonly address: string;
  readonly layout: "folder" | "bucket of hours";
  /** What the names of its files look like; the first group is the time of a scan's start. */
  readonly names: RegExp;
  readonly example: string;
  /** Hours by which the newest file may be behind the clock. */
  readonly lagHours: number;
}

export interface CatalogueEntry {
  readonly name: SourceName;
  readonly title: string;
  readonly purposes: readonly EntryPurpose[];
  readonly covers: string;
  readonly since: string;
  readonly lag: string;
  /** Requests and bytes, from the layout. */
  readonly cost: string;
  readonly licence: string;
  readonly attribution: string;
  /** Undefined: nobody asks who reads it. */
  readonly account: EntryAccount | undefined;
  /** What else a user should know, one sentence each. */
  readonly notes: readonly string[];
  /** The day on which it was written from the documents below, `YYYY-MM-DD`. */
  readonly documented: string;
  readonly references: readonly string[];
  /** The day on which `weather check` passed against the live host and this was written here; undefined: never run live. */
  readonly checked: string | undefined;
  readonly sources: readonly EntrySource[];
  readonly follows?: readonly EntryFollowed[] | undefined;
  /** What must stand behind NAME=, where no public host can: where to order the files. */
  readonly needsFolder?: string | undefined;
}

// Where a user's programs keep what they collected: not to be fetched again, so no cache.

function dataFolder(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "irradiance");
}

/** The scans of a satellite's product. */
export function scanFolder(name: string): string {
  return join(dataFolder(), "scans", name);
}

/** Days on which `weather check` passed, here. */
export function checksFile(): string {
  return join(dataFolder(), "weather-checks.json");
}
