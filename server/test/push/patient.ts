/**
 * The settings of tests that lose no reply. With the short time that others wait for one, calls that are late on a busy
 * machine are held back, and each of them takes another round of the push.
 */
export const patient = { GROUNDPLAN_PUSH_SETTLE_MS: "2000" };
