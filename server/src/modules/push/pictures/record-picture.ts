import type { Insertable } from "kysely";
import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { fenced } from "../execute/fenced.ts";
import { whyStop } from "../execute/why-stop.ts";
import type { PushRow } from "../ledger/pushes.ts";

type Row = Insertable<Tables["pushed_pictures"]>;
type Input = Pick<Row, "issue_id" | "picture_id" | "state" | "address" | "error">;

/** Records that a picture is being sent, or the outcome. Returns why the push has to stop before it is sent. */
export const recordPicture = fenced(
  "push.picture",
  async (tx: Tx, { issue_id, picture_id, state, address, error }: Input, push: PushRow) => {
    const why = state === "sending" ? await whyStop(tx, push) : null;
    if (why !== null) return { stop: why };
    const { workspace_id, connection_id, id: push_id } = push;
    await tx
      .insertInto("pushed_pictures")
      .values({ workspace_id, connection_id, issue_id, picture_id, state, address, error, push_id })
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_id", "connection_id", "issue_id", "picture_id"])
          .doUpdateSet({ state, address, error, push_id }),
      )
      .execute();
    return { stop: null };
  },
);
