interface Named {
  kind: string;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
}

/** Returns handles such as `PLAN-1 SPEC-2`, preceded by the kind of an item that is neither plan nor spec. */
export function nameOf({ kind, planShortId, specShortId }: Named): string {
  const handles = [planShortId, specShortId].filter((handle) => handle !== undefined).join(" ");
  return kind === "plan" || kind === "spec" ? handles : `${kind.replace("_", " ")} ${handles}`;
}
