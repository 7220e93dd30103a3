const largest = 2 ** 31 - 1;

/** Parses `PLAN-<n>` or `SPEC-<n>`; null if malformed. */
export function handleNumber(prefix: "PLAN" | "SPEC", handle: string): number | null {
  const match = /^(PLAN|SPEC)-([1-9]\d{0,9})$/.exec(handle);
  if (match?.[1] !== prefix) return null;
  const number = Number(match[2]);
  return number <= largest ? number : null;
}

/**
 * Returns the console path of a plan or spec, otherwise of the project or workspace; `page` is appended.
 */
export function pagePath({
  projectSlug,
  planShortId,
  specShortId,
  page,
}: {
  projectSlug?: string | undefined;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
  page?: string | undefined;
}): string {
  const project = projectSlug === undefined ? "" : `/projects/${projectSlug}`;
  const plan = projectSlug === undefined || planShortId === undefined ? "" : `/plans/${planShortId}`;
  const spec = plan === "" || specShortId === undefined ? "" : `/specs/${specShortId}`;
  const below = page === undefined ? "" : `/${page}`;
  return project + plan + spec + below || "/";
}

export const planHandle = (number: number) => `PLAN-${number}`;
export const specHandle = (number: number) => `SPEC-${number}`;

/** Returns the console path of a thread or suggestion. A shared source's discussion names its plan. */
export function talkPath(
  {
    documentKind,
    documentId,
    ...path
  }: Parameters<typeof pagePath>[0] & { documentKind: string; documentId: string },
  { thread, suggestion }: { thread?: string | undefined; suggestion?: string | undefined },
): string {
  const isOfPlan = documentKind === "plan" || documentKind === "spec";
  const { planShortId } = path;
  const asked = new URLSearchParams();
  if (thread !== undefined) asked.set("thread", thread);
  else if (suggestion !== undefined) asked.set("suggestion", suggestion);
  if (!isOfPlan && planShortId !== undefined) asked.set("plan", planShortId);
  const page = isOfPlan ? pagePath(path) : documentPath(documentId);
  return asked.size === 0 ? page : `${page}?${asked}`;
}

/** Returns the console path of a document without its own page, such as a skill's. */
const documentPath = (documentId: string): string => `/documents/${encodeURIComponent(documentId)}`;
