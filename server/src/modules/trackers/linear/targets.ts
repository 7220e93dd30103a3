import type { Targets } from "../tracker.ts";
import { type Fields, fieldsOf, nextOf, nodesOf, text } from "./answer.ts";
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

const mostPages = 20;

/** Returns null if there are too many. */
export async function readKeys(linear: Linear): Promise<ReadonlySet<string> | null> {
  const keys = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const { data }: { data: Fields } = await ask(linear, teams, { first: mostPerPage, after });
    for (const team of nodesOf(data.teams)) keys.add(text(team, "key").toUpperCase());
    after = nextOf(data.teams);
    if (after === null) return keys;
  }
  return null;
}
