import { listNotifications } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read } from "../api/read.ts";
import { shell } from "./in-shell.tsx";
import { lazyPage } from "./page.tsx";

export const inbox = [
  createRoute({
    getParentRoute: () => shell,
    path: "/inbox",
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true | undefined } => ({
      unread: unread === true || unread === "true" ? true : undefined,
    }),
    loader: () => prefetch(read(listNotifications, { query: { limit: "1" } })),
    component: lazyPage(() => import("../pages/inbox/inbox.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/inbox/later",
    component: lazyPage(() => import("../pages/inbox/inbox-later.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/inbox/settings",
    component: lazyPage(() => import("../pages/inbox/inbox-settings.tsx")),
  }),
] as const;
