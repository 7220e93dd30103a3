import { setTimeout as sleep } from "node:timers/promises";
import {
  answerRun,
  createPlan,
  createPlanSource,
  getRun,
  getRunStep,
  getSuggestion,
  startRun,
  stopRun,
} from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import type { Drafted } from "./drafted.ts";
import type { Planted } from "./planted.ts";

const answer = "Decide by the sources, and say of the rest that it is assumed.";
const pollMs = 200;

/** Makes a plan of a topic, and lets the agent draft it to the end. */
export async function draftTopic(client: Client, projectSlug: string, topic: Planted): Promise<Drafted> {
  const { plan } = await client.call(createPlan, { params: { projectSlug }, body: { name: topic.name } });
  const of = { projectSlug, planShortId: plan.shortId };
  for (const { title, text } of topic.sources)
    await client.call(createPlanSource, { params: of, body: { title, text } });
  const started = await client.call(startRun, { params: of, body: { task: "draft", prompt: topic.prompt } });
  const params = { ...of, runId: started.run.id };
  let questions = 0;
  for (;;) {
    const { run, steps } = await client.call(getRun, { params });
    const asked = steps.find(({ question }) => question && question.answer === undefined);
    if (run.state === "waiting" && asked) {
      questions++;
      await client.call(answerRun, { params, body: { stepId: asked.id, text: answer } });
    } else if (run.state === "paused") {
      await client.call(stopRun, { params });
    } else if (run.endedAt !== undefined) {
      const paths = { documentId: plan.id, suggestionId: run.suggestionId ?? "" };
      const specs = run.suggestionId
        ? (await client.call(getSuggestion, { params: paths })).suggestion.specs
        : [];
      const said = steps.findLast(({ kind }) => kind === "finish")?.detail ?? "";
      let refused = 0;
      for (const { id: stepId } of steps.filter(({ title }) => title === "Refused: propose_specs")) {
        const told = (await client.call(getRunStep, { params: { ...params, stepId } })).answer;
        refused += told.match(/doesn't stand in its source/g)?.length ?? 0;
      }
      return { run, specs, said, refused, questions };
    }
    await sleep(pollMs);
  }
}
