import type { Account } from "../tracker.ts";
import { fieldsOf, text } from "./answer.ts";
import type { GitHub } from "./client.ts";

/** Returns no workspace, as GitHub has none. */
export async function readAccount(github: GitHub): Promise<Account> {
  return { name: text(fieldsOf((await github("GET /user")).data), "login"), workspace: null };
}
