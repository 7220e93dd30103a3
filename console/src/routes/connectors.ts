import { getProject, getProjectTracker, getToolset, listConnectors } from "@groundplan/contract";
import { createRoute } from "@tanstack/react-router";
import { prefetch, read, readAll } from "../api/read.ts";
import { shell } from "./in-shell.tsx";
import { latePage } from "./page.tsx";

const project = "/projects/$projectSlug";
const list = latePage("connectors");
const one = latePage("connector");

/** The search text, and the error of a failed OAuth attempt. */
const searchOf = ({
  q,
  error,
}: Record<string, unknown>): { q?: string | undefined; error?: string | undefined } => ({
  q: q === undefined || q === "" ? undefined : String(q),
  error: error === undefined ? undefined : String(error),
});

export const connectors = [
  createRoute({
    getParentRoute: () => shell,
    path: "/connectors",
    validateSearch: searchOf,
    loader: () => prefetch(readAll(listConnectors, {}, "connectors")),
    component: list,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "/connectors/$connectorId",
    validateSearch: searchOf,
    loader: ({ params }) => {
      prefetch(readAll(listConnectors, {}, "connectors"));
      prefetch(read(getToolset, { params, query: {} }));
    },
    component: one,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/connectors`,
    validateSearch: searchOf,
    loader: ({ params }) => {
      prefetch(read(getProject, { params }));
      prefetch(readAll(listConnectors, {}, "connectors"));
      prefetch(read(getProjectTracker, { params }));
    },
    component: list,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: `${project}/connectors/$connectorId`,
    validateSearch: searchOf,
    loader: ({ params: { projectSlug, connectorId } }) => {
      prefetch(readAll(listConnectors, {}, "connectors"));
      prefetch(read(getToolset, { params: { connectorId }, query: { projectSlug } }));
    },
    component: one,
  }),
] as const;
