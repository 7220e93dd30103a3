import type { EventSubject } from "../../events/append.ts";
import type { FoundDocument } from "../documents/access.ts";

/** Returns the subject of an event about a thread, which lies where its document lies or is discussed. */
export const aboutThread = (
  { plan, projectId, specNumber }: FoundDocument,
  threadId: string,
): EventSubject => ({
  subjectId: threadId,
  projectId,
  ...(plan ? { planId: plan.id, planNumber: plan.number } : {}),
  ...(specNumber === null ? {} : { specNumber }),
});

/** Returns the data that every event of a thread has. */
export const threadData = ({ id, kind }: FoundDocument, threadId: string) => ({
  ...{ documentId: id, documentKind: kind, threadId },
});
