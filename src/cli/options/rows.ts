/** Options as data: from rows of flags and texts come commander's options, and the types of what it gives. */
import { type Command, Option } from "commander";

/** Reads the text of an option. @param before what the texts before it of the same option made */
type Read = (text: string, before: never) => unknown;

interface More {
  readonly required?: true;
  readonly default?: unknown;
  /** Offered in help and completions, where the text is read all the same. */
  readonly offered?: readonly string[];
  /** Attribute of an option that excludes this one. */
  readonly conflicts?: string;
  /** Takes several values, though its flags name one. */
  readonly several?: true;
}

/** Flags as help shows them; what they mean; and how their text is read: as one of these names, or by a function. */
export type OptionRow = readonly [
  flags: string,
  text: string,
  read?: Read | readonly string[] | undefined,
  more?: More | undefined,
];

type Camel<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Text;
/** `--surface-tilt <degrees>` is `surfaceTilt`, `--no-backtrack` is `backtrack`, as commander stores them. */
type NameOf<Flags> = Flags extends `--no-${infer Name}`
  ? Camel<Name>
  : Flags extends `--${infer Name} ${string}`
    ? Camel<Name>
    : Flags extends `--${infer Name}`
      ? Camel<Name>
      : never;
type TextOf<Flags> = Flags extends `${string}...>` ? string[] : Flags extends `${string} <${string}` ? string : boolean;
type ValueOf<Row extends OptionRow> = Row[2] extends (...args: never) => infer Value
  ? Value
  : Row[2] extends readonly (infer Name)[]
    ? Name
    : TextOf<Row[0]>;
type Sure = readonly [string, string, unknown, { readonly required: true } | { readonly default: unknown }];

/** What commander gives of these options. */
export type FlagsOf<Rows extends readonly OptionRow[]> = {
  -readonly [Row in Rows[number] as Row extends Sure ? never : NameOf<Row[0]>]?: ValueOf<Row> | undefined;
} & { -readonly [Row in Rows[number] as Row extends Sure ? NameOf<Row[0]> : never]: ValueOf<Row> };

export function optionOf([flags, text, read, more = {}]: OptionRow): Option {
  const option = new Option(flags, text);
  const names = more.offered ?? (typeof read === "object" ? read : undefined);
  if (names !== undefined) option.choices(names);
  if (typeof read === "function") option.argParser(read as (text: string) => unknown);
  if (more.required) option.makeOptionMandatory();
  if (more.default !== undefined) option.default(more.default);
  if (more.conflicts !== undefined) option.conflicts(more.conflicts);
  if (more.several) option.variadic = true;
  return option;
}

export function addRows(command: Command, rows: readonly OptionRow[]): Command {
  for (const row of rows) command.addOption(optionOf(row));
  return command;
}

/** `--inverter-ac` */
export function longOf(flags: string): string {
  return flags.split(" ", 1)[0]!;
}

export function without(rows: readonly OptionRow[], ...longs: readonly string[]): readonly OptionRow[] {
  return rows.filter(([flags]) => !longs.includes(longOf(flags)));
}
