import type { FoundDocument } from "../documents/access.ts";

export const suggestionData = ({ id, kind }: FoundDocument, suggestionId: string) => ({
  documentId: id,
  documentKind: kind,
  suggestionId,
});
