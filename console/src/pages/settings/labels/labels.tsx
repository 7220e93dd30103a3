import {
  createLabel,
  deleteLabel,
  type Label,
  listAllSpecs,
  listLabels,
  updateLabel,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { LabelMark } from "../../../planning/specs/label-mark.tsx";
import { useWorkspace } from "../../../session/workspace.ts";

const usualColor = "#1f6feb";

/** The workspace's labels, which members change. */
export default function Labels() {
  const labels = useQuery(readAll(listLabels, {}, "labels"));
  const mayWrite = useWorkspace().role !== "VIEWER";
  const [edited, edit] = useState<Label | "new" | null>(null);
  const [deleted, askToDelete] = useState<Label | null>(null);
  const remove = async ({ id, name }: Label) => {
    await call(deleteLabel, { params: { labelId: id } });
    await invalidate(listLabels, listAllSpecs);
    toast(`The label “${name}” is deleted.`);
  };
  return (
    <div id="labels" className="mt-9">
      <Section title="Labels">
        <Loaded query={labels}>
          {(all) => (
            <>
              <ul className="grid max-w-xl gap-1">
                {all.map((label) => (
                  <li key={label.id} className="flex flex-wrap items-center justify-between gap-2">
                    <LabelMark label={label} />
                    {mayWrite && (
                      <span className="flex gap-1">
                        <Button
                          look="quiet"
                          aria-label={`Change the label ${label.name}`}
                          onClick={() => edit(label)}
                        >
                          Change
                        </Button>
                        <Button
                          look="quiet"
                          aria-label={`Delete the label ${label.name}`}
                          onClick={() => askToDelete(label)}
                        >
                          Delete
                        </Button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {all.length === 0 && (
                <p className="text-ink-2">
                  No labels yet. They tell kinds of work apart, such as Bug or Research.
                </p>
              )}
              {mayWrite && (
                <div className="mt-3">
                  <Button onClick={() => edit("new")}>Create label</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Section>
      {edited && <EditLabel label={edited === "new" ? null : edited} onClose={() => edit(null)} />}
      {deleted && (
        <Confirm
          title={`Delete the label “${deleted.name}”`}
          action="Delete label"
          act={() => remove(deleted)}
          onClose={() => askToDelete(null)}
        >
          It is taken off all specs. This can't be undone.
        </Confirm>
      )}
    </div>
  );
}

function EditLabel({ label, onClose }: { label: Label | null; onClose: () => void }) {
  const submit = async ({ name = "", color = usualColor }) => {
    const body = { name, color };
    await (label ? call(updateLabel, { params: { labelId: label.id }, body }) : call(createLabel, { body }));
    await invalidate(listLabels, listAllSpecs);
    onClose();
  };
  return (
    <FormDialog
      title={label ? "Change the label" : "Create a label"}
      submit={submit}
      action={label ? "Save label" : "Create label"}
      onClose={onClose}
    >
      <Field label="Name" name="name" defaultValue={label?.name ?? ""} required maxLength={50} />
      <Field label="Color" name="color" type="color" defaultValue={label?.color ?? usualColor} />
    </FormDialog>
  );
}
