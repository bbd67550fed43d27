/** Limits that are the same on every server. */
export const MOST_BODY_BYTES = 64 * 1024;
/** Of all headers and the URL together: a horizon of 360 values takes 2 KiB. */
export const MOST_HEADER_BYTES = 16 * 1024;
/** Of a job, whose thousands of sites are in it. */
export const MOST_JOB_BODY_BYTES = 4 * 1024 * 1024;
