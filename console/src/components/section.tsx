import { type ReactNode, useId } from "react";

interface Properties {
  title: string;
  /** One sentence below the title. */
  says?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, says, actions, children }: Properties) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-9">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-h3 font-semibold">
            {title}
          </h2>
          {says && <p className="mt-0.5 max-w-[70ch] text-note text-ink-2">{says}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
