import { getPush } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { BelowReady } from "./below-ready.tsx";
import { Caveats } from "./caveats.tsx";
import { PushItems } from "./push-items.tsx";
import { isUnderWay } from "./push-pill.tsx";
import { PushProgress } from "./push-progress.tsx";

/** The polling interval of a running push, in milliseconds. */
const pollMs = 800;

/** A push: its progress and the result of each item. */
export function OnePush() {
  const { pushId, ...params } = useParams({
    from: "/shell/projects/$projectSlug/plans/$planShortId/pushes/$pushId",
  });
  const query = useQuery({
    ...read(getPush, { params: { ...params, pushId } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.push.status) ? pollMs : false),
  });
  return (
    <PlanPage params={params}>
      {(_, canEdit) => (
        <Loaded query={query}>
          {({ push }) => (
            <>
              <PushProgress params={params} push={push} canEdit={canEdit} />
              <Caveats caveats={push.caveats} />
              {push.items.length > 0 && <PushItems params={params} items={push.items} />}
              <BelowReady params={params} push={push} />
            </>
          )}
        </Loaded>
      )}
    </PlanPage>
  );
}
