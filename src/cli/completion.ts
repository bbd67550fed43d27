/** `irradiance completion`: what a shell offers behind the name of the command, made from the commands' own options. */
import { Argument, type Command } from "commander";
import { writeResult } from "./output.js";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print what lets a shell complete commands and options; its first line says where to put it")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(SCRIPTS)))
    .action(async (shell: keyof typeof SCRIPTS) => writeResult(SCRIPTS[shell](program), undefined));
}

interface Flag {
  /** With its hyphens. */
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** What may follow; empty: anything, such as a file. */
  readonly choices: readonly string[];
}

function flagsOf(command: Command): Flag[] {
  return command.options.flatMap(({ long, description, required, optional, argChoices = [] }) =>
    long ? [{ long, description, takesValue: required || optional, choices: argChoices }] : [],
  );
}

function argumentChoices(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
}

function bashScript(program: Command): string {
  return `# Put it where your shell reads it: irradiance completion bash >> ~/.bashrc\n${bashFunction(program)}`;
}

/** zsh understands it as bash does. */
function zshScript(program: Command): string {
  return `# Put it where your shell reads it: irradiance completion zsh >> ~/.zshrc
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashFunction(program)}`;
}

function bashFunction(program: Command): string {
  const { commands } = program;
  const values = commands.flatMap((command) =>
    flagsOf(command).flatMap(({ long, takesValue, choices }) =>
      takesValue ? [`    "${command.name()} ${long}") words="${choices.join(" ")}" ;;`] : [],
    ),
  );
  const rest = commands.map((command) => {
    const words = [...argumentChoices(command), ...flagsOf(command).map(({ long }) => long), "--help"];
    return `    "${command.name()} "*) words="${words.join(" ")}" ;;`;
  });
  return `_irradiance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map((command) => command.name()).join(" ")} --help --version"
  else
    case "\${COMP_WORDS[1]} $previous" in
${[...values, ...rest].join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _irradiance irradiance
`;
}

function fishScript({ commands }: Command): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap((command) => {
    const name = command.name();
    const within = `complete -c irradiance -n '__fish_seen_subcommand_from ${name}'`;
    const flags = flagsOf(command).map(({ long, description, takesValue, choices }) => {
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
    "# Put it where your shell reads it: irradiance completion fish > ~/.config/fish/completions/irradiance.fish";
  return `${[head, ...lines].join("\n")}\n`;
}
