import { useLayoutEffect, useRef } from "react";
import { useStore } from "../../store.ts";
import { type Editing, endEditing } from "./editing.ts";

/** Shows the title of a spec to edit, as large as it is read. Enter goes on to the text. */
export function TitleField({ editing }: { editing: Editing }) {
  const { specId, saver, title, editor } = editing;
  const typed = useStore(title);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  });
  return (
    <textarea
      ref={field}
      aria-label="Title"
      rows={1}
      dir="auto"
      value={typed}
      onChange={({ target }) => {
        const next = target.value.replace(/[\r\n]+/g, " ");
        title.set(next);
        saver.type({ title: next });
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") editor.now?.focus();
        else if (event.key === "Escape") void endEditing(specId);
        else return;
        event.preventDefault();
      }}
      className="-mx-2 -my-1 block w-[calc(100%+0.5rem)] resize-none overflow-hidden rounded-md border border-field bg-sheet px-2 py-[3px] text-h1 font-[650] tracking-[-0.012em] focus-visible:outline-2"
    />
  );
}
