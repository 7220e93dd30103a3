import type { getMcpAccess, Reply } from "@groundplan/contract";
import { tokensOfEach } from "../tokens/tokens.ts";
import { described } from "./described.ts";
import { subsetsWith, tools } from "./tools/index.ts";

/** Returns all tools with the tokens that each costs a model: its name, description and input schema. */
export async function toolsWithTokens(): Promise<Reply<typeof getMcpAccess>["tools"]> {
  const seen = tools.map((tool) => {
    const { name, description, inputSchema } = described(tool);
    return JSON.stringify({ name, description, inputSchema });
  });
  const tokens = await tokensOfEach(seen);
  return tools.map(({ name, description, isRead }, index) => ({
    name,
    description,
    isRead,
    subsets: subsetsWith(name),
    tokens: tokens[index] ?? 0,
  }));
}
