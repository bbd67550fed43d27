import { hasRedis } from "../../scripts/services/redis.mjs";

/** Why tests that need Redis are skipped; a failure where the environment demands them. */
export const WITHOUT_REDIS = !hasRedis() && process.env.REQUIRE_REDIS !== "1";
if (WITHOUT_REDIS) console.warn("SKIPPED: there is no redis-server on the path (apt-get install redis-server)");
