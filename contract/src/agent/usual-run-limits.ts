/** Limits of a run for which its starter names none. */
export const usualRunLimits = { tokens: 200_000, minutes: 10, steps: 24 } as const;
