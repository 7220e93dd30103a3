import { getProject, listProjects } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { type Key, pageOf, presentedPage } from "../paging.ts";
import { readableProject } from "./access.ts";
import { presentProjects } from "./present.ts";
import { listProjectRows } from "./store.ts";

export const projectsList = read(listProjects, async (db, actor, { query }) => {
  const { archived = false } = query;
  const list = `${listProjects.id} ${actor.workspaceId}${archived ? " archived" : ""}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listProjectRows(db, actor.workspaceId, archived, String(after), limit);
  const keyOf = ({ id }: { id: string }): Key => [id];
  const page = await pageOf(list, query, fetch, keyOf);
  const presented = await presentProjects(db, actor.workspaceId, page.rows);
  const { items: projects, ...next } = presentedPage(list, page, keyOf, presented);
  return { projects, ...next };
});

export const projectGet = read(getProject, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  return { project: expectOne(await presentProjects(db, actor.workspaceId, [project])) };
});
