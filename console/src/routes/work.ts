import {
  getGraph,
  getPlan,
  getProject,
  getSpec,
  listNext,
  listPlans,
  listProjects,
  listSpecs,
  listSpecVersions,
} from "@groundplan/contract";
import { allProjects, planReads, specReads } from "@groundplan/contract/first-reads";
import { createRoute, redirect } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { prefetch, prefetchFirst, read, readAll } from "../api/read.ts";
import { begin } from "../base/first-page.ts";
import { preloadMarkdown } from "../components/text/markdown.tsx";
import { graphViewOf } from "../pages/graph/graph-view.ts";
import { planFilterOf } from "../pages/projects/plan-filter.ts";
import { readyFilterOf } from "../pages/ready/ready-filter.ts";
import { openItemOf } from "../planning/discussion/open-item.ts";
import { shell } from "./in-shell.tsx";
import { latePage, lazyPage } from "./page.tsx";

/* Loaders start prefetching on hover and never wait. */

const plan = "/projects/$projectSlug/plans/$planShortId";
const spec = `${plan}/specs/$specShortId` as const;

const runs = latePage("lazyRuns");
const versions = lazyPage(() => import("../pages/spec/versions/versions.tsx"));

export const work = [
  createRoute({
    getParentRoute: () => shell,
    path: "/",
    loader: () => prefetch(readAll(...allProjects)),
    component: lazyPage(() => import("../pages/home/home.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/ready",
    validateSearch: readyFilterOf,
    loader: () => prefetch(readAll(listNext, { query: {} }, "specs")),
    component: lazyPage(() => import("../pages/ready/ready.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/specs",
    component: latePage("specs"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects",
    loader: () => prefetch(readAll(listProjects, {}, "projects")),
    component: lazyPage(() => import("../pages/projects/projects.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/bin",
    component: lazyPage(() => import("../pages/projects/bin.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects/$projectSlug",
    validateSearch: planFilterOf,
    loader: ({ params }) => {
      prefetch(read(getProject, { params }));
      prefetch(readAll(listPlans, { params }, "plans"));
    },
    component: lazyPage(() => import("../pages/projects/project.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/projects/$projectSlug/policy",
    loader: ({ params }) => prefetch(read(getProject, { params })),
    component: latePage("policy"),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: plan,
    validateSearch: openItemOf,
    // Inbox items about a plan's thread link here.
    beforeLoad: ({ params, search }) => {
      if (search.thread !== undefined || search.suggestion !== undefined)
        throw redirect({ to: `${plan}/discussion`, params, search, replace: true });
    },
    loader: ({ params }) => prefetchFirst(planReads(params)),
    component: lazyPage(() => import("../pages/plan/plan.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${plan}/board`,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(readAll(listSpecs, { params }, "specs"));
    },
    component: lazyPage(() => import("../pages/plan/board.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${plan}/graph`,
    validateSearch: graphViewOf,
    loader: ({ params }) => {
      prefetch(read(getPlan, { params }));
      prefetch(read(getGraph, { params }));
      void import("../pages/graph/canvas.tsx").catch(() => {}); // The component shows the error.
    },
    component: lazyPage(() => import("../pages/graph/graph.tsx")),
  }),
  createRoute({ getParentRoute: () => shell, path: `${plan}/runs`, component: runs }),
  createRoute({ getParentRoute: () => shell, path: `${plan}/runs/$runId`, component: runs }),
  createRoute({
    getParentRoute: () => shell,
    path: spec,
    validateSearch: openItemOf,
    loader: ({ params }) => {
      const text = queryClient.ensureQueryData(read(getSpec, { params })).then(({ spec }) => ({
        text: spec.content,
        criteria: spec.acceptanceCriteria,
        marks: [],
      }));
      begin(preloadMarkdown(text));
      prefetchFirst(specReads(params));
    },
    component: lazyPage(() => import("../pages/spec/spec.tsx")),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${spec}/versions`,
    validateSearch: ({ agents }: Record<string, unknown>): { agents?: true | undefined } => ({
      agents: agents === true || agents === "true" ? true : undefined,
    }),
    loader: ({ params }) => prefetch(readAll(listSpecVersions, { params }, "versions", 200)),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${spec}/versions/$seq`,
    component: versions,
  }),
] as const;
