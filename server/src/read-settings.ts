/** Settings as text: flags and environment variables. A flag overrides its variable; unknown names are errors. */
import { parseArgs } from "node:util";
import type { Setting } from "./setting-kinds.js";
import type { SettingName, Settings } from "./settings.js";
import { SETTING_NAMES, SETTINGS, SettingsError, settingsWith, variableOf } from "./settings.js";
import { parserText, suggestion } from "./suggestion.js";

/**
 * Settings from the command line and the environment.
 *
 * @param args the arguments after `serve`
 * @throws SettingsError for an unknown flag or IRRADIANCE_ variable, and for a value of the wrong form
 * @experimental
 */
export function readSettings(
  args: readonly string[],
  environment: { readonly [name: string]: string | undefined },
): Settings {
  const flags = parsedFlags(args);
  const variables = knownVariables(environment);
  const given: { [name: string]: unknown } = {};
  for (const name of SETTING_NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const flag = flags[name];
    const variable = variables.get(name);
    if (flag !== undefined) given[name] = setting.read(textOf(flag), name);
    else if (variable !== undefined)
      given[name] = setting.read(itemsOf(setting, variable).join("\n"), variableOf(name));
  }
  return settingsWith(given as Partial<Settings>);
}

type Flag = string | boolean | readonly (string | boolean)[];

function textOf(flag: Flag): string {
  return Array.isArray(flag) ? flag.join("\n") : String(flag);
}

function parsedFlags(args: readonly string[]): { readonly [name: string]: Flag | undefined } {
  const options = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const { flag, separator }: Setting<unknown> = SETTINGS[name];
      return [name, { type: flag ? ("boolean" as const) : ("string" as const), multiple: separator !== undefined }];
    }),
  );
  try {
    const { values, tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    return withFollowing(values, tokens);
  } catch (cause) {
    throw new SettingsError(parserText((cause as Error).message, SETTING_NAMES), { cause });
  }
}

type Token = { readonly kind: string; readonly name?: string; readonly value?: string | undefined };

/** A list takes all words that follow its flag, as in `--weather a.csv b.csv`. */
function withFollowing(values: object, tokens: readonly Token[]): { readonly [name: string]: Flag | undefined } {
  const all: { [name: string]: Flag } = { ...values };
  let last: SettingName | undefined;
  for (const { kind, name, value } of tokens) {
    if (kind === "option") last = name as SettingName;
    if (kind !== "positional") continue;
    const setting: Setting<unknown> | undefined = last && SETTINGS[last];
    if (last === undefined || setting?.separator === undefined) {
      throw new SettingsError(`unexpected argument ${JSON.stringify(value)}: settings are written --name value`);
    }
    all[last] = [...(all[last] as readonly string[]), value as string];
  }
  return all;
}

/** The key of an account, for `irradiance-server bulk` and other clients on the machine. */
const OF_CLIENTS = "IRRADIANCE_KEY";

function knownVariables(environment: { readonly [name: string]: string | undefined }): Map<SettingName, string> {
  const byVariable = new Map(SETTING_NAMES.map((name) => [variableOf(name), name]));
  const given = new Map<SettingName, string>();
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith("IRRADIANCE_") || variable === OF_CLIENTS || value === undefined) continue;
    const name = byVariable.get(variable);
    if (name === undefined)
      throw new SettingsError(
        `unknown environment variable ${variable}${suggestion(variable, [...byVariable.keys()])}: see irradiance-server --help`,
      );
    given.set(name, value);
  }
  return given;
}

function itemsOf({ separator }: Setting<unknown>, text: string): readonly string[] {
  return separator === undefined ? [text] : text.split(separator).filter((item) => item !== "");
}
