import type { ContextSource } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { TextField } from "../../planning/edits/text-field.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { contextAt, sourceReads } from "./endpoints.ts";
import { FolderField } from "./folder-field.tsx";

interface Properties {
  scope: Scope;
  folders: readonly string[];
  onClose: () => void;
}

const added = async ({ title }: ContextSource) => {
  await invalidate(...sourceReads);
  toast(`${title} is here.`);
};

export function AddText({ scope, folders, onClose }: Properties) {
  const [typed, type] = useState("");
  const submit = async ({ title = "", text = "", folderPath = "" }) => {
    const body = { title, text, folderPath };
    const { source } = await call(contextAt(scope).create, { params: scope.params, body });
    onClose();
    await added(source);
  };
  return (
    <FormDialog
      title="Add a text"
      says="Paste notes, a transcript or a decision that agents should know."
      submit={submit}
      action="Add text"
      onClose={onClose}
    >
      <Field label="Title" name="title" autoComplete="off" required />
      <TextField
        label="Text"
        name="text"
        text={typed}
        onType={type}
        plan={scope.kind === "plan" ? scope.params : null}
      />
      <FolderField folders={folders} />
    </FormDialog>
  );
}

export function AddPage({ scope, folders, onClose }: Properties) {
  const submit = async ({ url = "", title = "", folderPath = "" }) => {
    const body = { url: url.trim(), folderPath, ...(title.trim() === "" ? {} : { title }) };
    const { source } = await call(contextAt(scope).createFromUrl, { params: scope.params, body });
    onClose();
    await added(source);
  };
  return (
    <FormDialog
      title="Add a web page"
      says="The service reads the page's text now, and again whenever you ask."
      submit={submit}
      action="Add page"
      onClose={onClose}
    >
      <Field label="Address" name="url" type="url" inputMode="url" autoComplete="off" required />
      <Field label="Title" name="title" autoComplete="off" hint="Leave empty to use the page's title." />
      <FolderField folders={folders} />
    </FormDialog>
  );
}
