import { useStore } from "../../../base/store.ts";
import { type Editing, endEditing } from "./editing.ts";

const shape = "col-start-1 row-start-1 min-w-0 border px-2 py-[3px] text-h1 font-[650] tracking-[-0.012em]";

/** As large as the title. Enter moves on to the text. */
export function TitleField({ editing }: { editing: Editing }) {
  const { specId, saver, title, editor } = editing;
  const typed = useStore(title);
  const isEmpty = typed.trim() === "";
  return (
    <div className="-mx-2 -my-1 grid grid-cols-[minmax(0,1fr)]">
      {/* Sizes the field to its text. */}
      <span aria-hidden="true" className={`${shape} invisible break-words whitespace-pre-wrap`}>
        {`${typed} `}
      </span>
      <textarea
        aria-label="Title"
        data-act="title"
        rows={1}
        placeholder={saver.saved().title}
        aria-describedby={isEmpty ? "title-stays" : undefined}
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
        className={`${shape} resize-none overflow-hidden rounded-md border-field bg-sheet placeholder:text-ink-3 focus-visible:outline-2`}
      />
      <p id="title-stays" role="status" className="px-2 text-note text-ink-2">
        {isEmpty && "A spec needs a title. The current one stays until you enter another."}
      </p>
    </div>
  );
}
