import { getContextPack, getPlan, getProject } from "@groundplan/contract";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { contextAt } from "../rooms/context/endpoints.ts";
import { formatsAt } from "../rooms/formats/endpoints.ts";
import { instructionsAt } from "../rooms/instructions/endpoints.ts";
import { placeOf } from "../rooms/places/place.ts";
import { skillsAt } from "../rooms/skills/endpoints.ts";
import { framed } from "./framed.ts";

const project = "/projects/$projectSlug";
const plan = `${project}/plans/$planShortId` as const;

interface Params {
  projectSlug?: string;
  planShortId?: string;
  sourceId?: string;
  slug?: string;
  kind?: string;
  seq?: string;
}

/** Begins to read what is around a room of a place. */
function prefetchPlace(params: Params) {
  const place = placeOf(params);
  if (place.kind !== "workspace") prefetch(read(getProject, { params: place.params }));
  if (place.kind === "plan") prefetch(read(getPlan, { params: place.params }));
  return place;
}

const context = lazyRouteComponent(() => import("../rooms/context.tsx"));
const loadContext = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(readAll(contextAt(place).list, { params: place.params }, "sources"));
};

const source = lazyRouteComponent(() => import("../rooms/context-source.tsx"));
const loadSource = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  const { sourceId = "" } = params;
  prefetch(read(contextAt(place).get, { params: { ...place.params, sourceId } }));
};
const sourceSearch = ({ plain }: Record<string, unknown>): { plain?: true | undefined } => ({
  plain: plain === true || plain === "true" ? true : undefined,
});

const skills = lazyRouteComponent(() => import("../rooms/skills.tsx"));
const loadSkills = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(readAll(skillsAt(place).list, { params: place.params }, "skills"));
};
const skill = lazyRouteComponent(() => import("../rooms/skill.tsx"));
const loadSkill = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(read(skillsAt(place).get, { params: { ...place.params, slug: params.slug ?? "" } }));
};

const formats = lazyRouteComponent(() => import("../rooms/formats.tsx"));
const loadFormats = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(readAll(formatsAt(place).list, { params: place.params }, "formats"));
};
const format = lazyRouteComponent(() => import("../rooms/format.tsx"));
const loadFormat = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(read(formatsAt(place).get, { params: { ...place.params, kind: params.kind ?? "" } }));
};

const instructions = lazyRouteComponent(() => import("../rooms/instructions.tsx"));
const loadInstructions = ({ params }: { params: Params }) => {
  const place = prefetchPlace(params);
  prefetch(read(instructionsAt(place).get, { params: place.params }));
};
const versions = lazyRouteComponent(() => import("../rooms/instruction-versions.tsx"));
const version = lazyRouteComponent(() => import("../rooms/instruction-version.tsx"));
const proposals = lazyRouteComponent(() => import("../rooms/instruction-proposals.tsx"));

/** The rooms of what agents should know: of the workspace, of a project, of a plan. */
export const knowledge = [
  createRoute({
    getParentRoute: () => framed,
    path: "/context",
    loader: loadContext,
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/context`,
    loader: loadContext,
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context`,
    loader: loadContext,
    component: context,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/context/$sourceId",
    validateSearch: sourceSearch,
    loader: loadSource,
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: loadSource,
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context/$sourceId`,
    validateSearch: sourceSearch,
    loader: loadSource,
    component: source,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${plan}/context/pack`,
    validateSearch: ({ budget }: Record<string, unknown>): { budget?: number | undefined } => ({
      budget: Number(budget) > 0 ? Number(budget) : undefined,
    }),
    loader: ({ params }) => prefetch(read(getContextPack, { params, query: { budget: "20000" } })),
    component: lazyRouteComponent(() => import("../rooms/context-pack.tsx")),
  }),
  createRoute({ getParentRoute: () => framed, path: "/skills", loader: loadSkills, component: skills }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/skills`,
    loader: loadSkills,
    component: skills,
  }),
  createRoute({ getParentRoute: () => framed, path: "/skills/$slug", loader: loadSkill, component: skill }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/skills/$slug`,
    loader: loadSkill,
    component: skill,
  }),
  createRoute({ getParentRoute: () => framed, path: "/formats", loader: loadFormats, component: formats }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/formats`,
    loader: loadFormats,
    component: formats,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/formats/$kind",
    loader: loadFormat,
    component: format,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/formats/$kind`,
    loader: loadFormat,
    component: format,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions",
    loader: loadInstructions,
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions`,
    loader: loadInstructions,
    component: instructions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/versions",
    loader: loadInstructions,
    component: versions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/versions`,
    loader: loadInstructions,
    component: versions,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/versions/$seq",
    loader: loadInstructions,
    component: version,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/versions/$seq`,
    loader: loadInstructions,
    component: version,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: "/instructions/proposals",
    loader: loadInstructions,
    component: proposals,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: `${project}/instructions/proposals`,
    loader: loadInstructions,
    component: proposals,
  }),
] as const;
