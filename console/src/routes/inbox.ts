import { getNotificationSettings, listNotifications } from "@groundplan/contract";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch, read } from "../api/read.ts";
import { framed } from "./framed.ts";

/** The rooms of what waits for a person. */
export const inbox = [
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox",
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true | undefined } => ({
      unread: unread === true || unread === "true" ? true : undefined,
    }),
    loader: () => prefetch(read(listNotifications, { query: { limit: "1" } })),
    component: lazyRouteComponent(() => import("../rooms/inbox.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox/later",
    component: lazyRouteComponent(() => import("../rooms/inbox-later.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/inbox/settings",
    loader: () => prefetch(read(getNotificationSettings, {})),
    component: lazyRouteComponent(() => import("../rooms/inbox-settings.tsx")),
  }),
] as const;
