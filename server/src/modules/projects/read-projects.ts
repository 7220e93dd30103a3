import { getProject, listProjects } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { only } from "../../storage/only.ts";
import { type Key, pageOf } from "../paging.ts";
import { readableProject } from "./access.ts";
import { presentProjects } from "./present.ts";
import { listProjectRows } from "./store.ts";

export const projectsList = read(listProjects, async (db, actor, { query }) => {
  const list = `${listProjects.id} ${actor.workspaceId}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listProjectRows(db, actor.workspaceId, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id], "whole");
  return { projects: await presentProjects(db, actor.workspaceId, rows), ...next };
});

export const projectGet = read(getProject, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  return { project: only(await presentProjects(db, actor.workspaceId, [project])) };
});
