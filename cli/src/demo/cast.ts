import type { createSpecBatch, Reply } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import type { PersonName } from "./story.ts";

/** A client for each person, and their ids. */
export interface Cast {
  clients: Record<PersonName, Client>;
  ids: Record<PersonName, string>;
}

/** A plan that was made, and how its specs are found by the words that the story has for them. */
export interface Made {
  params: { projectSlug: string; planShortId: string };
  specs: Reply<typeof createSpecBatch>["specs"];
  specId(ref: string): string;
}
