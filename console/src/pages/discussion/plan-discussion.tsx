import { type Plan, resolveDocument } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { Conversation } from "../../planning/discussion/conversation.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { DocumentText, useDiscussed } from "./document-text.tsx";

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
