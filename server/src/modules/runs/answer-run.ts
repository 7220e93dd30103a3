import { answerRun, type Run } from "@groundplan/contract";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { ApiError, inField, notFound } from "../../errors.ts";
import { ownRun, requireRoomForRun } from "./access.ts";
import { presentRun } from "./present.ts";
import { enqueueStep } from "./steps/enqueue-step.ts";
import { changeRun, changeStep, dataOf, keyOf, namedRun, stepOfId } from "./store.ts";

/** Answers a run's question, upon which it goes on. */
export const runAnswer = post<typeof answerRun, { run: Run }>(
  answerRun,
  disclosesNothing,
  async (tx, actor, { params, body }) => {
    const { plan, run } = await ownRun(tx, actor, params);
    const step = await stepOfId(tx, keyOf(run), body.stepId);
    if (!step) throw inField("/stepId", notFound("step"));
    const data = dataOf(step);
    if (run.state !== "waiting" || step.state !== "open" || !data.question)
      throw new ApiError("not_waiting", "This step waits for no answer. Read the run again.");
    await requireRoomForRun(tx, actor, plan, params);
    const question = { ...data.question, answer: body.text };
    const told = `The person answered: ${body.text}`;
    await changeStep(tx, step, {
      state: "done",
      data: JSON.stringify({ ...data, question }),
      answer: told,
    });
    await enqueueStep(tx, await changeRun(tx, run, { state: "queued" }));
    return { run: presentRun(await namedRun(tx, keyOf(run)), plan) };
  },
);
