import { getRun, getSuggestion, listRuns, type Run, type RunStep, stopRun } from "@groundplan/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Pill } from "../../components/pill.tsx";
import { Progress } from "../../components/progress.tsx";
import { Section } from "../../components/section.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { Time } from "../../components/time.tsx";
import { withLabels } from "../../planning/model-words.ts";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { useSession } from "../../session/session.ts";
import { Paused } from "./paused.tsx";
import { ProposedChanges } from "./proposed-changes.tsx";
import { Question } from "./question.tsx";
import { Review } from "./review.tsx";
import type { RunParams } from "./run-params.ts";
import { Steps } from "./steps.tsx";
import { useFollowedRun } from "./use-followed-run.ts";
import { costOf, isOver, numberOf, outcomeOf, spentOf, stateOf, stateWords, taskWords } from "./words.ts";

/** A run: what it does now, its question, its proposals, and its steps. */
export function OneRun() {
  const { runId, ...params } = useParams({
    from: "/shell/projects/$projectSlug/plans/$planShortId/runs/$runId",
  });
  const runParams = { ...params, runId };
  const found = useQuery(read(getRun, { params: runParams }));
  const { user } = useSession();
  const { words, usage } = useFollowedRun(runParams, found.data?.run);
  return (
    <PlanPage params={params}>
      {(plan, canEdit) => (
        <Loaded query={found}>
          {({ run: known, steps }) => {
            const run = usage ? Object.assign({}, known, { usage }) : known;
            const isStarter = run.startedBy?.userId === user.id;
            const asks = steps.findLast(({ question }) => question && question.answer === undefined);
            return (
              <>
                <Head
                  params={runParams}
                  run={run}
                  steps={steps}
                  mayStop={!isOver(run) && (isStarter || plan.capability === "OWN")}
                  mayStart={canEdit}
                />
                {run.state === "waiting" && asks?.question && (
                  <Question
                    params={runParams}
                    stepId={asks.id}
                    question={asks.question}
                    isStarter={isStarter}
                  />
                )}
                {run.state === "paused" && <Paused params={runParams} run={run} isStarter={isStarter} />}
                {run.state === "done" && <Said steps={steps} />}
                {run.suggestionId && (
                  <Review
                    params={runParams}
                    documentId={plan.id}
                    suggestionId={run.suggestionId}
                    mayDecide={canEdit}
                  />
                )}
                <ProposedChanges params={runParams} steps={steps} />
                <Steps params={runParams} steps={steps} words={words} />
              </>
            );
          }}
        </Loaded>
      )}
    </PlanPage>
  );
}

/** The words with which the agent finished. */
function Said({ steps }: { steps: readonly RunStep[] }) {
  const detail = steps.findLast(({ kind }) => kind === "finish")?.detail ?? "";
  if (detail === "") return null;
  return (
    <Section title="What it says">
      <Markdown text={detail} isNote />
    </Section>
  );
}

/** Returns the outcome of a finished run's proposals. */
function useOutcome(run: Run, steps: readonly RunStep[]): string {
  const proposals = new Map(
    steps.flatMap(({ suggestion }) => (suggestion ? [[suggestion.suggestionId, suggestion]] : [])),
  );
  const queries = [...proposals.values()].map(({ documentId, suggestionId }) => ({
    ...read(getSuggestion, { params: { documentId, suggestionId } }),
    retry: false,
  }));
  const found = useQueries({ queries });
  return isOver(run) ? outcomeOf(found.map(({ data }) => data?.suggestion.state)) : "";
}

interface HeadProperties {
  params: RunParams;
  run: Run;
  steps: readonly RunStep[];
  mayStop: boolean;
  mayStart: boolean;
}

function Head({ params, run, steps, mayStop, mayStart }: HeadProperties) {
  const { user } = useSession();
  const { tone, says } = stateWords[run.state];
  const outcome = useOutcome(run, steps);
  const spent = spentOf(run);
  const stop = async () => {
    await call(stopRun, { params });
    await invalidate(getRun, listRuns);
  };
  return (
    <section aria-label="The run" className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 text-h3 font-semibold">
            {taskWords[run.task]} <Pill tone={tone}>{stateOf(run, user.id)}</Pill>
          </h2>
          {run.prompt && (
            <p className="mt-0.5 max-w-[70ch] break-words whitespace-pre-line text-ink-2">{run.prompt}</p>
          )}
          <p role="status" className={`mt-0.5 max-w-[70ch] ${run.state === "failed" ? "text-bad" : ""}`}>
            {run.error ? withLabels(run.error.message) : says} {outcome}
          </p>
          <p className="text-note text-ink-3">
            {run.startedBy?.name ?? "Somebody who left"} started it <Time at={run.createdAt} /> with{" "}
            {run.model.name}.{" "}
            <Link
              to="/projects/$projectSlug/plans/$planShortId/runs"
              params={params}
              className="text-accent underline underline-offset-2"
            >
              All runs of this plan
            </Link>
            {isOver(run) && mayStart && (
              <>
                {" · "}
                <Link
                  to="/projects/$projectSlug/plans/$planShortId/runs"
                  params={params}
                  search={{ again: run.id } as never}
                  className="text-accent underline underline-offset-2"
                >
                  Start again
                </Link>
              </>
            )}
          </p>
        </div>
        {mayStop && <Button onClick={() => attempt(stop)}>Stop</Button>}
      </div>
      <Progress
        label="Tokens of the run"
        done={spent}
        all={run.limits.tokens}
        says={`${numberOf(spent)} of ${numberOf(run.limits.tokens)} tokens${costOf(run.usage)}${
          run.limits.cost === undefined ? "" : ` of ${numberOf(run.limits.cost)}`
        }`}
      />
    </section>
  );
}
