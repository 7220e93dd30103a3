import type { SourceRow } from "../store.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** A page without its text, which is written in chunks. */
export type PageFacts = Omit<FetchedPage, "text" | "title">;

/** Returns the page's columns of a source. */
export const rowOf = ({ etag, problem, pictures }: PageFacts) =>
  ({
    page_etag: etag,
    picture_count: pictures,
    degraded: problem === null ? 0 : 1,
    enrichment: "pending",
    enrichment_reason: problem ?? "",
  }) as const satisfies Partial<SourceRow>;
