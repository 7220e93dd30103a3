import type { Account } from "../tracker.ts";
import { fieldsOf, text, textOrNull } from "./answer.ts";
import type { Jira } from "./client.ts";

/** Returns no workspace, as each Jira site has its own address. */
export async function readAccount(jira: Jira): Promise<Account> {
  const me = fieldsOf((await jira.call("GET /myself")).data);
  return { name: textOrNull(me, "displayName") ?? text(me, "accountId"), workspace: null };
}
