import { useRef } from "react";
import { pictureTypes } from "../../../../contract/src/picture-types.ts";
import { Button } from "../button.tsx";

export function PictureButton({ isThere, add }: { isThere: boolean; add: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="quiet"
        disabled={!isThere}
        // The text keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => input.current?.click()}
      >
        Add a picture
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={pictureTypes.join()}
        aria-label="Pictures to add"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </>
  );
}
