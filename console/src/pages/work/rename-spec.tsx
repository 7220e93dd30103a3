import type { Spec } from "@groundplan/contract";
import { mutate } from "../../edits/edit.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { editSpec } from "./spec-edits.ts";
import type { PlanParams } from "./spec-params.ts";

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
    run={(change) => mutate(change)}
    onClose={onClose}
  />
);
