import { createView, deleteView, listViews, type View } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, readAll } from "../../../api/read.ts";
import { Choice, Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import type { Act } from "../../../components/overlays/act.ts";
import { Menu } from "../../../components/overlays/menu.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { useSession } from "../../../session/session.ts";
import { useWorkspace } from "../../../session/workspace.ts";
import { isPlainView, queryOf, type SpecView, searchOf, specViewOf } from "./spec-view.ts";

interface Properties {
  view: SpecView;
  set: (view: SpecView) => void;
  /** The plan whose list it is; absent in the list of all specs. */
  place?: { projectSlug: string; planShortId: string };
}

/** Opens, saves and deletes views of specs. */
export function SavedViews({ view, set, place }: Properties) {
  const [isSaving, save] = useState(false);
  const navigate = useNavigate();
  const { data: views = [] } = useQuery(readAll(listViews, {}, "views"));
  const { role } = useWorkspace();
  const me = useSession().user.id;
  const isHere = ({ planShortId }: View) => planShortId === null || planShortId === place?.planShortId;
  const current = views.find((one) => isHere(one) && isSame(viewOf(one), view));
  const go = (one: View) => {
    if (one.planShortId === (place?.planShortId ?? null)) return set(viewOf(one));
    const to = one.planShortId === null ? "/specs" : `/projects/${one.projectSlug}/plans/${one.planShortId}`;
    void navigate({ to: to as never, search: searchOf(viewOf(one)) as never });
  };
  const mayChange = ({ scope, owner }: View) =>
    role !== "VIEWER" && (scope === "person" || owner?.userId === me || role === "OWNER");
  const acts: Act[] = [
    ...views
      .filter((one) => place === undefined || isHere(one))
      .map((one) => ({
        name: one.scope === "workspace" ? `${one.name} (everybody)` : one.name,
        isChosen: one === current,
        run: () => go(one),
      })),
    ...(role !== "VIEWER" && !isPlainView(view) && !current
      ? [{ name: "Save this view…", run: () => save(true) }]
      : []),
    ...(current && mayChange(current)
      ? [{ name: `Delete “${current.name}”`, run: () => attempt(() => remove(current)) }]
      : []),
  ];
  if (acts.length === 0) return null;
  return (
    <>
      <Menu label="Views" look="quiet" acts={acts}>
        {current ? current.name : "Views"} <span aria-hidden="true">▾</span>
      </Menu>
      {isSaving && <SaveView view={view} {...(place ? { place } : {})} onClose={() => save(false)} />}
    </>
  );
}

const viewOf = ({ query, sort, group }: View): SpecView => {
  const view = specViewOf(query);
  if (sort !== null) view.sort = sort;
  if (group !== "none") view.group = group;
  return view;
};

const isSame = (one: SpecView, other: SpecView): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

async function remove({
  id,
  name,
  scope,
  projectSlug,
  planShortId,
  query,
  group,
  sort,
}: View): Promise<void> {
  await call(deleteView, { params: { viewId: id } });
  await invalidate(listViews);
  toast(`The view “${name}” is deleted.`, async () => {
    await call(createView, { body: { name, scope, projectSlug, planShortId, query, group, sort } });
    await invalidate(listViews);
  });
}

function SaveView({ view, place, onClose }: Omit<Properties, "set"> & { onClose: () => void }) {
  const submit = async ({ name = "", scope = "person" }) => {
    const { sort, ...query } = queryOf(view);
    await call(createView, {
      body: {
        name,
        scope: scope === "workspace" ? "workspace" : "person",
        query,
        ...(sort === undefined ? {} : { sort: sort as NonNullable<View["sort"]> }),
        ...(view.group === undefined ? {} : { group: view.group as View["group"] }),
        ...place,
      },
    });
    await invalidate(listViews);
    toast(`The view “${name}” is saved.`);
    onClose();
  };
  return (
    <FormDialog
      title="Save this view"
      says="It keeps filters, order and groups."
      submit={submit}
      action="Save view"
      onClose={onClose}
    >
      <Field label="Name" name="name" required maxLength={100} />
      <Choice label="For" name="scope" defaultValue="person">
        <option value="person">Me</option>
        <option value="workspace">Everybody in the workspace</option>
      </Choice>
    </FormDialog>
  );
}
