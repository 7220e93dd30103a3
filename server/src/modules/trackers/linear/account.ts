import type { Account } from "../tracker.ts";
import { fieldsOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { viewer } from "./graphql/documents.ts";

/** Returns the account and its workspace: all Linear workspaces share one address, so the key selects one. */
export async function readAccount(linear: Linear): Promise<Account> {
  const { data } = await ask(linear, viewer);
  const user = fieldsOf(data.viewer);
  const organization = fieldsOf(user.organization);
  const name = `${text(user, "name")} (${text(organization, "name")})`;
  return { name, workspace: text(organization, "id") };
}
