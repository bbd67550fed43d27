/** Limits that are the same on every server. */
export const MOST_BODY_BYTES = 64 * 1024;
/** Of all headers and the URL together: a horizon of 360 values takes 2 KiB. */
export const MOST_HEADER_BYTES = 16 * 1024;
/** For each site that a job may have, in its body: ten keys of the query. */
export const JOB_SITE_BYTES = 400;
