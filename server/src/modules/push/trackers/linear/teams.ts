import { type Targets, TrackerError } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import { team as teamQuery, teams } from "./documents.ts";
import type { Team } from "./estimate.ts";
import { type Fields, fieldsOf, nextOf, nodesOf, text } from "./read.ts";

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

/** A team that is not there, archived or retired is refused. */
export async function findTeam(linear: Linear, key: string): Promise<{ team: Team; now: Date }> {
  const { found, now } = await lookUp(linear, key);
  if (found === undefined) throw refused(`Linear shows no team ${key} to the connected account.`);
  if (typeof found.archivedAt === "string") throw refused(`The team ${key} is archived in Linear.`);
  if (typeof found.retiredAt === "string") throw refused(`The team ${key} is retired in Linear.`);
  const estimation = text(found, "issueEstimationType");
  return { team: { id: text(found, "id"), key: text(found, "key"), estimation }, now };
}

/** Things that are hidden look like things that are gone: only the team tells. */
export async function mustSeeTeam(linear: Linear, key: string): Promise<void> {
  const { found } = await lookUp(linear, key);
  if (found === undefined) throw refused(`Linear no longer shows the team ${key} to the connected account.`);
}

async function lookUp(linear: Linear, key: string): Promise<{ found: Fields | undefined; now: Date }> {
  const { data, now } = await ask(linear, teamQuery, { key });
  return { found: nodesOf(data.teams)[0], now };
}

const refused = (message: string) => new TrackerError("refused", "access", message);
