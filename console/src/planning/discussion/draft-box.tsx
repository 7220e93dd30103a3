import { Button } from "../../components/button.tsx";
import { Field, LinesField } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { keepUnsent, unsentOf } from "../../edits/unsent-text.ts";
import { useReaders } from "../mentions.ts";
import { NamesOffered } from "../names-offered.tsx";
import { Composer } from "./composer.tsx";
import { beginThread, suggest } from "./discussion-edits.ts";
import type { Draft } from "./draft.ts";
import type { OpenItem } from "./open-item.ts";
import { begunBy, QuestionFields } from "./question-fields.tsx";

interface Properties {
  draft: Draft;
  /** Called with the created thread or suggestion. */
  onMade: (made: OpenItem) => void;
  onCancel: () => void;
}

/** Words at the window's bottom leave no space. */
function showWhole(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
}

/** Writes a comment or replacement below the selected words. */
export function DraftBox({ draft, onMade, onCancel }: Properties) {
  const { kind, document, source, plan, words } = draft;
  const people = useReaders(plan);
  const place = `${kind} on ${document.id} from ${words.from} to ${words.to}`;
  const written = source.slice(words.from, words.to);
  return (
    <section
      ref={showWhole}
      aria-label={kind === "comment" ? "Comment on the selected text" : "Suggest a change"}
      className="w-[22.5rem] max-w-full rounded-card border border-line bg-sheet p-3 shadow-float"
    >
      {kind === "comment" ? (
        <Composer
          document={document}
          label="Comment"
          action="Comment"
          people={people}
          place={place}
          send={async (body, values) => {
            const { id } = await beginThread(document, begunBy(body, values), { ...words, source });
            onMade({ thread: id });
          }}
          onCancel={onCancel}
        >
          <QuestionFields document={document} />
        </Composer>
      ) : (
        <Form
          action="Suggest"
          submit={async ({ replacement = "", message = "" }) => {
            const { id } = await suggest(document, words, replacement, message.trim());
            keepUnsent(place, undefined);
            onMade({ suggestion: id });
          }}
          beside={
            <Button
              onClick={() => {
                keepUnsent(place, undefined);
                onCancel();
              }}
            >
              Cancel
            </Button>
          }
        >
          <NamesOffered plan={plan}>
            <LinesField
              label="Replace the selected text with"
              name="replacement"
              rows={3}
              className="field-sizing-content max-h-80 min-h-18"
              defaultValue={unsentOf(place) ?? written}
              autoFocus
              onChange={({ target: { value } }) => keepUnsent(place, value === written ? undefined : value)}
              onKeyDown={(event) => {
                if (event.key !== "Escape") return;
                event.stopPropagation();
                onCancel();
              }}
            />
          </NamesOffered>
          <Field label="Why" name="message" placeholder="One sentence helps the reviewer" />
        </Form>
      )}
    </section>
  );
}
