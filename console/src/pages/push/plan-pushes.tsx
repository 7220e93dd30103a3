import { listPushes } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { Section } from "../../components/section.tsx";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { NextPush } from "./next-push.tsx";
import { PushHistory } from "./push-history.tsx";
import { isUnderWay } from "./push-pill.tsx";

const at = "/shell/projects/$projectSlug/plans/$planShortId/pushes" as const;

/** The polling interval of a running push, in milliseconds. */
const pollMs = 1_500;

/** A preview of the next push, and the history. */
export function PlanPushes() {
  const params = useParams({ from: at });
  const choices = useSearch({ from: at });
  const { data: pushes } = useQuery({
    ...readAll(listPushes, { params }, "pushes"),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => isUnderWay(status)) ? pollMs : false,
  });
  const current = pushes?.findLast(({ status }) => isUnderWay(status));
  return (
    <PlanPage params={params}>
      {(_, canEdit) => (
        <>
          {current ? (
            <Section
              title={`A push to ${current.projectExternalId} is under way`}
              says={current.message}
              actions={
                <Link
                  to="/projects/$projectSlug/plans/$planShortId/pushes/$pushId"
                  params={{ ...params, pushId: current.pushId }}
                  className={buttonClass("primary")}
                >
                  View progress
                </Link>
              }
            >
              {null}
            </Section>
          ) : (
            canEdit && <NextPush params={params} choices={choices} />
          )}
          <PushHistory params={params} />
        </>
      )}
    </PlanPage>
  );
}
