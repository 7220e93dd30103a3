import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { RunTask } from "@groundplan/contract";
import { z } from "zod";
import { checkText } from "../../../dispatch/input/valid-text.ts";
import type { Answered, ToolCall } from "../../models/wire/ask-model.ts";
import type { Opening } from "../opening/opening.ts";
import type { StepRow } from "../store.ts";
import { toolsFor } from "../tools/index.ts";

/** A call's answer as it is kept. */
export type KeptAnswer = Pick<Answered, "text" | "toolCalls" | "isCut" | "usage">;

export const answerOf = ({ answer }: Pick<StepRow, "answer">): KeptAnswer => JSON.parse(answer) as KeptAnswer;

/** Marks the end of what stays the same, for providers that are told what to cache. */
const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Returns the conversation of a run so far, as the next call tells it. */
export function messagesOf({ system, user }: Opening, steps: readonly StepRow[]): LanguageModelV4Prompt {
  const messages: LanguageModelV4Message[] = [
    { role: "system", content: system },
    { role: "user", content: [{ type: "text", text: user }], providerOptions: cached },
  ];
  const names = new Map<string, string>();
  for (const step of steps) {
    if (step.kind === "call" && step.state === "done") {
      const { text, toolCalls } = answerOf(step);
      for (const { id, name } of toolCalls) names.set(id, name);
      if (text !== "" || toolCalls.length > 0) messages.push(saidBefore(text, toolCalls));
    } else if (step.call_id !== null) addResult(messages, step.call_id, names.get(step.call_id), step.answer);
    else if (step.kind === "problem" && step.state === "done")
      messages.push({ role: "user", content: [{ type: "text", text: step.answer }] });
  }
  return messages;
}

const saidBefore = (text: string, toolCalls: readonly ToolCall[]): LanguageModelV4Message => ({
  role: "assistant",
  content: [
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: name,
      input: sentBack(input),
    })),
  ],
});

/** Returns a call's arguments; none if it was refused for them, as depths that would overflow the stack. */
function sentBack(input: string): Record<string, unknown> {
  const read = readInput(input) ?? {};
  try {
    checkText(read);
    return read;
  } catch {
    return {};
  }
}

/** Adds a tool's result to those of the same answer. */
function addResult(
  messages: LanguageModelV4Message[],
  toolCallId: string,
  toolName = "",
  value: string,
): void {
  const result = {
    type: "tool-result" as const,
    toolCallId,
    toolName,
    output: { type: "text" as const, value },
  };
  const last = messages.at(-1);
  if (last?.role === "tool") last.content.push(result);
  else messages.push({ role: "tool", content: [result] });
}

/** Reads a tool's arguments; undefined unless they are a JSON object. */
export function readInput(input: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(input === "" ? "{}" : input);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tools of a task as the model is told of them. */
export const toldTools = (task: RunTask): LanguageModelV4FunctionTool[] =>
  toolsFor(task).map(({ name, description, arguments: given }) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(given, { io: "input" });
    return { type: "function", name, description, inputSchema } as LanguageModelV4FunctionTool;
  });
