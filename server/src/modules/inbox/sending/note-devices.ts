import { command } from "../../../dispatch/commands.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type NoticeKey, waiting } from "./store.ts";

/** Notes the devices that a push has reached, which a retry leaves out. */
export const noteDevices = command(
  "notices.noteDevices",
  ({ workspaceId }: NoticeKey) => workspaceId,
  async (tx: Tx, { workspaceId, userId, channel, seq, devices }: NoticeKey & { devices: string[] }) => {
    await tx
      .updateTable("notices")
      .set({ devices: JSON.stringify(devices) })
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where("channel", "=", channel)
      .where("seq", "=", seq)
      .where("state", "=", waiting)
      .execute();
  },
);
