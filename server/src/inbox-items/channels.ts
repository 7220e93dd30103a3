import type { Mailing, NotificationKind } from "@groundplan/contract";
import type { Tables } from "../storage/tables.ts";
import { switchOf } from "./notifying-types.ts";

type SettingsRow = Tables["inbox_settings"];

/** Columns of the settings, null in a left join without a row. */
export type Chosen = { [C in Exclude<keyof SettingsRow, "workspace_id" | "user_id">]: SettingsRow[C] | null };

/** Chosen channels by kind; the inbox of kinds with a switch is a column. */
export type OtherChannels = Partial<
  Record<NotificationKind, { inbox?: boolean; mail?: Mailing; push?: boolean }>
>;

export const otherChannels = (row: Pick<Chosen, "channels"> | undefined): OtherChannels =>
  row?.channels ? (JSON.parse(row.channels) as OtherChannels) : {};

/** Tests whether a kind enters the inbox. */
export function entersInbox(row: Chosen, kind: NotificationKind): boolean {
  const name = switchOf[kind];
  return name === null ? otherChannels(row)[kind]?.inbox !== false : row[name] !== 0;
}

export const usualDigestAt = "08:00";
export const usualTimeZone = "UTC";
