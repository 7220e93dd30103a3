const largest = 2 ** 31 - 1;

/** Returns the number in `PLAN-<n>` or `SPEC-<n>`; null for a malformed handle, which does not exist. */
export function handleNumber(prefix: "PLAN" | "SPEC", handle: string): number | null {
  const match = /^(PLAN|SPEC)-([1-9]\d{0,9})$/.exec(handle);
  if (match?.[1] !== prefix) return null;
  const number = Number(match[2]);
  return number <= largest ? number : null;
}

/**
 * Returns the path of the console's page for a plan or spec, else for a project, else for the workspace; with `room`, that
 * of a room below it.
 */
export function pagePath({
  projectSlug,
  planShortId,
  specShortId,
  room,
}: {
  projectSlug?: string | undefined;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
  room?: string | undefined;
}): string {
  const project = projectSlug === undefined ? "" : `/projects/${projectSlug}`;
  const plan = projectSlug === undefined || planShortId === undefined ? "" : `/plans/${planShortId}`;
  const spec = plan === "" || specShortId === undefined ? "" : `/specs/${specShortId}`;
  const below = room === undefined ? "" : `/${room}`;
  return project + plan + spec + below || "/";
}

export const planHandle = (number: number) => `PLAN-${number}`;
export const specHandle = (number: number) => `SPEC-${number}`;

/**
 * Returns the path of the console's page that shows a thread or a suggestion: the page of a plan or spec, else that of its
 * document. A shared source is discussed in a plan, which its page has to know.
 */
export function talkPath(
  {
    documentKind,
    documentId,
    ...place
  }: Parameters<typeof pagePath>[0] & { documentKind: string; documentId: string },
  { thread, suggestion }: { thread?: string | undefined; suggestion?: string | undefined },
): string {
  const isOfPlan = documentKind === "plan" || documentKind === "spec";
  const { planShortId } = place;
  const asked = new URLSearchParams();
  if (thread !== undefined) asked.set("thread", thread);
  else if (suggestion !== undefined) asked.set("suggestion", suggestion);
  if (!isOfPlan && planShortId !== undefined) asked.set("plan", planShortId);
  const page = isOfPlan ? pagePath(place) : documentPath(documentId);
  return asked.size === 0 ? page : `${page}?${asked}`;
}

/** Returns the path of the console's page of a document that has no page of its own, such as a skill's. */
const documentPath = (documentId: string): string => `/documents/${encodeURIComponent(documentId)}`;
