import type { EventSubject } from "../../events/append.ts";
import type { FoundDocument } from "../documents/access.ts";

/** Returns the subject of an event about a suggestion, which lies where its document lies or is discussed. */
export const aboutSuggestion = (
  { plan, projectId, specNumber }: FoundDocument,
  suggestionId: string,
): EventSubject => ({
  subjectId: suggestionId,
  projectId,
  ...(plan ? { planId: plan.id, planNumber: plan.number } : {}),
  ...(specNumber === null ? {} : { specNumber }),
});

/** Returns the data that every event of a suggestion has. */
export const suggestionData = ({ id, kind }: FoundDocument, suggestionId: string) => ({
  ...{ documentId: id, documentKind: kind, suggestionId },
});
