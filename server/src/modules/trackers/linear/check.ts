import { TrackerError } from "../tracker.ts";
import { type Fields, nodesOf } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { team as teamQuery } from "./graphql/documents.ts";
import { type Team, teamOf } from "./items/team.ts";

/** Throws if the team is missing, archived or retired. */
export async function findTeam(linear: Linear, key: string): Promise<{ team: Team; now: Date }> {
  const { found, now } = await lookUp(linear, key);
  if (found === undefined) throw refused(`Linear shows no team ${key} to the connected account.`);
  if (typeof found.archivedAt === "string") throw refused(`The team ${key} is archived in Linear.`);
  if (typeof found.retiredAt === "string") throw refused(`The team ${key} is retired in Linear.`);
  return { team: teamOf(found), now };
}

/** Throws if the team is hidden, as its issues would look deleted. */
export async function requireTeam(linear: Linear, key: string): Promise<void> {
  const { found } = await lookUp(linear, key);
  if (found === undefined) throw refused(`Linear no longer shows the team ${key} to the connected account.`);
}

async function lookUp(linear: Linear, key: string): Promise<{ found: Fields | undefined; now: Date }> {
  const { data, now } = await ask(linear, teamQuery, { key });
  return { found: nodesOf(data.teams)[0], now };
}

const refused = (message: string) => new TrackerError("refused", "access", message);
