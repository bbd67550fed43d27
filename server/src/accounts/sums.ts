/** Sums that must agree in every store. */

/** Each finds accounts whose figures contradict each other. Charges are single, or summed up by prune.ts. */
export const SUMS: Readonly<Record<string, string>> = {
  "charges and used tokens": `
    SELECT name FROM account WHERE
    (SELECT coalesce(sum(tokens), 0) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(tokens), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(used), 0) FROM token_grant WHERE account = name)`,
  "charges and daily usage": `
    SELECT name FROM account WHERE
    (SELECT coalesce(sum(tokens), 0) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(tokens), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(tokens), 0) FROM usage_day WHERE account = name)
    OR (SELECT count(*) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(requests), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(requests), 0) FROM usage_day WHERE account = name)`,
  "held tokens of jobs and of grants": `
    SELECT account AS name FROM job j WHERE held <> (SELECT coalesce(sum(h.tokens), 0) FROM job_hold h WHERE h.job = j.id)
    OR held <> (SELECT coalesce(sum(p.tokens), 0) FROM job_part p
      WHERE p.job = j.id AND j.state = 'living' AND p.state IN ('waiting', 'running'))`,
};
