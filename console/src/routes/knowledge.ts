import { getContextPack } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read } from "../api/read.ts";
import { shell } from "./in-shell.tsx";
import type { Params } from "./knowledge-loaders.ts";
import { latePage } from "./page.tsx";

const project = "/projects/$projectSlug";
const plan = `${project}/plans/$planShortId` as const;

/** Returns a lazily loaded loader. */
const later =
  (name: keyof typeof import("./knowledge-loaders.ts")) =>
  ({ params }: { params: Params }): void =>
    void import("./knowledge-loaders.ts").then((loaders) => loaders[name](params)).catch(() => {}); // The page itself fetches and shows errors.

const context = latePage("context");
const source = latePage("contextSource");
const sourceSearch = ({ plain }: Record<string, unknown>): { plain?: true | undefined } => ({
  plain: plain === true || plain === "true" ? true : undefined,
});
const skills = latePage("skills");
const skill = latePage("skill");
const formats = latePage("formats");
const instructions = latePage("instructions");
const versions = latePage("instructionVersions");
const proposals = latePage("instructionProposals");

/** Context, instructions and skills of the workspace, a project and a plan. */
export const knowledge = [
  createRoute({
    getParentRoute: () => shell,
    path: "/context",
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/context`,
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${plan}/context`,
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/context/$sourceId",
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${plan}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${plan}/context/pack`,
    validateSearch: ({ budget }: Record<string, unknown>): { budget?: number | undefined } => ({
      budget: Number(budget) > 0 ? Number(budget) : undefined,
    }),
    loader: ({ params }) =>
      prefetch(read(getContextPack, { params, query: { budget: "20000", receipts: "all" } })),
    component: latePage("contextPack"),
  }),
  createRoute({ getParentRoute: () => shell, path: "/skills", loader: later("skills"), component: skills }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/skills`,
    loader: later("skills"),
    component: skills,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/skills/$slug",
    loader: later("skill"),
    component: skill,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/skills/$slug`,
    loader: later("skill"),
    component: skill,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/formats",
    loader: later("formats"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/formats`,
    loader: later("formats"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/formats/$kind",
    loader: later("format"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/formats/$kind`,
    loader: later("format"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/instructions",
    loader: later("instructions"),
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/instructions`,
    loader: later("instructions"),
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/instructions/versions",
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/instructions/versions`,
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/instructions/versions/$seq",
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/instructions/versions/$seq`,
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/instructions/proposals",
    loader: later("instructions"),
    component: proposals,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/instructions/proposals`,
    loader: later("instructions"),
    component: proposals,
  }),
] as const;
