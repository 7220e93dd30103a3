import type { Tx } from "../../../storage/dialect.ts";
import { costMicros } from "../../models/cost.ts";
import { pricesOf } from "../../models/present.ts";
import { addToUsage } from "../../models/spend.ts";
import type { TokenUsage } from "../../models/wire/ask-model.ts";
import { settle } from "../ceilings/ceilings.ts";
import { changeRun, changeStep, dataOf, type RunRow, type StepRow } from "../store.ts";

/** Providers count differently; assumed before the first answer tells. */
const firstRatio = 1.3;
/** No tokenizer counts less for texts; a provider that tells less would get calls without room for them. */
const leastRatio = 0.5;

/** Returns how many tokens the provider counts for one of ours. */
export const ratioOf = ({ counted_tokens, told_tokens }: RunRow): number =>
  counted_tokens === 0 ? firstRatio : Math.max(leastRatio, told_tokens / counted_tokens);

/** Returns the input tokens that are reserved for a request, whose tokens we count. */
export const inputOf = (run: RunRow, counted: number): number => Math.ceil(counted * ratioOf(run));

/** Returns what a call is booked for from its begin until its end is known: most of what it can take. */
export function reservedUsage(
  run: RunRow,
  { reserved, counted, data }: Pick<StepRow, "reserved" | "counted" | "data">,
): TokenUsage {
  const inputTokens = Math.min(reserved, inputOf(run, counted));
  const cacheWriteTokens = dataOf({ data }).writesCache ? inputTokens : 0;
  return { inputTokens, outputTokens: reserved - inputTokens, cacheWriteTokens };
}

interface Booking {
  began: string;
  usage: TokenUsage;
  instead?: TokenUsage;
}

/** Books a run's call in the sums of its person. */
export const bookCall = (tx: Tx, run: RunRow, booking: Booking): Promise<void> =>
  addToUsage(tx, {
    workspaceId: run.workspace_id,
    userId: run.user_id,
    model: { id: run.model_id, name: run.model_name, scope: run.model_scope, prices: pricesOf(run) },
    currency: run.currency,
    ...booking,
  });

interface Spending {
  run: RunRow;
  step: StepRow;
  /** As the provider told it; null if the end of the call isn't known, which counts in full. */
  usage: TokenUsage | null;
  operatorTokens: number | null;
}

/** Replaces a call's reservation by what it took, in the run, the ceilings and the sums of its person. */
export async function spendCall(tx: Tx, { run, step, usage, operatorTokens }: Spending): Promise<RunRow> {
  const booked = reservedUsage(run, step);
  const spent = usage ?? booked;
  const { inputTokens, outputTokens } = spent;
  const told = inputTokens + outputTokens;
  // What a member's own provider tells beyond the reservation is no reason to stop others.
  const counted = run.model_scope === "person" ? Math.min(told, step.reserved) : told;
  await settle(tx, { run, at: step.created_at, operatorTokens }, step.reserved, counted);
  await changeStep(tx, step, { input_tokens: inputTokens, output_tokens: outputTokens, reserved: 0 });
  if (usage) await bookCall(tx, run, { began: step.created_at, usage, instead: booked });
  const isTold = usage !== null && inputTokens > 0;
  return changeRun(tx, run, {
    input_tokens: run.input_tokens + inputTokens,
    output_tokens: run.output_tokens + outputTokens,
    cost_micros: run.cost_micros + costMicros(pricesOf(run), spent),
    counted_tokens: run.counted_tokens + (isTold ? step.counted : 0),
    told_tokens: run.told_tokens + (isTold ? inputTokens : 0),
  });
}
