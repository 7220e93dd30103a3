import {
  type ContextSource,
  listPlanContext,
  listProjectSkills,
  listRuns,
  type Model,
  type Run,
  type RunTask,
  startRun,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { mostNamed, usualRunLimits } from "../../../../contract/src/agent/usual-run-limits.ts";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { counted } from "../../components/counted.ts";
import { AskingForm } from "../../components/forms/asking-form.tsx";
import { Choice, Field, LinesField } from "../../components/forms/field.tsx";
import { NamesOffered } from "../../planning/names-offered.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { Estimate } from "./estimate.tsx";
import { limitsOf } from "./limits.ts";
import { Switches } from "./switches.tsx";
import { numberOf, taskWords } from "./words.ts";

const scopes = { operator: "the operator's", workspace: "the workspace's", person: "yours" } as const;
const order = ["person", "workspace", "operator"] as const;

const isBeingRead = (enrichment: ContextSource["enrichment"]) =>
  enrichment?.status === "pending" || enrichment?.status === "running";

/** The model that a run takes unless another one is named. */
const usualOf = (models: readonly Model[]) =>
  order.map((scope) => models.findLast((model) => model.scope === scope)).find(Boolean) ?? models[0];

const modelOf = (models: readonly Model[], run: Run | undefined) =>
  models.find(({ name, scope }) => name === run?.model.name && scope === run.model.scope);

/** Returns what to name in a run, and how many too many that are. Names nothing if the run takes the same then. */
function named(items: readonly { key: string; isOn: boolean; isUsual: boolean }[], most: number) {
  const names = items.filter(({ isOn }) => isOn).map(({ key }) => key);
  if (names.length > most && items.every(({ isOn, isUsual }) => isOn === isUsual))
    return { names: undefined, over: 0 };
  return { names, over: Math.max(0, names.length - most) };
}

interface Properties {
  params: PlanParams;
  models: readonly Model[];
  /** A run that the form begins like. */
  again: Run | undefined;
}

/** Asks what to do, what may be read, with which model and within which limits. */
export function DraftForm({ params, models, again }: Properties) {
  const navigate = useNavigate();
  const { projectSlug, planShortId } = params;
  const sources = useQuery(readAll(listPlanContext, { params: { projectSlug, planShortId } }, "sources"));
  const skills = useQuery(readAll(listProjectSkills, { params: { projectSlug } }, "skills"));
  const [task, setTask] = useState<RunTask>(again?.task ?? "draft");
  const [modelId, setModelId] = useState(() => (modelOf(models, again) ?? usualOf(models))?.id ?? "");
  /** What was switched; the rest is as the plan has it. */
  const [switched, setSwitched] = useState<ReadonlyMap<string, boolean>>(new Map());
  const turn = (key: string, isOn: boolean) => setSwitched((before) => new Map(before).set(key, isOn));
  const readable = (sources.data ?? []).map(({ id, title, tokenCount, enrichment, active = true }) => ({
    key: id,
    name: title,
    about: isBeingRead(enrichment) ? "being read" : `${numberOf(tokenCount)} tokens`,
    tokens: tokenCount,
    isOn: switched.get(id) ?? again?.sources.includes(id) ?? active,
    isUsual: active,
  }));
  const openable = (skills.data ?? []).map(({ slug, description }) => ({
    key: slug,
    name: slug,
    about: description ?? "",
    tokens: 0,
    isOn: switched.get(slug) ?? again?.skills.includes(slug) ?? true,
    isUsual: true,
  }));
  const read = named(readable, mostNamed.sources);
  const opened = named(openable, mostNamed.skills);
  const chosen = {
    task,
    modelId,
    ...(sources.data && read.names ? { sources: read.names } : {}),
    ...(skills.data && opened.names ? { skills: opened.names } : {}),
  };
  const tooMany = [
    ...(read.over > 0
      ? [`Untick ${counted(read.over, "source")}: at most ${mostNamed.sources} are named.`]
      : []),
    ...(opened.over > 0
      ? [`Untick ${counted(opened.over, "skill")}: at most ${mostNamed.skills} are named.`]
      : []),
  ].join(" ");
  const submit = async ({ prompt = "", ...values }: Record<string, string>) => {
    const body = Object.assign({ prompt, limits: limitsOf(values) }, chosen);
    const { run } = await call(startRun, { params, body });
    await invalidate(listRuns);
    await navigate({
      to: "/projects/$projectSlug/plans/$planShortId/runs/$runId",
      params: { ...params, runId: run.id },
    });
  };
  const model = models.find(({ id }) => id === modelId);
  const limits = again?.limits ?? usualRunLimits;
  const total = readable.reduce((sum, { isOn, tokens }) => (isOn ? sum + tokens : sum), 0);
  return (
    <div className="max-w-2xl">
      <AskingForm
        submit={submit}
        action="Start"
        disabled={tooMany !== ""}
        beside={
          tooMany === "" ? (
            <Estimate params={params} chosen={chosen} isKnown={!sources.isPending && !skills.isPending} />
          ) : (
            <p role="status" className="text-note text-warn">
              {tooMany}
            </p>
          )
        }
      >
        <Choice
          label="Task"
          name="task"
          value={task}
          onChange={({ target }) => setTask(target.value as RunTask)}
        >
          <option value="draft">{taskWords.draft} for this plan</option>
          <option value="revise">{taskWords.revise} of this plan</option>
          <option value="gaps">{taskWords.gaps}: questions and missing criteria</option>
        </Choice>
        <NamesOffered plan={params}>
          <LinesField
            label="What to do"
            name="prompt"
            rows={4}
            defaultValue={again?.prompt ?? ""}
            maxLength={4000}
            hint="In your words: what is wanted, for whom, and what to leave out. Empty: from the sources alone."
          />
        </NamesOffered>
        <Switches
          label="What it may read"
          says={`${numberOf(total)} tokens together. It opens a source only if it needs it.`}
          nothing="This plan has no context sources. Add some under Context."
          items={readable}
          turn={turn}
        />
        <Switches
          label="Skills it may open"
          says=""
          nothing="There are no skills."
          items={openable}
          turn={turn}
        />
        <Choice
          label="Model"
          name="modelId"
          value={modelId}
          onChange={({ target }) => setModelId(target.value)}
        >
          {models.map(({ id, name, scope }) => (
            <option key={id} value={id}>
              {name}, {scopes[scope]}
            </option>
          ))}
        </Choice>
        <fieldset className="grid gap-3 column:grid-cols-3">
          <legend className="mb-1 text-note font-[550]">It pauses at</legend>
          <Field label="Tokens" name="tokens" inputMode="numeric" defaultValue={numberOf(limits.tokens)} />
          <Field label="Minutes" name="minutes" inputMode="numeric" defaultValue={String(limits.minutes)} />
          <Field
            label="Calls of the model"
            name="steps"
            inputMode="numeric"
            defaultValue={String(limits.steps)}
          />
          {model?.prices && <Field label="Cost" name="cost" inputMode="decimal" hint="Empty for no limit." />}
        </fieldset>
      </AskingForm>
    </div>
  );
}
