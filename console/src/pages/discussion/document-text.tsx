import { type Document, listPlans, listProjects } from "@groundplan/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { readAll } from "../../api/read.ts";
import { Choice } from "../../components/forms/field.tsx";
import { DiscussedText } from "../../planning/discussion/discussed-text.tsx";
import type { Discussed } from "../../planning/discussion/discussion.ts";
import type { PlanParams } from "../../planning/params.ts";

interface Found {
  document: Document;
  sourceText: string;
}

/** Returns a document as the subject of a discussion. */
export function useDiscussed(found: Found | undefined, plan: PlanParams | null): Discussed | null {
  const { projectSlug, planShortId } = plan ?? {};
  return useMemo(
    () =>
      found
        ? {
            document: found.document,
            source: found.sourceText,
            plan:
              projectSlug !== undefined && planShortId !== undefined ? { projectSlug, planShortId } : null,
          }
        : null,
    [found, projectSlug, planShortId],
  );
}

export function DocumentText({ discussed, nothing }: { discussed: Discussed; nothing: string }) {
  if (discussed.source.trim() === "") return <p className="text-ink-2">{nothing}</p>;
  return <DiscussedText discussed={discussed} source={discussed.source} />;
}

/** Asks for the plan whose readers will see the comments. */
export function ChoosePlan({ documentId }: { documentId: string }) {
  const navigate = useNavigate();
  const projects = useQuery(readAll(listProjects, {}, "projects")).data ?? [];
  const plans = useQueries({
    queries: projects.map(({ slug, id }) =>
      readAll(listPlans, { params: { projectSlug: slug ?? id } }, "plans"),
    ),
  });
  return (
    <div className="mb-6 max-w-sm">
      <Choice
        label="Discuss it in the plan"
        name="plan"
        value=""
        onChange={({ target }) =>
          void navigate({
            to: "/documents/$documentId",
            params: { documentId },
            search: { plan: target.value || undefined },
          })
        }
      >
        <option value="">Choose a plan</option>
        {plans.flatMap(({ data = [] }) =>
          data.map(({ id, shortId, name }) => (
            <option key={id} value={id}>
              {shortId} {name}
            </option>
          )),
        )}
      </Choice>
      <p className="mt-1 text-note text-ink-3">
        Several plans share it. Comments are visible to everyone who can read the plan.
      </p>
    </div>
  );
}
