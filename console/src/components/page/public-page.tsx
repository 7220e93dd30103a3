import type { ReactNode } from "react";
import { Mark } from "./mark.tsx";

interface Properties {
  title: string;
  /** One sentence below the title. */
  says?: ReactNode;
  children: ReactNode;
}

/** The layout of a public page. */
export function PublicPage({ title, says, children }: Properties) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh grid-cols-[minmax(0,22.5rem)] items-center justify-center grid-paper-24 p-4"
    >
      <title>{`${title} · Groundplan`}</title>
      <div className="rounded-panel border border-line bg-sheet p-5 column:p-7">
        <Mark />
        <h1 className="mt-3.5 mb-1 text-h2 font-[650]">{title}</h1>
        {says && <p className="mb-4 text-ink-2">{says}</p>}
        {children}
      </div>
    </main>
  );
}
