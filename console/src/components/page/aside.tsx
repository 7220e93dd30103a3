import type { ReactNode } from "react";
import { useState } from "react";
import { Button } from "../button.tsx";
import { LazyPanel } from "../overlays/lazy.tsx";
import { useIsWide } from "./window-width.ts";

interface Properties {
  name: string;
  content: ReactNode;
}

/** The side column of wide windows. */
function Column({ name, content }: Properties) {
  if (!useIsWide()) return null;
  return (
    <aside aria-label={name} className="border-l border-line px-4 py-6">
      {content}
    </aside>
  );
}

/** Opens the same content as a panel in narrow windows. */
function AsideButton({ name, content }: Properties) {
  const [isOpen, open] = useState(false);
  return (
    <span className="side:hidden">
      <Button onClick={() => open(true)}>{name}</Button>
      {isOpen && (
        <LazyPanel title={name} side="right" onClose={() => open(false)}>
          {content}
        </LazyPanel>
      )}
    </span>
  );
}

export const Aside = { Column, Button: AsideButton };
