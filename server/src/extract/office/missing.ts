import { joinProblems } from "../reader.ts";
import type { Zip } from "./open-zip.ts";

/** Returns a message about unread parts of an Office document; null if none. Call after reading its parts. */
export const missingIn = ({ names, hasDocumentType }: Zip): string | null =>
  joinProblems([
    names.some((name) => /(?:^|\/)charts\/chart[^/]*\.xml$/i.test(name)) && "Charts are not read.",
    names.some((name) => /(?:^|\/)diagrams\/data[^/]*\.xml$/i.test(name)) && "Diagrams are not read.",
    names.some((name) => /^Object [^/]+\/content\.xml$/.test(name)) &&
      "Embedded objects, such as charts and equations, are not read.",
    hasDocumentType() && "It has a document type, whose entities are not read.",
  ]);
