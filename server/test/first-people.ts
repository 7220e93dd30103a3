import { readConfig } from "../src/config/config.ts";
import type { Writer } from "../src/dispatch/writer.ts";
import { createKey, createUser, type Refusal } from "../src/modules/identity/admin-commands.ts";
import { openDatabase } from "../src/open-database.ts";

/** A person of a database, with a key that may write. */
export interface MadePerson {
  name: string;
  userId: string;
  email: string;
  key: string;
}

type Role = "OWNER" | "MEMBER" | "VIEWER";

const firstPeople = [
  { name: "alice", role: "OWNER", workspace: "acme" },
  { name: "bob", role: "MEMBER", workspace: "acme" },
  { name: "carol", role: "MEMBER", workspace: "acme" },
  { name: "vera", role: "VIEWER", workspace: "acme" },
  { name: "mallory", role: "OWNER", workspace: "other" },
] as const;

/** Makes the people that every world begins with, by the commands of the service. */
export async function makeFirstPeople(env: Record<string, string>): Promise<MadePerson[]> {
  const { writer, close } = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  const people = await addFirstPeople(writer.run);
  await close();
  return people;
}

/** Makes the same people in a database that is open. */
export async function addFirstPeople(run: Writer["run"]): Promise<MadePerson[]> {
  const people: MadePerson[] = [];
  for (const { name, role, workspace } of firstPeople)
    people.push(await makePerson(run, name, role, workspace));
  return people;
}

/** Makes a person of a workspace, which is made where it is missing. */
export async function makePerson(
  run: Writer["run"],
  name: string,
  role: Role,
  workspace: string,
): Promise<MadePerson> {
  const email = `${name}@${workspace}.example`;
  const user = { email, name, workspace, role, createWorkspace: true, platformAdmin: false };
  const created = notRefused(await run(createUser, user));
  return { name, userId: created.user.id, email, key: await makeKey(run, email, workspace, "write") };
}

/** Makes a key, and returns its secret. */
export async function makeKey(
  run: Writer["run"],
  email: string,
  workspace: string,
  scope: "read" | "write",
): Promise<string> {
  return notRefused(await run(createKey, { email, workspace, scope, name: "test" })).secret;
}

/** Returns the result of an admin command; throws for a refusal. */
function notRefused<O extends object>(result: O | Refusal): Exclude<O, Refusal> {
  if ("refused" in result) throw new Error(result.refused);
  return result as Exclude<O, Refusal>;
}
