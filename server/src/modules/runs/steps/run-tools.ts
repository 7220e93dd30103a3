import type { z } from "zod";
import { checkText } from "../../../dispatch/input/valid-text.ts";
import { ApiError } from "../../../errors.ts";
import type { ToolCall } from "../../models/wire/ask-model.ts";
import { dataOf, type Fault, type StepRow } from "../store.ts";
import { toolsFor } from "../tools/index.ts";
import { type Outcome, type Scene, type Tool, ToolRefusal } from "../tools/tool.ts";
import { cutDetail } from "./cut-detail.ts";
import { cutText } from "./cut-text.ts";
import type { OfStep } from "./end-run.ts";
import { wasTold } from "./faults.ts";
import { type After, type DoneTool, keepTool } from "./keep-tool.ts";
import { readInput } from "./messages.ts";

/** Tools of one answer that are run. */
const mostTools = 16;
/** Equal calls that are answered in a run. */
const mostEqual = 2;

interface Answer {
  /** The step of the call that they answer. */
  step: StepRow;
  toolCalls: readonly ToolCall[];
}

/** Runs the tools of an answer that have no step yet, in its order, each kept before the next one. */
export async function runTools(scene: Scene, of: OfStep, { step, toolCalls }: Answer): Promise<void> {
  const steps = [...scene.steps];
  const kept = new Set(steps.flatMap(({ n, call_id }) => (n > step.n && call_id !== null ? [call_id] : [])));
  const pending = toolCalls.filter(({ id }) => !kept.has(id));
  for (const [at, call] of pending.entries()) {
    const isLast = at === pending.length - 1;
    const isTooMany = toolCalls.indexOf(call) >= mostTools;
    const asked = steps.some(({ n, kind, state }) => n > step.n && kind === "ask" && state === "open");
    const done = isTooMany
      ? refused(call, `One answer may call ${mostTools} tools at most. Call this one again.`)
      : asked && call.name === "ask"
        ? refused(call, "Ask one question at a time. This one was not asked.")
        : await runTool({ ...scene, steps }, call, step.n);
    if ((await keep(scene, of, done, isLast)) !== "goes on") return;
    steps.push(stepLike(step, steps, done));
  }
}

/** Keeps a tool's step. If its effect is refused by then, the model is told why instead. */
async function keep({ context }: Scene, of: OfStep, done: DoneTool, isLast: boolean): Promise<After> {
  try {
    return await context.writer.run(keepTool, { ...of, done, isLast });
  } catch (error) {
    if (!(error instanceof ApiError) || !done.effect) throw error;
    const { effect: _, data, ...rest } = done;
    const words = `That was not kept: ${error.message}`;
    const without = { ...rest, data: { tool: data.tool ?? "" }, title: `Refused: ${done.title}` };
    return context.writer.run(keepTool, {
      ...of,
      done: Object.assign(without, { detail: cutDetail(error.message), answer: words }),
      isLast,
    });
  }
}

async function runTool(scene: Scene, call: ToolCall, ofStep: number): Promise<DoneTool> {
  const { run, steps } = scene;
  const offered = toolsFor(run.task);
  const tool = offered.find(({ name }) => name === call.name);
  if (!tool)
    return faulty(scene, call, ofStep, {
      fault: "unknown_tool",
      words: `There is no such tool. Call one of ${offered.map(({ name }) => name).join(", ")}.`,
      what: "called a tool again that does not exist",
    });
  const given = readInput(call.input);
  if (given === undefined)
    return faulty(scene, call, ofStep, {
      fault: "arguments",
      words: "The arguments are no JSON object. Call the tool again with valid JSON.",
      what: "gave arguments again that are no JSON",
    });
  const equal = steps.filter(
    ({ call_id, request, data }) =>
      call_id !== null && request === call.input && dataOf({ data }).tool === call.name,
  );
  if (equal.length >= mostEqual)
    return faulty(scene, call, ofStep, {
      fault: "repeated",
      words: "You have made this call before, with the same answer. Do something else, or finish.",
      what: "repeated a call whose answer it had",
    });
  try {
    // Before the faults are told, which repeat the names of unknown fields.
    checkText(given);
    const read = tool.arguments.safeParse(given);
    if (!read.success) return refused(call, inWords(tool, read.error), tool.kind);
    return doneOf(tool, call, await tool.run(scene, read.data));
  } catch (error) {
    if (error instanceof ToolRefusal || error instanceof ApiError)
      return refused(call, error.message, tool.kind);
    throw error;
  }
}

const doneOf = (tool: Tool, call: ToolCall, { title, detail, text, data, effect }: Outcome): DoneTool => ({
  callId: call.id,
  kind: tool.kind,
  title,
  detail: cutDetail(detail),
  request: call.input,
  answer: cutText(text),
  data: { ...data, tool: tool.name },
  effect,
});

const refused = (
  { id, name, input }: ToolCall,
  words: string,
  kind: DoneTool["kind"] = "problem",
): DoneTool => ({
  callId: id,
  kind,
  title: `Refused: ${shown(name)}`,
  detail: cutDetail(words),
  request: input,
  answer: cutText(words),
  data: { tool: name },
});

interface FaultOf {
  fault: Fault;
  words: string;
  /** What the model did, if it was told of the fault before. */
  what: string;
}

/** Tells the model of a fault once; the next time the run fails by it. */
function faulty({ steps }: Scene, call: ToolCall, ofStep: number, { fault, words, what }: FaultOf): DoneTool {
  const done = refused(call, words);
  const failedBy = wasTold(steps, fault, ofStep) ? what : undefined;
  return { ...done, data: { tool: call.name, fault }, failedBy };
}

const shown = (name: string) => name.slice(0, 40).replace(/[^\w-]/g, "?");

/** Says what is wrong with a call's arguments. */
function inWords({ name }: Tool, { issues }: z.ZodError): string {
  const lines = issues
    .slice(0, 10)
    .map(({ path, message }) => `- ${path.join(".") || "the arguments"}: ${message}`);
  return `The arguments of ${name} are not right:\n${lines.join("\n")}\nCall it again with them mended.`;
}

/** Returns a kept tool as the next ones of its answer see it. */
const stepLike = (call: StepRow, steps: readonly StepRow[], done: DoneTool): StepRow => ({
  ...call,
  n: (steps.at(-1)?.n ?? call.n) + 1,
  kind: done.kind,
  state: done.effect?.kind === "ask" ? "open" : "done",
  call_id: done.callId,
  request: done.request,
  answer: done.answer,
  data: JSON.stringify(done.data),
});
