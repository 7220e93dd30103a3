/** Limits of a run for which its starter names none. */
export const usualRunLimits = { tokens: 200_000, minutes: 10, steps: 24 } as const;

/** The most sources and skills that a run is given by name. */
export const mostNamed = { sources: 500, skills: 200 } as const;

/** The highest limits of a run. */
export const mostRunLimits = { tokens: 5_000_000, cost: 1_000_000, minutes: 60, steps: 100 } as const;
