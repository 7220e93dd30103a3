import { jobKindOfForgotten } from "../../inbox-items/forget-roots.ts";
import { forgetItems } from "../../inbox-items/move-items.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { forgetRootsJob, forgetSomeItems } from "./forget-roots.ts";
import { notificationsList } from "./list-notifications.ts";
import { markItems, notificationsRead } from "./mark-read.ts";
import { settingsGet, settingsUpdate } from "./settings.ts";
import { notificationsSnooze, notificationsUnread } from "./snooze.ts";
import { jobKindOfWaking, wakeJob, wakeSomeItems } from "./wake.ts";

export const inbox: Module<Context> = {
  name: "inbox",
  handlers: [
    ...[notificationsList, notificationsRead, notificationsUnread, notificationsSnooze],
    ...[settingsGet, settingsUpdate],
  ],
  commands: [rebuildInbox, markItems, wakeSomeItems, forgetSomeItems],
  jobs: {
    [jobKindOfForgotten]: { run: forgetRootsJob, attempts: 10 },
    [jobKindOfWaking]: { run: wakeJob, attempts: 10 },
  },
  tables: { inbox_items: "kept", inbox_roots: "kept", inbox_marks: "kept", inbox_settings: "kept" },
  forgetProject: (tx, { workspaceId, id }) => forgetItems(tx, workspaceId, { project: id }),
};
