import type { Targets } from "../tracker.ts";
import { fieldsOf, nextOf, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { teams } from "./graphql/documents.ts";

const mostPerPage = 100;

export async function listTeams(linear: Linear, after: string | null, limit: number): Promise<Targets> {
  const first = Math.min(limit, mostPerPage);
  const { data } = await ask(linear, teams, { first, after });
  const urlKey = text(fieldsOf(data.organization), "urlKey");
  const open = nodesOf(data.teams).filter((one) => one.retiredAt === null);
  const targets = open.map((one) => {
    const key = text(one, "key");
    const url = `https://linear.app/${encodeURIComponent(urlKey)}/team/${encodeURIComponent(key)}`;
    return { id: text(one, "id"), label: `${text(one, "name")} (${key})`, target: { teamKey: key }, url };
  });
  return { targets, next: nextOf(data.teams) };
}
