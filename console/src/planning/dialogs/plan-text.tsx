import { useState } from "react";
import { Button } from "../../components/button.tsx";
import type { EditorHandle } from "../../editor/editor.tsx";
import { TextField } from "../edits/text-field.tsx";
import type { PlanParams } from "../params.ts";

interface Properties {
  params: PlanParams;
  planId: string;
  text: string;
  onType: (text: string) => void;
  /** What an empty text may start with. */
  template: string | null;
}

/** The editor of a plan's description, in a form's dialog. */
export function PlanText({ params, planId, text, onType, template }: Properties) {
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  return (
    <TextField
      label="Description"
      name="description"
      text={text}
      onType={onType}
      plan={params}
      documentOf={async () => ({ id: planId })}
      onReady={(now) => {
        setEditor(now);
        now?.focus();
      }}
    >
      {editor && text.trim() === "" && template !== null && (
        <Button
          onClick={() => {
            editor.replace(template);
            editor.focus();
          }}
        >
          Start with the headings of the format
        </Button>
      )}
    </TextField>
  );
}
