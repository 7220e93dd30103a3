import { command } from "../../dispatch/commands.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";
import { findUser, type Refusal, refusal } from "../identity/admin-commands.ts";
import { addLink } from "./links.ts";

const hours = 1;

/** Stores a one-time link for a new password, invalidating the user's older ones. */
export const resetUser = command(
  "admin.resetUser",
  () => null,
  async (tx: Tx, input: { email: string; secretHash: string }): Promise<{ email: string } | Refusal> => {
    const user = await findUser(tx, input.email.trim().toLowerCase());
    if (!user) return refusal(`There is no user ${input.email}. Check the address.`);
    await lockPerson(tx, user.id);
    await tx.deleteFrom("links").where("user_id", "=", user.id).where("kind", "=", "reset").execute();
    await addLink(tx, { secretHash: input.secretHash, kind: "reset", userId: user.id, hours });
    return { email: user.email };
  },
);
