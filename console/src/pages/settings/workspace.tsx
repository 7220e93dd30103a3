import { getWorkspace, updateWorkspace } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { AskingForm } from "../../components/forms/asking-form.tsx";
import { Field } from "../../components/forms/field.tsx";
import { later } from "../../components/loading/later.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { renewSession } from "../../session/session.ts";
import { useIsOwner } from "../../session/workspace.ts";
import { storageWords } from "./storage-words.ts";
import { WorkspaceLinks } from "./workspace-links.tsx";
import { WorkspacePolicy } from "./workspace-policy.tsx";

/** Part of this page and no route: the first view names the files of every route. */
const Models = later(() => import("./models/models.tsx"));

const Labels = later(() => import("./labels/labels.tsx"));

/** The workspace's name and slug, editable by owners. */
export default function WorkspaceSettings() {
  const found = useQuery(read(getWorkspace, {}));
  const isOwner = useIsOwner();
  const save = async (body: { name: string; slug: string }) => {
    await call(updateWorkspace, { body });
    await Promise.all([invalidate(getWorkspace), renewSession()]);
  };
  const submit = async ({ name = "", slug = "" }) => {
    const before = found.data?.workspace;
    await save({ name, slug });
    const undo = before && (() => save({ name: before.name ?? "", slug: before.slug ?? "" }));
    toast("The workspace is saved.", undo);
  };
  return (
    <Page title="Workspace">
      <Loaded query={found}>
        {({ workspace: { name, slug, evidence, reviewer, links }, storage }) => (
          <>
            {isOwner ? (
              <div className="max-w-md">
                <AskingForm submit={submit} action="Save workspace">
                  <Field key={`name ${name}`} label="Name" name="name" defaultValue={name ?? ""} required />
                  <Field
                    key={`slug ${slug}`}
                    label="Slug"
                    name="slug"
                    defaultValue={slug ?? ""}
                    hint="Used in commands and scripts."
                    required
                  />
                </AskingForm>
                <dl className="mt-6">
                  <dt className="text-ink-2">Files and context sources</dt>
                  <dd>{storageWords(storage)}</dd>
                </dl>
              </div>
            ) : (
              <dl className="grid max-w-md grid-cols-[6rem_minmax(0,1fr)] gap-y-2">
                <dt className="text-ink-2">Name</dt>
                <dd>{name}</dd>
                <dt className="text-ink-2">Slug</dt>
                <dd className="font-mono text-small">{slug}</dd>
                <dt className="text-ink-2">Storage</dt>
                <dd>{storageWords(storage)}</dd>
                <p className="col-span-2 mt-2 text-note text-ink-2">Only owners can change them.</p>
              </dl>
            )}
            <div className="mt-9">
              <WorkspacePolicy policy={{ evidence, reviewer }} />
            </div>
            <WorkspaceLinks links={links} />
            <Labels />
            <Models />
          </>
        )}
      </Loaded>
    </Page>
  );
}
