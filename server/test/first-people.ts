import { readConfig } from "../src/config/config.ts";
import type { Writer } from "../src/dispatch/writer.ts";
import { createKey, type Refusal } from "../src/modules/identity/admin-commands.ts";
import { createUser } from "../src/modules/sign-in/create-user.ts";
import { openDatabase } from "../src/open-database.ts";

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

/** Creates the initial people of every world with admin commands. */
export async function makeFirstPeople(env: Record<string, string>): Promise<MadePerson[]> {
  const { writer, close } = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  const people = await addFirstPeople(writer.run);
  await close();
  return people;
}

export async function addFirstPeople(run: Writer["run"]): Promise<MadePerson[]> {
  const people: MadePerson[] = [];
  for (const { name, role, workspace } of firstPeople)
    people.push(await makePerson(run, name, role, workspace));
  return people;
}

/** Creates a member of a workspace, and the workspace if missing. */
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

export async function makeKey(
  run: Writer["run"],
  email: string,
  workspace: string,
  scope: "read" | "write",
): Promise<string> {
  return notRefused(await run(createKey, { email, workspace, scope, name: "test" })).secret;
}

function notRefused<O extends object>(result: O | Refusal): Exclude<O, Refusal> {
  if ("refused" in result) throw new Error(result.refused);
  return result as Exclude<O, Refusal>;
}
