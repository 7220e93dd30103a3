import { jobKindOfDigest, jobKindOfNotices } from "../../inbox-items/add-notices.ts";
import { jobKindOfForgotten } from "../../inbox-items/forget-roots.ts";
import { forgetItems } from "../../inbox-items/move-items.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { deviceAdd, deviceDelete, devicesList, forgetDevice, saveDevice } from "./devices/devices.ts";
import { addPushKeys } from "./devices/push-keys.ts";
import { forgetRootsJob, forgetSomeItems } from "./forget-roots.ts";
import { notificationsList } from "./list-notifications.ts";
import { markItems, notificationsRead } from "./mark-read.ts";
import { noteDevices } from "./sending/note-devices.ts";
import { digestJob, endDigest } from "./sending/send-digest.ts";
import { sendJob, sweepNoticesJob } from "./sending/send-notice.ts";
import { settleNotices, sweepNotices } from "./sending/store.ts";
import { unsubscribe } from "./sending/unsubscribe.ts";
import { settingsGet, settingsUpdate } from "./settings.ts";
import { notificationsSnooze, notificationsUnread } from "./snooze.ts";
import {
  planSubscriptionEnd,
  planSubscriptionGet,
  planSubscriptionSet,
  specSubscriptionEnd,
  specSubscriptionGet,
  specSubscriptionSet,
} from "./subscriptions/subscriptions.ts";
import { jobKindOfWaking, wakeJob, wakeSomeItems } from "./wake.ts";

export const inbox: Module<Context> = {
  name: "inbox",
  handlers: [
    ...[notificationsList, notificationsRead, notificationsUnread, notificationsSnooze],
    ...[settingsGet, settingsUpdate],
    ...[planSubscriptionGet, planSubscriptionSet, planSubscriptionEnd],
    ...[specSubscriptionGet, specSubscriptionSet, specSubscriptionEnd],
    ...[devicesList, deviceAdd, deviceDelete],
  ],
  commands: [
    ...[rebuildInbox, markItems, wakeSomeItems, forgetSomeItems],
    ...[settleNotices, noteDevices, sweepNotices, endDigest, unsubscribe],
    ...[addPushKeys, saveDevice, forgetDevice],
  ],
  jobs: {
    [jobKindOfForgotten]: { run: forgetRootsJob, attempts: 10 },
    [jobKindOfWaking]: { run: wakeJob, attempts: 10 },
    [jobKindOfNotices]: sendJob,
    [jobKindOfDigest]: digestJob,
    "notices.sweep": { run: sweepNoticesJob, attempts: 10, everySeconds: 3600 },
  },
  tables: {
    inbox_items: "kept",
    inbox_roots: "kept",
    inbox_marks: "kept",
    inbox_settings: "kept",
    notices: "kept",
    subscriptions: "kept",
    // A browser subscribes with the key, and is useless without.
    push_keys: "secret",
    devices: "secret",
  },
  forgetProject: (tx, { workspaceId, id }) => forgetItems(tx, workspaceId, { project: id }),
};
