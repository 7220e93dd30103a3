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
import type { PlanParams } from "../work/spec-params.ts";

/** A text that is talked about, as it is shown. */
export interface Discussed {
  document: Document;
  source: string;
  /** The plan whose readers see the conversation; without one everybody does. */
  plan: PlanParams | null;
  /** Returns what brings back a revision, as long as the given one is that of now; absent where there is no way back. */
  undoTo?: (before: string, now: string) => () => Promise<unknown>;
}

type Named = Pick<Document, "id" | "discussionPlanId">;

/** The path and query of what is said about a document. */
export const requestOf = ({ id, discussionPlanId }: Named) => ({
  params: { documentId: id },
  query: discussionPlanId === undefined ? {} : { discussionPlanId },
});

/** Returns the query of all threads about a document. */
const threadsOf = (document: Named) => {
  const { params, query } = requestOf(document);
  return readAll(listThreads, { params, query: { ...query, state: "all" } }, "threads");
};

/** Returns the query of all suggestions to change a document. */
const suggestionsOf = (document: Named) => {
  const { params, query } = requestOf(document);
  return readAll(listSuggestions, { params, query: { ...query, state: "all" } }, "suggestions");
};

const noThreads: readonly Thread[] = [];
const noSuggestions: readonly Suggestion[] = [];
const unknown: Named = { id: "" };

/** Returns what is said about a document; nothing until it is known which one that is. */
export function useTalk(document: Document | null): {
  threads: readonly Thread[];
  suggestions: readonly Suggestion[];
} {
  const [of, enabled] = [document ?? unknown, document !== null];
  const { data: threads = noThreads } = useQuery({ ...threadsOf(of), enabled });
  const { data: suggestions = noSuggestions } = useQuery({ ...suggestionsOf(of), enabled });
  // A thread stays in the service when nothing is left in it.
  const said = useMemo(() => threads.filter(({ commentCount }) => commentCount > 0), [threads]);
  return { threads: said, suggestions };
}
