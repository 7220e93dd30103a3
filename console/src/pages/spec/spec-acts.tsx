import type { SpecWithCriteria } from "@groundplan/contract";
import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import type { SpecParams } from "../../planning/params.ts";
import { useSession } from "../../session/session.ts";
import { askToEdit, endEditing, useEditing } from "./editing/editing.ts";
import { preloadEditing, SpecMore } from "./editing/lazy-edit-parts.tsx";
import { useReturnedFocus } from "./returned-focus.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** The milliseconds of reading before the editor is preloaded. */
const readsFirst = 2_000;

export function SpecActs({ params, spec, canEdit }: Properties) {
  const { user } = useSession();
  const isOpen = useEditing(spec.id)?.isOpen ?? false;
  const button = useRef<HTMLButtonElement>(null);
  useReturnedFocus(isOpen, button);
  useEffect(() => {
    if (!canEdit) return;
    const timer = setTimeout(() => void preloadEditing(), readsFirst);
    return () => clearTimeout(timer);
  }, [canEdit]);
  const begin = () => askToEdit({ params, spec, userId: user.id });
  useKey("e", "Edit the text", () => canEdit && begin());
  return (
    <>
      {(canEdit || isOpen) && (
        <Button ref={button} look="primary" onClick={() => (isOpen ? void endEditing(spec.id) : begin())}>
          {isOpen ? "Done" : "Edit"} <Kbd>{isOpen ? "Esc" : "e"}</Kbd>
        </Button>
      )}
      {!isOpen && (
        <Menu
          label="More actions for this spec"
          menu={(menu) => <SpecMore {...menu} params={params} spec={spec} canEdit={canEdit} />}
        >
          More <span aria-hidden="true">▾</span>
        </Menu>
      )}
    </>
  );
}
