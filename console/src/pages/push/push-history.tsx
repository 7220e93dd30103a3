import { listPushes } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { PushPill } from "./push-pill.tsx";

/** A plan's pushes, newest first. */
export function PushHistory({ params }: { params: PlanParams }) {
  const pushes = useQuery(readAll(listPushes, { params }, "pushes"));
  return (
    <Section title="Push history">
      <Loaded query={pushes}>
        {(all) =>
          all.length === 0 ? (
            <Empty command={`npx groundplan push ${params.planShortId} --project ${params.projectSlug}`}>
              No pushes yet. Each push is listed here with its changes.
            </Empty>
          ) : (
            <List label="Push history" items={all.toReversed()} keyOf={({ pushId }) => pushId}>
              {({ pushId, status, message, startedAt }) => (
                <Row
                  to="/projects/$projectSlug/plans/$planShortId/pushes/$pushId"
                  params={{ ...params, pushId }}
                  className="flex-wrap column:flex-nowrap"
                >
                  <span className="flex flex-none column:w-24">
                    <PushPill status={status} />
                  </span>
                  <span className="min-w-0 flex-1 basis-40 column:truncate">{message}</span>
                  <span className="text-note text-ink-3">
                    <Time at={startedAt} />
                  </span>
                </Row>
              )}
            </List>
          )
        }
      </Loaded>
    </Section>
  );
}
