import {
  type Document,
  listSuggestions,
  listThreads,
  type Suggestion,
  type Thread,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readAll } from "../../api/read.ts";
import type { PlanParams } from "../params.ts";

/** A text under discussion. */
export interface Discussed {
  document: Document;
  source: string;
  /** The plan whose readers see the discussion; null for all members. */
  plan: PlanParams | null;
  /** Returns an undo, valid while `now` is current. Absent without a history. */
  undoTo?: (before: string, now: string) => () => Promise<unknown>;
}

type Named = Pick<Document, "id" | "discussionPlanId">;

/** Returns the path and query for a document's discussion. */
export const requestOf = ({ id, discussionPlanId }: Named) => ({
  params: { documentId: id },
  query: discussionPlanId === undefined ? {} : { discussionPlanId },
});

const threadsOf = (document: Named) => {
  const { params, query } = requestOf(document);
  return readAll(listThreads, { params, query: { ...query, state: "all" } }, "threads");
};

const suggestionsOf = (document: Named) => {
  const { params, query } = requestOf(document);
  return readAll(listSuggestions, { params, query: { ...query, state: "all" } }, "suggestions");
};

const noThreads: readonly Thread[] = [];
const noSuggestions: readonly Suggestion[] = [];
const unknown: Named = { id: "" };

/** Empty while the document is null. */
export function useDiscussion(document: Document | null): {
  threads: readonly Thread[];
  suggestions: readonly Suggestion[];
} {
  const [subject, enabled] = [document ?? unknown, document !== null];
  const { data: threads = noThreads } = useQuery({ ...threadsOf(subject), enabled });
  const { data: suggestions = noSuggestions } = useQuery({ ...suggestionsOf(subject), enabled });
  // The service keeps threads whose comments were all deleted.
  const said = useMemo(() => threads.filter(({ commentCount }) => commentCount > 0), [threads]);
  return { threads: said, suggestions };
}
