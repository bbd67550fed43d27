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
  "refunds and charges": `
    SELECT r.account AS name FROM refund r
    JOIN charge c ON c.account = r.account AND c.request_id = r.request_id AND c.at = r.charged_at
    WHERE c.tokens <> r.charged
    UNION ALL
    SELECT name FROM account WHERE (SELECT coalesce(sum(tokens), 0) FROM refund WHERE account = name)
    > (SELECT coalesce(sum(used), 0) FROM token_grant WHERE account = name)`,
  "refunds and their grants": `
    SELECT g.account AS name FROM token_grant g
    JOIN (SELECT grant_id, sum(tokens) AS tokens, min(account) AS first, max(account) AS last FROM refund GROUP BY grant_id) r
    ON r.grant_id = g.id WHERE r.tokens <> g.tokens OR r.first <> g.account OR r.last <> g.account`,
  "held tokens of jobs and of grants": `
    SELECT account AS name FROM job j WHERE held <> (SELECT coalesce(sum(h.tokens), 0) FROM job_hold h WHERE h.job = j.id)
    OR held <> (SELECT coalesce(sum(p.tokens), 0) FROM job_part p
      WHERE p.job = j.id AND j.state = 'living' AND p.state IN ('waiting', 'running'))`,
};
