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
};
