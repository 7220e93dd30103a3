import type { FoundDocument } from "../documents/access.ts";

/** Returns the data that every event of a thread has. */
export const threadData = ({ id, kind }: FoundDocument, threadId: string) => ({
  ...{ documentId: id, documentKind: kind, threadId },
});
