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
import { auditFilterOf } from "../rooms/audit/audit-filter.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

export const settings = [
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/workspace",
    loader: () => prefetch(read(getWorkspace, {})),
    component: room(() => import("../rooms/settings/workspace.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/members",
    loader: () => prefetch(readAll(listMembers, {}, "members")),
    component: room(() => import("../rooms/settings/members.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/audit",
    validateSearch: auditFilterOf,
    component: room(() => import("../rooms/settings/audit.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/keys",
    loader: () => prefetch(readAll(listApiKeys, {}, "keys")),
    component: room(() => import("../rooms/settings/keys.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/api",
    component: room(() => import("../rooms/api.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/apps",
    loader: () => prefetch(readAll(listOAuthConnections, {}, "connections")),
    component: room(() => import("../rooms/settings/apps.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/settings/profile",
    validateSearch: ({ problem }: Record<string, unknown>): { problem?: unknown } => ({ problem }),
    loader: () => {
      prefetch(read(listPasskeys, {}));
      prefetch(read(listSessions, {}));
    },
    component: room(() => import("../rooms/settings/profile.tsx")),
  }),
] as const;
