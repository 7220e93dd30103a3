interface Plan {
  shortId: string;
  name: string;
}

const handle = /\bPLAN-\d+\b/g;

/** Tells whether a text mentions a plan by its handle. */
export const namesPlan = (text: string): boolean => text.search(handle) >= 0;

/** Appends plan names: `PLAN-5/SPEC-1 (PLAN-5: Paying)`. */
export function withPlanNames(text: string, plans: readonly Plan[]): string {
  const names = new Map(plans.map(({ shortId, name }) => [shortId, name]));
  const named = [...new Set(text.match(handle))].flatMap((one) => {
    const name = names.get(one);
    return name === undefined || text.includes(name) ? [] : [`${one}: ${name}`];
  });
  return named.length === 0 ? text : `${text} (${named.join("; ")})`;
}
