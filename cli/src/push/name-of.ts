interface Named {
  kind: string;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
}

/** `PLAN-1 SPEC-2`; what is neither a plan nor a spec says what it is. */
export function nameOf({ kind, planShortId, specShortId }: Named): string {
  const handles = [planShortId, specShortId].filter((handle) => handle !== undefined).join(" ");
  return kind === "plan" || kind === "spec" ? handles : `${kind.replace("_", " ")} ${handles}`;
}
