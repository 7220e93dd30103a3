import type { FoundDocument } from "../documents/access.ts";

export const threadData = ({ id, kind }: FoundDocument, threadId: string) => ({
  documentId: id,
  documentKind: kind,
  threadId,
});
