import { joinProblems } from "../reader.ts";
import type { Zip } from "./open-zip.ts";

/** Says what an Office document has that is not read; null if there is nothing of the kind. Ask after its parts were read. */
export const missingIn = ({ names, hasDocumentType }: Zip): string | null =>
  joinProblems([
    names.some((name) => /(?:^|\/)charts\/chart[^/]*\.xml$/i.test(name)) && "Charts are not read.",
    names.some((name) => /(?:^|\/)diagrams\/data[^/]*\.xml$/i.test(name)) && "Diagrams are not read.",
    hasDocumentType() && "It has a document type, whose entities are not read.",
  ]);
