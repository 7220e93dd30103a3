import type { FoundDocument } from "../documents/access.ts";

/** Returns the data that every event of a suggestion has. */
export const suggestionData = ({ id, kind }: FoundDocument, suggestionId: string) => ({
  ...{ documentId: id, documentKind: kind, suggestionId },
});
