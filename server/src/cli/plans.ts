import { Plans } from "../accounts/plans.js";
import { actorOf, type Call, command, UsageError, withDatabase } from "./command.js";
import { givenLimits, LIMIT_OPTIONS, limitCells } from "./limits.js";
import { printList, time } from "./output.js";

const OPTIONS = { ...LIMIT_OPTIONS, note: "TEXT" };

export const plans = command("plans", "plans: limits and a price class that accounts share", {
  create: { arguments: ["PLAN"], options: OPTIONS, run: create },
  set: { arguments: ["PLAN"], options: OPTIONS, run: set },
  list: { arguments: [], options: { json: undefined }, run: list },
  delete: { arguments: ["PLAN"], run: remove },
});

async function create(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const limits = givenLimits(call);
  await change(call, (all) => all.create(name, limits, call.option("note")), true);
  call.io.out(`plan ${name} created`);
}

async function set(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const [limits, note] = [givenLimits(call), call.option("note")];
  if (Object.keys(limits).length === 0 && note === undefined) {
    throw new UsageError("options must say what to change, such as --rate 60 or --price default, got nothing");
  }
  await change(call, (all) => all.set(name, limits, note));
  call.io.out(`plan ${name} changed`);
}

async function list(call: Call): Promise<void> {
  const rows = await change(call, (all) => all.list());
  printList(
    call,
    rows.map(({ name, created, note, accounts, limits }) => {
      return { plan: name, created: time(created), accounts, ...limitCells(limits), note };
    }),
  );
}

async function remove(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  await change(call, (all) => all.delete(name));
  call.io.out(`plan ${name} deleted`);
}

function change<T>(call: Call, work: (plans: Plans) => Promise<T>, create = false): Promise<T> {
  return withDatabase(call, (database) => work(new Plans(database, actorOf(call))), create);
}
