import { estimateRun } from "@groundplan/contract";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { tokensOf } from "../../tokens/tokens.ts";
import { sourcesOfPlan, tokensOfSource } from "../context/sources-of-plan.ts";
import type { Context } from "../context.ts";
import { costMicros, mayWriteCache } from "../models/cost.ts";
import { editablePlan } from "../plans/access.ts";
import { settingOf } from "./start-run.ts";

/** Tells what a first request would take, without sending it. */
export const runEstimate = action(
  estimateRun,
  async (context: Context, actor, { params, body }) => {
    const { model, sources, skills } = await settingOf(context, actor, { params, body });
    const plan = await editablePlan(context.db, actor, params);
    const run = {
      task: body.task,
      prompt: body.prompt,
      sources: JSON.stringify(sources),
      skills: JSON.stringify(skills),
      mark: "0".repeat(12),
    };
    // Loaded with the first one, as steps are.
    const { buildOpening } = await import("./opening/opening.ts");
    const { toldTools } = await import("./steps/messages.ts");
    const opening = await buildOpening(context, { ...actor, scope: "read" }, run, plan);
    const inputTokens = await tokensOf(JSON.stringify([opening, toldTools(body.task)]));
    const named = new Set(sources);
    const rows = await sourcesOfPlan(context.db, actor, params);
    const sourceTokens = rows.reduce((sum, row) => sum + (named.has(row.id) ? tokensOfSource(row) : 0), 0);
    const { id, name, kind, scope, prices } = model;
    const cacheWriteTokens = mayWriteCache(kind) ? inputTokens : 0;
    return {
      body: {
        model: { id, name, scope },
        inputTokens,
        sourceTokens,
        ...(prices === null
          ? {}
          : {
              cost: costMicros(prices, { inputTokens, outputTokens: 0, cacheWriteTokens }) / 1_000_000,
              currency: context.config.models.currency,
            }),
      },
    };
  },
  { discloses: disclosesNothing, isRepeatable: true },
);
