import { pooled } from "../concurrent.ts";
import type { FoundPerson } from "../tracker.ts";
import { type Fields, fieldsOf, listOf, text } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import type { Home } from "./repository.ts";

const mostCandidates = 5;

/** Finds who can be assigned in the repository, by the e-mail address that an account shows to all. */
export const findPeople = (github: GitHub, home: Home, emails: readonly string[]): Promise<FoundPerson[]> =>
  pooled(emails, 1, (email) => findPerson(github, home, email));

async function findPerson(github: GitHub, home: Home, email: string): Promise<FoundPerson> {
  const query = { q: `${email} in:email`, per_page: mostCandidates };
  const { items } = fieldsOf((await github("GET /search/users", query)).data);
  const logins: string[] = [];
  for (const user of listOf(items)) {
    // The search also finds similar addresses.
    const { data } = await github("GET /users/{username}", { username: text(user, "login") });
    const { email: shown } = fieldsOf(data);
    if (typeof shown === "string" && shown.toLowerCase() === email.toLowerCase())
      logins.push(text(fieldsOf(data), "login"));
  }
  const [login] = logins;
  if (login === undefined || !(await mayBeAssigned(github, home, login))) return "nobody";
  return logins.length > 1 ? "several" : { account: login.toLowerCase() };
}

async function mayBeAssigned(github: GitHub, { repository }: Home, assignee: string): Promise<boolean> {
  try {
    await github("GET /repos/{owner}/{repo}/assignees/{assignee}", { ...repository, assignee });
    return true;
  } catch (error) {
    if (isRefused(error, ["missing"])) return false;
    throw error;
  }
}

/** Returns the logins, sorted; an issue may have several. */
export const assigneesOf = ({ assignees }: Fields): string =>
  listOf(assignees ?? [])
    .map((user) => text(user, "login").toLowerCase())
    .toSorted()
    .join(", ");
