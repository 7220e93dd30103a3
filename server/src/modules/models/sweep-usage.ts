import { command } from "../../dispatch/commands.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

const daysKept = 400;

export const dropUsage = command(
  "models.dropUsage",
  () => null,
  async (tx: Tx, { before }: { before: string }): Promise<void> => {
    await tx.deleteFrom("model_usage").where("day", "<", before).execute();
  },
);

/** Deletes usage of more than 400 days ago. */
export async function sweepUsage({ writer }: Pick<Context, "writer">): Promise<void> {
  const before = new Date(Date.now() - daysKept * 86_400_000).toISOString().slice(0, 10);
  await writer.run(dropUsage, { before });
}
