import type { SourceRow } from "../store.ts";
import type { Page } from "./fetch-page.ts";

/** A page without its text, which is written in pieces of its own. */
export type PageFacts = Omit<Page, "text" | "title">;

/** Returns what a source's row has of the page that its text is from. */
export const rowOf = ({ etag, problem, pictures }: PageFacts) =>
  ({
    page_etag: etag,
    picture_count: pictures,
    degraded: problem === null ? 0 : 1,
    enrichment: "pending",
    enrichment_reason: problem ?? "",
  }) as const satisfies Partial<SourceRow>;
