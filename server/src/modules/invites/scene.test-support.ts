import type { Role } from "@groundplan/contract";
import { withRows } from "../../../test/own-connection.ts";
import type { Answer, Person, World } from "../../../test/world.ts";

export const tokenOf = ({ body }: Answer) => String(new URL(body.acceptUrl).searchParams.get("token"));

export const accept = (who: Person, answer: Answer, headers: Record<string, string> = {}) =>
  who.post("/v1/invites/accept", { token: tokenOf(answer) }, headers);

/** Returns helpers for invites to a world's first workspace, which alice owns. The world may open later. */
export function invitesOf(world: () => World) {
  let people = 0;
  return {
    stranger: () => world().person(`stranger-${people++}`, "OWNER", `own-${people}`),

    owner: () => world().person(`owner-${people++}`, "OWNER", "acme"),

    invite: (email: string, role: Role = "MEMBER", by = world().alice) =>
      by.post("/v1/invites", { email, role }),

    resend: (answer: Answer, by = world().alice) => by.post(`/v1/invites/${answer.body.invite.id}/resend`),

    async statusOf(answer: Answer) {
      const { invites } = (await world().alice.get("/v1/invites?limit=200")).body;
      return invites.find(({ id }: { id: string }) => id === answer.body.invite.id)?.status;
    },

    expire: ({ body }: Answer) =>
      withRows(world(), (db) =>
        db
          .updateTable("invites")
          .set({ expires_at: "2020-01-01T00:00:00.000Z" })
          .where("id", "=", body.invite.id)
          .execute(),
      ),
  };
}
