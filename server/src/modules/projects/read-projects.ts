import { getProject, listProjects } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { only } from "../only.ts";
import { cutPage, readPage, rowsWanted } from "../paging.ts";
import { readableProject } from "./access.ts";
import { presentProjects } from "./present.ts";
import { listProjectRows } from "./store.ts";

export const projectsList = read(listProjects, async (db, actor, { query }) => {
  const list = `${listProjects.id} ${actor.workspaceId}`;
  const page = readPage(list, query, "whole");
  const found = await listProjectRows(db, actor.workspaceId, String(page.after?.[0] ?? ""), rowsWanted(page));
  const { rows, ...next } = cutPage(list, page, found, (row) => [row.id]);
  return { projects: await presentProjects(db, actor.workspaceId, rows), ...next };
});

export const projectGet = read(getProject, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  return { project: only(await presentProjects(db, actor.workspaceId, [project])) };
});
