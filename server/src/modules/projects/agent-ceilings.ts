import type { Reply, updateWorkspace, usualAgentCeilings } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";

/** Tokens of the planning agent a day, of all members of a workspace and of each; 0 switches it off. */
export type AgentCeilings = Pick<Reply<typeof updateWorkspace>["workspace"], keyof typeof usualAgentCeilings>;

export async function agentCeilings(db: Db, workspaceId: string): Promise<AgentCeilings> {
  const row = await db
    .selectFrom("workspaces")
    .select(["agent_tokens_per_day", "agent_tokens_per_person_per_day"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return {
    agentTokensPerDay: row.agent_tokens_per_day,
    agentTokensPerPersonPerDay: row.agent_tokens_per_person_per_day,
  };
}

export const isAgentOff = ({ agentTokensPerDay, agentTokensPerPersonPerDay }: AgentCeilings): boolean =>
  agentTokensPerDay === 0 || agentTokensPerPersonPerDay === 0;
