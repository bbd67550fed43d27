/** `irradiance completion`: what a shell offers behind both names of the command, made from the commands' own options. */
import type { Command } from "commander";
import { modelChoices } from "./lists.js";
import { writeResult } from "./output.js";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export const SHELLS = Object.keys(SCRIPTS);

/** @param shell one of `SHELLS` */
export async function printCompletion(shell: string, program: Command): Promise<void> {
  await writeResult(SCRIPTS[shell as keyof typeof SCRIPTS](program, await offeredValues()), undefined);
}

/** What may follow options whose values the library checks, by their flags. */
type Offers = ReadonlyMap<string, readonly string[]>;

async function offeredValues(): Promise<Offers> {
  const { FREQUENCIES } = await import("../data/contract/observation/period.js");
  return new Map([
    ["--frequency <name>", [...Object.keys(FREQUENCIES), "1_day", "1_month", "1_year"]],
    // Names of places are too many.
    ["--time-zone <zone>", ["local", "standard", "UTC"]],
    ["--models <choices>", (await modelChoices()).map(({ choice }) => choice)],
  ]);
}

interface Flag {
  /** With its hyphens. */
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** What may follow; empty: anything, such as a file. */
  readonly choices: readonly string[];
}

function flagsOf(command: Command, offers: Offers): Flag[] {
  return command.options.flatMap(({ flags, long, description, required, optional, argChoices }) =>
    long
      ? [{ long, description, takesValue: required || optional, choices: argChoices ?? offers.get(flags) ?? [] }]
      : [],
  );
}

function argumentChoices(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
}

function bashScript(program: Command, offers: Offers): string {
  return `# Put it where your shell reads it: npx irradiance-engine completion bash >> ~/.bashrc\n${bashFunction(program, offers)}`;
}

/** zsh understands it as bash does. */
function zshScript(program: Command, offers: Offers): string {
  return `# Put it where your shell reads it: npx irradiance-engine completion zsh >> ~/.zshrc
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashFunction(program, offers)}`;
}

function bashFunction(program: Command, offers: Offers): string {
  const { commands } = program;
  const names = commands.map((command) => command.name());
  const values = commands.flatMap((command) =>
    flagsOf(command, offers).flatMap(({ long, takesValue, choices }) =>
      takesValue ? [`    "${command.name()} ${long}") words="${choices.join(" ")}" ;;`] : [],
    ),
  );
  const rest = commands.map((command) => {
    const words = [...argumentChoices(command), ...flagsOf(command, offers).map(({ long }) => long), "--help"];
    return `    "${command.name()} "*) words="${words.join(" ")}" ;;`;
  });
  // An equals sign is a word of its own: that of --option=value, or that of family=name, which is one value.
  return `_irradiance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at="$COMP_CWORD" begun="" words=""
  if [ "$current" = "=" ]; then
    current="" at=$((at + 1))
  fi
  local previous="\${COMP_WORDS[at-1]}"
  if [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[at-2]}"
    case "$previous" in
      --*) ;;
      *) begun="$previous=" current="$previous=$current" previous="\${COMP_WORDS[at-3]}" ;;
    esac
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names.join(" ")} help --help --version"
  elif [ "\${COMP_WORDS[1]}" = help ]; then
    words="${names.join(" ")}"
  else
    case "\${COMP_WORDS[1]} $previous" in
${[...values, ...rest].join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  COMPREPLY=("\${COMPREPLY[@]#"$begun"}")
}
complete -o default -F _irradiance irradiance irradiance-engine
`;
}

function fishScript({ commands }: Command, offers: Offers): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap((command) => {
    const name = command.name();
    const within = `complete -c irradiance -n '__fish_seen_subcommand_from ${name}'`;
    const flags = flagsOf(command, offers).map(({ long, description, takesValue, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : "";
      return `${within} -l ${long.slice(2)}${value} -d ${quoted(description)}`;
    });
    const words = argumentChoices(command);
    return [
      `complete -c irradiance -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.description())}`,
      ...(words.length > 0 ? [`${within} -f -a ${quoted(words.join(" "))}`] : []),
      ...flags,
    ];
  });
  const head =
    "# Put it where your shell reads it: npx irradiance-engine completion fish > ~/.config/fish/completions/irradiance.fish";
  return `${[head, ...lines, "complete -c irradiance-engine -w irradiance"].join("\n")}\n`;
}
