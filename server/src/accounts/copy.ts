/** All rows of one database of accounts into another, which has none. */
import { type AccountsDatabase, type Actor, noteAction, type SqlValue } from "./accounts-database.js";

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** What a page begins after. Without one, all rows are read at once. */
  readonly key: readonly string[];
  /** Columns of whole numbers, whose sums must agree afterwards. */
  readonly sums: readonly string[];
  /** Rows at a time, where they are long (default 500). */
  readonly page?: number;
  /** Its rows do not make a target one that has accounts, and give way: a server makes them before there is any. */
  readonly replaced?: true;
}

/** A column with a star belongs to the key, which stands first and in order; one with a plus is summed. */
function table(name: string, text: string, more?: Pick<Table, "page" | "replaced">): Table {
  const marked = (mark: string) =>
    text.split(/\s+/).flatMap((column) => (column.includes(mark) ? [column.replace(/[*+]/g, "")] : []));
  return { name, columns: marked(""), key: marked("*"), sums: marked("+"), ...more };
}

/** In the order of their references. */
const TABLES: readonly Table[] = [
  table("plan", "name* created+ note"),
  table("plan_limit", "plan* name* value+"),
  table("account", "name* created+ shown_name plan suspended+ successor deleted+"),
  table("account_limit", "account* name* value+"),
  table("stored_system", "account* name* created+ changed+ latitude longitude description", { page: 20 }),
  table("access_key", "id* hash account label created+ expires+ revoked+ last_used+ scope"),
  table("token_grant", "id* account tokens+ used+ starts+ expires+"),
  table(
    "charge",
    `account* request_id* at+ key_id endpoint row_count+ column_count+ tokens+ status+ duration bytes+
      fingerprint cut+`,
  ),
  table("refund", "account* request_id* charged_at*+ charged+ endpoint at+ day tokens+ grant_id reason actor"),
  table("pruned_day", "account* day* requests+ tokens+"),
  table("usage_day", "account* day* endpoint* requests+ tokens+"),
  table("repeat_key", "account* repeat_key* fingerprint request_id created+ uses+ as_of+ revision hash"),
  table("admin_action", "at+ actor action subject detail sequence+"),
  table(
    "job",
    `id* account key_id created+ repeat_key fingerprint state ended+ sites+ parts+ done+ given_up+
      failed_sites+ tokens+ charged+ held+ request_bytes`,
  ),
  table("job_request", "job* request", { page: 20 }),
  table(
    "job_part",
    `job* part* first_site+ sites+ tokens+ state claim free_at+ attempts+ lapses+ failed_sites+ file_name
      file_bytes+ file_sha256 failure`,
  ),
  table("job_hold", "job* grant_id* tokens+"),
  table("link_secret", "one+ secret", { replaced: true }),
];

const PAGE = 500;

export type Copied = { readonly accounts: number; readonly charges: number };

/** What the audit of the target says of it. */
export interface CopyNote {
  readonly actor: Actor;
  readonly action: "accounts copied" | "accounts restored";
  /** Where from. */
  readonly subject: string;
}

/**
 * Copies all accounts as they are at one moment: all rows or none.
 *
 * @param note one row more, in the audit; none in a backup
 * @throws RangeError when the target has accounts already; Error when it does not hold afterwards what the source does
 */
export async function copyAccounts(from: AccountsDatabase, to: AccountsDatabase, note?: CopyNote): Promise<Copied> {
  return from.snapshot(() =>
    to.transaction(async () => {
      await demandEmpty(to);
      for (const each of TABLES) await copyTable(each, from, to);
      for (const each of TABLES) await compare(each, from, to);
      if (note) await noteCopy(to, note);
      return countOf(to);
    }),
  );
}

export async function noteCopy(to: AccountsDatabase, { actor, action, subject }: CopyNote): Promise<void> {
  const { accounts, charges } = await countOf(to);
  await noteAction(to, actor, { action, subject, detail: `${accounts} accounts with ${charges} charges` });
}

async function countOf(database: AccountsDatabase): Promise<Copied> {
  const rows = async (name: string) =>
    (await database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`))!.rows;
  return { accounts: await rows("account"), charges: await rows("charge") };
}

async function demandEmpty(to: AccountsDatabase): Promise<void> {
  for (const { name } of TABLES.filter(({ replaced }) => !replaced)) {
    if ((await to.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) === undefined) continue;
    throw new RangeError(`the target must have no accounts, got ${to.name}, whose table ${name} has rows`);
  }
}

async function copyTable(table: Table, from: AccountsDatabase, to: AccountsDatabase): Promise<void> {
  const { name, columns, replaced } = table;
  if (replaced) await to.run(`DELETE FROM ${name}`);
  let last: Row | undefined;
  for (;;) {
    const rows: readonly Row[] = await page(table, last, from);
    for (const chunk of chunksOf(rows, PAGE)) {
      const marks = chunk.map(() => `(${columns.map(() => "?").join(", ")})`).join(", ");
      const values = chunk.flatMap((row) => columns.map((column) => row[column]!));
      await to.run(`INSERT INTO ${name} (${columns.join(", ")}) VALUES ${marks}`, ...values);
    }
    last = rows.at(-1);
    if (last === undefined || table.key.length === 0) return;
  }
}

type Row = Readonly<Record<string, SqlValue>>;

function page(
  { name, columns, key, page: size = PAGE }: Table,
  last: Row | undefined,
  from: AccountsDatabase,
): Promise<Row[]> {
  const select = `SELECT ${columns.join(", ")} FROM ${name}`;
  if (key.length === 0) return from.all<Row>(select);
  const marks = key.map(() => "?").join(", ");
  const after = last ? `WHERE (${key.join(", ")}) > (${marks})` : "";
  const values = last ? key.map((column) => last[column]!) : [];
  return from.all<Row>(`${select} ${after} ORDER BY ${key.join(", ")} LIMIT ${size}`, ...values);
}

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}

async function compare(table: Table, from: AccountsDatabase, to: AccountsDatabase): Promise<void> {
  const [there, here] = [await figures(table, from), await figures(table, to)];
  if (there === here) return;
  throw new Error(`${table.name}: ${from.name} has ${there}, ${to.name} would have ${here}; nothing was copied`);
}

/** Number of rows and sums, as text. Sums of times are above 2^53 for a few thousand rows: in two parts they are exact. */
async function figures({ name, sums }: Table, database: AccountsDatabase): Promise<string> {
  const parts = sums.flatMap((column) => [
    `coalesce(sum(${column} / 1000000), 0) AS ${column}_high`,
    `coalesce(sum(${column} % 1000000), 0) AS ${column}_low`,
  ]);
  const row = (await database.get<Row>(`SELECT ${["count(*) AS count", ...parts].join(", ")} FROM ${name}`))!;
  return Object.entries(row)
    .map(([figure, value]) => `${figure} ${value}`)
    .join(", ");
}
