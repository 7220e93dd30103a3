import type { RunTask, StepKind } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import type { Context } from "../../context.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { RunRow, StepData, StepRow } from "../store.ts";
import type { Effect } from "./effect.ts";

/** A run at one of its steps, with everything that its tools reach. */
export interface Scene {
  context: Context;
  /** The starter as they are now, cut to reading. */
  actor: Actor;
  run: RunRow;
  plan: PlanRow;
  /** The steps so far, which say what was read. */
  steps: readonly StepRow[];
}

/** What a tool did: a step, the text that the model is told, and what is written with them. */
export interface Outcome {
  /** One line for people. */
  title: string;
  /** Markdown for people, at most 2,000 characters. */
  detail: string;
  /** At most 64 kB. */
  text: string;
  data?: StepData;
  /** Applied in the transaction that keeps the step. */
  effect?: Effect;
}

/** A tool of the planning agent's model. A wrong call throws a `ToolRefusal`. */
export interface Tool<A extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  arguments: A;
  kind: Exclude<StepKind, "call" | "problem">;
  /** The tasks that have it; all if absent. */
  tasks?: readonly RunTask[];
  run(scene: Scene, given: z.output<A>): Promise<Outcome>;
}

export const tool = <A extends z.ZodObject>(declared: Tool<A>): Tool => declared as unknown as Tool;

/** A call that could not be done, in words for the model: what was wrong and how to do it. */
export class ToolRefusal extends Error {}
