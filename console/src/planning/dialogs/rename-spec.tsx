import type { Spec } from "@groundplan/contract";
import { sendEdits } from "../../edits/edit.ts";
import { editSpec } from "../edits/spec-edits.ts";
import type { PlanParams } from "../params.ts";
import { RenameDialog } from "./rename-dialog.tsx";

interface Properties {
  params: PlanParams;
  spec: Spec;
  onClose: () => void;
}

export const RenameSpec = ({ params, spec, onClose }: Properties) => (
  <RenameDialog
    thing={spec}
    named={spec.title}
    word="title"
    change={(title) => editSpec(params, spec, { title })}
    run={(change) => sendEdits(change)}
    onClose={onClose}
  />
);
