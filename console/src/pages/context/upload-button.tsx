import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { addFiles } from "./uploads.ts";

export function UploadButton({ scope }: { scope: Scope }) {
  const input = useRef<HTMLInputElement>(null);
  useKey("u", "Upload files", () => input.current?.click());
  return (
    <>
      <Button look="primary" onClick={() => input.current?.click()}>
        Upload files <Kbd>u</Kbd>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          addFiles(
            scope,
            [...(target.files ?? [])].map((file) => ({ file, folderPath: "" })),
          );
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </>
  );
}
