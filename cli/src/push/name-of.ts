interface Named {
  kind: string;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
}

/** Returns the handles, such as `PLAN-1 SPEC-2`; an item that is neither a plan nor a spec has its kind before them. */
export function nameOf({ kind, planShortId, specShortId }: Named): string {
  const handles = [planShortId, specShortId].filter((handle) => handle !== undefined).join(" ");
  return kind === "plan" || kind === "spec" ? handles : `${kind.replace("_", " ")} ${handles}`;
}
