import { useStore } from "../../../base/store.ts";
import { Button } from "../../../components/button.tsx";
import { rawText, toggleRawText } from "../../../editor/preview/raw-text.ts";

/** Shows the markdown in place of its looks. */
export const RawButton = () => (
  <Button
    look="quiet"
    aria-pressed={useStore(rawText)}
    // The text keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={toggleRawText}
  >
    Raw text
  </Button>
);
