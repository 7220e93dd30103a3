import type { Tx } from "../../../storage/dialect.ts";
import { costMicros } from "../../models/cost.ts";
import { pricesOf } from "../../models/present.ts";
import { addToUsage } from "../../models/spend.ts";
import { settle } from "../ceilings/ceilings.ts";
import { changeRun, changeStep, type RunRow, type StepRow } from "../store.ts";

/** Providers count differently; assumed before the first answer tells. */
const firstRatio = 1.3;
/** No tokenizer counts less for texts; a provider that tells less would get calls without room for them. */
const leastRatio = 0.5;

/** Returns how many tokens the provider counts for one of ours. */
export const ratioOf = ({ counted_tokens, told_tokens }: RunRow): number =>
  counted_tokens === 0 ? firstRatio : Math.max(leastRatio, told_tokens / counted_tokens);

/** Returns the input tokens that are reserved for a request, whose tokens we count. */
export const inputOf = (run: RunRow, counted: number): number => Math.ceil(counted * ratioOf(run));

interface Spending {
  run: RunRow;
  step: StepRow;
  /** As the provider told it; null if the end of the call isn't known, which counts in full. */
  usage: { inputTokens: number; outputTokens: number } | null;
  operatorTokens: number | null;
}

/** Replaces a call's reservation by what it took, in the run, the ceilings and the sums of its person. */
export async function spendCall(tx: Tx, { run, step, usage, operatorTokens }: Spending): Promise<RunRow> {
  const prices = pricesOf(run);
  const input = Math.min(step.reserved, inputOf(run, step.counted));
  const spent = usage ?? { inputTokens: input, outputTokens: step.reserved - input };
  const { inputTokens, outputTokens } = spent;
  const told = inputTokens + outputTokens;
  // What a member's own provider tells beyond the reservation is no reason to stop others.
  const counted = run.model_scope === "person" ? Math.min(told, step.reserved) : told;
  await settle(tx, { run, at: step.created_at, operatorTokens }, step.reserved, counted);
  await changeStep(tx, step, { input_tokens: inputTokens, output_tokens: outputTokens, reserved: 0 });
  if (inputTokens + outputTokens > 0)
    await addToUsage(tx, {
      workspaceId: run.workspace_id,
      userId: run.user_id,
      model: {
        id: run.model_id,
        name: run.model_name,
        scope: run.model_scope,
        prices,
      },
      currency: run.currency,
      usage: spent,
    });
  const isTold = usage !== null && inputTokens > 0;
  return changeRun(tx, run, {
    input_tokens: run.input_tokens + inputTokens,
    output_tokens: run.output_tokens + outputTokens,
    cost_micros: run.cost_micros + costMicros(prices, spent),
    counted_tokens: run.counted_tokens + (isTold ? step.counted : 0),
    told_tokens: run.told_tokens + (isTold ? inputTokens : 0),
  });
}
