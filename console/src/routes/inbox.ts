import { getNotificationSettings, listNotifications } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read } from "../api/read.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

export const inbox = [
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox",
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true | undefined } => ({
      unread: unread === true || unread === "true" ? true : undefined,
    }),
    loader: () => prefetch(read(listNotifications, { query: { limit: "1" } })),
    component: room(() => import("../rooms/inbox.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox/later",
    component: room(() => import("../rooms/inbox-later.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox/settings",
    loader: () => prefetch(read(getNotificationSettings, {})),
    component: room(() => import("../rooms/inbox-settings.tsx")),
  }),
] as const;
