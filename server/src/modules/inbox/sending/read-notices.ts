import type { Notification } from "@groundplan/contract";
import type { NoticesOf } from "../../../inbox-items/add-notices.ts";
import { otherChannels } from "../../../inbox-items/channels.ts";
import type { Context } from "../../context.ts";
import { presentItems } from "../present.ts";
import { settingsOf } from "../settings.ts";
import { countUnread, type ItemRow, itemsOfEvents } from "../store.ts";
import type { NoticeKey, NoticeRow } from "./store.ts";

/** A notice to send now, with its row. */
export interface Sending {
  key: NoticeKey;
  notice: Notification;
  row: NoticeRow;
}

/** The library of each channel. Loading it may take longer than reading and sending, so it comes before the read. */
const libraries = { mail: () => import("nodemailer"), push: () => import("web-push") };

/**
 * Returns notices as their member may read them now, by event number, without those of lost reach, of deleted
 * documents, and of kinds that are switched off meanwhile. For sending at once.
 */
export async function readNotices(
  { db, publicUrl }: Pick<Context, "db" | "publicUrl">,
  { workspaceId, userId, channel }: NoticesOf,
  rows: readonly NoticeRow[],
  isWanted: (item: ItemRow) => boolean = () => true,
): Promise<Map<number, Notification>> {
  await libraries[channel]();
  const others = otherChannels(await settingsOf(db, { workspaceId, userId }));
  const isOn = ({ kind }: NoticeRow) =>
    channel === "push" ? others[kind]?.push === true : (others[kind]?.mail ?? "off") !== "off";
  const seqs = JSON.stringify(rows.filter(isOn).map(({ seq }) => seq));
  const { hidden } = await countUnread(db, { workspaceId, userId });
  const items = (await itemsOfEvents(db, { workspaceId, userId, hidden, seqs })).filter(isWanted);
  const notices = await presentItems(db, workspaceId, publicUrl(), items);
  return new Map(notices.map((notice) => [Number(notice.sequence), notice]));
}
