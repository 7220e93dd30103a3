import type { Document, Suggestion } from "@groundplan/contract";
import { LinesField } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { end } from "./discussion-edits.ts";

interface Properties {
  document: Document;
  suggestion: Suggestion;
  onClose: () => void;
}

/** Rejects suggested specs, for a reason that their author reads. */
export const RejectDialog = ({ document, suggestion, onClose }: Properties) => (
  <FormDialog
    title="Reject the suggestion"
    action="Reject"
    submit={async ({ reason = "" }) => {
      onClose();
      await end(document, suggestion, "reject", reason.trim());
    }}
    onClose={onClose}
  >
    <LinesField
      label="Reason"
      name="reason"
      rows={3}
      hint="Optional; whoever suggested it reads it."
      autoFocus
    />
  </FormDialog>
);
