import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { keyNames } from "../../components/keyboard/keys.ts";
import type { Draft } from "./draft.ts";

interface Properties {
  begin: (kind: Draft["kind"]) => void;
  canComment: boolean;
  canSuggest: boolean;
}

export const SelectionBar = ({ begin, canComment, canSuggest }: Properties) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the selection would go with the pressed button.
  <div
    className="flex gap-1 rounded-card border border-line bg-sheet p-1 shadow-float"
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
  >
    {canComment && (
      <Button look="quiet" onClick={() => begin("comment")}>
        Comment <Kbd>{keyNames("m").join(" ")}</Kbd>
      </Button>
    )}
    {canSuggest && (
      <Button look="quiet" onClick={() => begin("suggestion")}>
        Suggest
      </Button>
    )}
  </div>
);
