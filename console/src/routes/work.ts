import {
  getGraph,
  getPlan,
  getProject,
  getPushStatus,
  getSpec,
  getSpecReadiness,
  listNext,
  listPlans,
  listProjects,
  listSpecs,
  listSpecVersions,
} from "@groundplan/contract";
import { createRoute, redirect } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { prefetch, read, readAll } from "../api/read.ts";
import { begin } from "../first-room.ts";
import { preloadMarkdown } from "../parts/markdown.tsx";
import { graphViewOf } from "../rooms/graph/graph-view.ts";
import { readyFilterOf } from "../rooms/ready/ready-filter.ts";
import { talkSearchOf } from "../rooms/talk/talk-search.ts";
import { planFilterOf } from "../rooms/work/plan-filter.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

/* Loaders start prefetching on hover and never wait. */

const plan = "/projects/$projectSlug/plans/$planShortId";
const spec = `${plan}/specs/$specShortId` as const;

export const work = [
  createRoute({
    getParentRoute: () => framed,
    path: "/",
    loader: () => prefetch(readAll(listProjects, {}, "projects")),
    component: room(() => import("../rooms/home.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/ready",
    validateSearch: readyFilterOf,
    loader: () => prefetch(readAll(listNext, { query: {} }, "specs")),
    component: room(() => import("../rooms/ready.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects",
    loader: () => prefetch(readAll(listProjects, {}, "projects")),
    component: room(() => import("../rooms/projects.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/projects/$projectSlug",
    validateSearch: planFilterOf,
    loader: ({ params }) => {
      prefetch(read(getProject, { params }));
      prefetch(readAll(listPlans, { params }, "plans"));
    },
    component: room(() => import("../rooms/project.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: plan,
    validateSearch: talkSearchOf,
    // Inbox items about a plan's thread link here.
    beforeLoad: ({ params, search }) => {
      if (search.thread !== undefined || search.suggestion !== undefined)
        throw redirect({ to: `${plan}/discussion`, params, search, replace: true });
    },
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(readAll(listSpecs, { params }, "specs"));
      prefetch(read(getGraph, { params }));
      prefetch(read(getPushStatus, { params }));
    },
    component: room(() => import("../rooms/plan.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/board`,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(readAll(listSpecs, { params }, "specs"));
    },
    component: room(() => import("../rooms/board.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/graph`,
    validateSearch: graphViewOf,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getGraph, { params }));
      void import("../rooms/graph/canvas.tsx").catch(() => {}); // The component shows the error.
    },
    component: room(() => import("../rooms/graph.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: spec,
    validateSearch: talkSearchOf,
    loader: ({ params }) => {
      const { projectSlug, planShortId } = params;
      const query = read(getSpec, { params });
      prefetch(query);
      const text = queryClient.ensureQueryData(query).then(({ spec }) => ({
        ...{ text: spec.content, criteria: spec.acceptanceCriteria, marks: [] },
      }));
      begin(preloadMarkdown(text));
      prefetch(read(getPlan, { params: { projectSlug, planShortId } }));
      prefetch(read(getSpecReadiness, { params }));
    },
    component: room(() => import("../rooms/spec.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${spec}/versions`,
    validateSearch: ({ agents }: Record<string, unknown>): { agents?: true | undefined } => ({
      agents: agents === true || agents === "true" ? true : undefined,
    }),
    loader: ({ params }) => prefetch(readAll(listSpecVersions, { params }, "versions")),
    component: room(() => import("../rooms/spec-versions.tsx")),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${spec}/versions/$seq`,
    component: room(() => import("../rooms/spec-version.tsx")),
  }),
] as const;
