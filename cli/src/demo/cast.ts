import type { createSpecBatch, Reply } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import type { PersonName } from "./story.ts";

/** A client per person, and their ids. */
export interface Cast {
  clients: Record<PersonName, Client>;
  ids: Record<PersonName, string>;
}

/** A created plan, with its specs by their names in the story. */
export interface Made {
  params: { projectSlug: string; planShortId: string };
  specs: Reply<typeof createSpecBatch>["specs"];
  specId(ref: string): string;
}
