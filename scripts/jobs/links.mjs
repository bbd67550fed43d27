// Who may read results: the account, and whoever has a link that nobody has changed and that has not expired.
import { ask, askJson } from "../lib/client.mjs";
import { JOBS, statusOf } from "./stand.mjs";

/** Of a link, each with what is changed. */
function changed(url) {
  const signature = url.replace(/.*signature=/, "");
  const other = signature.startsWith("A") ? "B" : "A";
  return [
    ["another signature", url.replace(signature, other + signature.slice(1))],
    ["a shorter signature", url.slice(0, -1)],
    ["another part", url.replace(/parts\/(\d+)/, (_, part) => `parts/${Number(part) + 1}`)],
    ["a later end", url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 3600}`)],
    ["no end", url.replace(/expires=\d+&/, "")],
    ["no signature", url.replace(/&signature=.*/, "")],
  ];
}

export async function deadLinks({ report, address, accounts }, name, { account, id }) {
  const { results } = await statusOf(address, account, id);
  const { url } = results[0];
  const good = await ask(address, { path: url });
  report.check(`${name}: a link opens its part without a key`, good.status === 200, `${good.status} ${url}`);
  const statuses = [];
  for (const [what, link] of changed(url)) statuses.push([what, (await ask(address, { path: link })).status]);
  report.check(
    `${name}: a link that was changed opens nothing`,
    statuses.every(([, status]) => status === 401 || status === 403),
    statuses.map(([what, status]) => `${what}: ${status}`).join(", "),
  );
  const own = await ask(address, { key: account.key, path: `${JOBS}/${id}/parts/0` });
  const stranger = accounts.find((one) => one !== account);
  const theirs = await ask(address, { key: stranger.key, path: `${JOBS}/${id}/parts/0` });
  report.check(
    `${name}: the account's key opens a part, another one's does not`,
    own.status === 200 && theirs.status === 404,
    `${own.status}, ${theirs.status}`,
  );
}

/** Another account cannot tell the job from one that never was. */
export async function foreigners({ report, address }, name, { id }, { key }) {
  const nobody = "A".repeat(22);
  const answers = [];
  for (const method of ["GET", "DELETE"]) {
    for (const of of [id, nobody]) {
      const { status, json } = await askJson(address, { key, method, path: `${JOBS}/${of}` });
      answers.push(`${status} ${json?.error?.message?.replace(of, "…")}`);
    }
  }
  const { json } = await askJson(address, { key, path: JOBS });
  report.check(
    `${name}: to another account the job is not there`,
    new Set(answers).size === 1 && answers[0].startsWith("404") && json.jobs.every((job) => job.id !== id),
    answers.join("; "),
  );
}
