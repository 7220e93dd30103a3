/**
 * Settings for tests without lost replies. With the usual short wait, slow calls on a busy machine would take
 * another round.
 */
export const patient = { GROUNDPLAN_PUSH_SETTLE_MS: "2000" };
