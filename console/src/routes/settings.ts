import {
  getWorkspace,
  listApiKeys,
  listMembers,
  listOAuthConnections,
  listPasskeys,
  listSessions,
} from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { auditFilterOf } from "../pages/settings/audit/audit-filter.ts";
import { shell } from "./in-shell.tsx";
import { latePage } from "./page.tsx";

export const settings = [
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/workspace",
    loader: () => prefetch(read(getWorkspace, {})),
    component: latePage("workspace"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/members",
    loader: () => prefetch(readAll(listMembers, {}, "members")),
    component: latePage("members"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/audit",
    validateSearch: auditFilterOf,
    component: latePage("audit"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/keys",
    loader: () => prefetch(readAll(listApiKeys, {}, "keys")),
    component: latePage("keys"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/webhooks/{-$id}",
    component: latePage("webhooks"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/agents",
    component: latePage("agents"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/api",
    component: latePage("api"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/apps",
    loader: () => prefetch(readAll(listOAuthConnections, {}, "connections")),
    component: latePage("apps"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/settings/profile",
    validateSearch: ({ problem }: Record<string, unknown>): { problem?: unknown } => ({ problem }),
    loader: () => {
      prefetch(read(listPasskeys, {}));
      prefetch(read(listSessions, {}));
    },
    component: latePage("profile"),
  }),
] as const;
