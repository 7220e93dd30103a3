import { getRun, listModels, listRuns, type Run } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { read, readAll } from "../../api/read.ts";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { useSession } from "../../session/session.ts";
import { DraftForm } from "./draft-form.tsx";
import { costOf, numberOf, spentOf, stateOf, stateWords, taskWords } from "./words.ts";

/** A form that starts a run, and the runs so far. */
export function PlanRuns() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/runs" });
  return (
    <PlanPage params={params}>
      {(_, canEdit) => (
        <>
          {canEdit && <Draft params={params} />}
          <History params={params} />
        </>
      )}
    </PlanPage>
  );
}

function Draft({ params }: { params: PlanParams }) {
  const models = useQuery(readAll(listModels, {}, "models"));
  const { again: runId = "" }: { again?: string } = useSearch({ strict: false });
  const again = useQuery({
    ...read(getRun, { params: { ...params, runId } }),
    enabled: runId !== "",
    retry: false,
  });
  return (
    <Section
      title="Draft with an agent"
      says="It reads what you tick and proposes. Nothing is changed until somebody accepts."
    >
      <Loaded query={models}>
        {(all) => {
          const usable = all.filter((model) => model.usable);
          return usable.length === 0 ? (
            <Empty
              action={
                <Link to="/settings/workspace" className="text-accent underline underline-offset-2">
                  Add a model
                </Link>
              }
            >
              The agent needs a language model. Add your own in Settings, Workspace, Models; an owner can add
              one for everybody, and the operator one for the whole service.
            </Empty>
          ) : (
            !again.isLoading && (
              <DraftForm key={runId} params={params} models={usable} again={again.data?.run} />
            )
          );
        }}
      </Loaded>
    </Section>
  );
}

function History({ params }: { params: PlanParams }) {
  const runs = useQuery(readAll(listRuns, { params }, "runs", 200));
  return (
    <Section title="Runs">
      <Loaded query={runs}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              command={`npx groundplan draft ${params.planShortId} --project ${params.projectSlug} "What to plan"`}
            >
              No runs yet. Each is listed here with its steps and what it took.
            </Empty>
          ) : (
            <List label="Runs" items={all} keyOf={({ id }) => id}>
              {(run) => <RunRow params={params} run={run} />}
            </List>
          )
        }
      </Loaded>
    </Section>
  );
}

function RunRow({ params, run }: { params: PlanParams; run: Run }) {
  const { user } = useSession();
  return (
    <Row
      to="/projects/$projectSlug/plans/$planShortId/runs/$runId"
      params={{ ...params, runId: run.id }}
      className="flex-wrap column:flex-nowrap"
    >
      <span className="flex flex-none column:w-36">
        <Pill tone={stateWords[run.state].tone}>{stateOf(run, user.id)}</Pill>
      </span>
      <span className="min-w-0 flex-1 basis-40 truncate">
        {taskWords[run.task]}
        {run.prompt && `: ${run.prompt}`}
      </span>
      <span className="text-note text-ink-3">
        {numberOf(spentOf(run))} tokens{costOf(run.usage)} · {run.startedBy?.name ?? "Somebody who left"} ·{" "}
        <Time at={run.createdAt} />
      </span>
    </Row>
  );
}
