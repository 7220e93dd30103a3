import { type Plan, resolveDocument } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../api/read.ts";
import { Loaded } from "../components/page/loaded.tsx";
import { DocumentText, useDiscussed } from "./documents/document-talk.tsx";
import { Conversation } from "./talk/conversation.tsx";
import { PlanPage } from "./work/plan-page.tsx";
import type { PlanParams } from "./work/spec-params.ts";

/** A plan's description and threads. */
export default function PlanDiscussion() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/discussion" });
  return <PlanPage params={params}>{(plan) => <Discussion params={params} plan={plan} />}</PlanPage>;
}

function Discussion({ params, plan }: { params: PlanParams; plan: Plan }) {
  const target = JSON.stringify({ kind: "plan-item", itemId: plan.id });
  const found = useQuery(read(resolveDocument, { query: { target } }));
  const discussed = useDiscussed(found.data, params);
  return (
    <Loaded query={found}>
      {() =>
        discussed && (
          <>
            <DocumentText discussed={discussed} nothing="This plan has no description." />
            <div className="mt-8 max-w-[70ch] border-t border-line pt-4">
              <Conversation discussed={discussed} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}
