import { command } from "../../../dispatch/commands.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";

/** More than a month, whose row is still added to. */
const daysKept = 40;

export const dropCeilings = command(
  "runs.dropCeilings",
  () => null,
  async (tx: Tx, { before }: { before: string }): Promise<void> => {
    await tx.deleteFrom("token_ceilings").where("period", "<", before).execute();
  },
);

/** Deletes the sums of periods that are over. */
export async function sweepCeilings({ writer }: Pick<Context, "writer">): Promise<void> {
  const before = new Date(Date.now() - daysKept * 86_400_000).toISOString().slice(0, 7);
  await writer.run(dropCeilings, { before });
}
