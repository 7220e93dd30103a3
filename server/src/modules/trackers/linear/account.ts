import type { Account } from "../tracker.ts";
import { fieldsOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { viewer } from "./graphql/documents.ts";

/** Returns the key's workspace, as all share one address. */
export async function readAccount(linear: Linear): Promise<Account> {
  const { data } = await ask(linear, viewer);
  const user = fieldsOf(data.viewer);
  const organization = fieldsOf(user.organization);
  const name = `${text(user, "name")} (${text(organization, "name")})`;
  return { name, workspace: text(organization, "id") };
}
