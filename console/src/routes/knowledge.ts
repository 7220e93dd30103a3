import { getContextPack } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read } from "../api/read.ts";
import type { Params } from "../rooms/places/loaders.ts";
import { framed } from "./framed.ts";
import { room } from "./room.tsx";

const project = "/projects/$projectSlug";
const plan = `${project}/plans/$planShortId` as const;

/** Returns a lazily loaded loader. */
const later =
  (name: keyof typeof import("../rooms/places/loaders.ts")) =>
  ({ params }: { params: Params }): void =>
    void import("../rooms/places/loaders.ts").then((loaders) => loaders[name](params)).catch(() => {}); // The page itself fetches and shows errors.

const context = room(() => import("../rooms/context.tsx"));
const source = room(() => import("../rooms/context-source.tsx"));
const sourceSearch = ({ plain }: Record<string, unknown>): { plain?: true | undefined } => ({
  plain: plain === true || plain === "true" ? true : undefined,
});
const skills = room(() => import("../rooms/skills.tsx"));
const skill = room(() => import("../rooms/skill.tsx"));
const formats = room(() => import("../rooms/formats.tsx"));
const format = room(() => import("../rooms/format.tsx"));
const instructions = room(() => import("../rooms/instructions.tsx"));
const versions = room(() => import("../rooms/instruction-versions.tsx"));
const version = room(() => import("../rooms/instruction-version.tsx"));
const proposals = room(() => import("../rooms/instruction-proposals.tsx"));

/** Context, instructions and skills of the workspace, a project and a plan. */
export const knowledge = [
  createRoute({
    getParentRoute: () => framed,
    path: "/context",
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/context`,
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context`,
    loader: later("context"),
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/context/$sourceId",
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: later("source"),
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context/pack`,
    validateSearch: ({ budget }: Record<string, unknown>): { budget?: number | undefined } => ({
      budget: Number(budget) > 0 ? Number(budget) : undefined,
    }),
    loader: ({ params }) => prefetch(read(getContextPack, { params, query: { budget: "20000" } })),
    component: room(() => import("../rooms/context-pack.tsx")),
  }),
  createRoute({ getParentRoute: () => framed, path: "/skills", loader: later("skills"), component: skills }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/skills`,
    loader: later("skills"),
    component: skills,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/skills/$slug",
    loader: later("skill"),
    component: skill,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/skills/$slug`,
    loader: later("skill"),
    component: skill,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/formats",
    loader: later("formats"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/formats`,
    loader: later("formats"),
    component: formats,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/formats/$kind",
    loader: later("format"),
    component: format,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/formats/$kind`,
    loader: later("format"),
    component: format,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions",
    loader: later("instructions"),
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions`,
    loader: later("instructions"),
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/versions",
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/versions`,
    loader: later("instructions"),
    component: versions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/versions/$seq",
    loader: later("instructions"),
    component: version,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/versions/$seq`,
    loader: later("instructions"),
    component: version,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/proposals",
    loader: later("instructions"),
    component: proposals,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/proposals`,
    loader: later("instructions"),
    component: proposals,
  }),
] as const;
