const largest = 2 ** 31 - 1;

/** Returns the number in `PLAN-<n>` or `SPEC-<n>`; null for a malformed handle, which does not exist. */
export function handleNumber(prefix: "PLAN" | "SPEC", handle: string): number | null {
  const match = /^(PLAN|SPEC)-([1-9]\d{0,9})$/.exec(handle);
  if (match?.[1] !== prefix) return null;
  const number = Number(match[2]);
  return number <= largest ? number : null;
}

/** Returns the path of the console's page for a plan or spec, else for a project, else for the workspace. */
export function pagePath({
  projectSlug,
  planShortId,
  specShortId,
}: {
  projectSlug?: string | undefined;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
}): string {
  if (projectSlug === undefined) return "/";
  const project = `/projects/${projectSlug}`;
  if (planShortId === undefined) return project;
  const plan = `${project}/plans/${planShortId}`;
  return specShortId === undefined ? plan : `${plan}/specs/${specShortId}`;
}

export const planHandle = (number: number) => `PLAN-${number}`;
export const specHandle = (number: number) => `SPEC-${number}`;

/** Returns the path of the console's page of a document that has no page of its own, such as a skill's. */
export const documentPath = (documentId: string): string => `/documents/${encodeURIComponent(documentId)}`;
