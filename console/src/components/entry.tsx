import type { ReactNode } from "react";

interface Properties {
  title: ReactNode;
  pills?: ReactNode;
  /** Details below the title. */
  about?: ReactNode;
  actions?: ReactNode;
}

/** An entry without its own page, such as a member, a key or a session. */
export const Entry = ({ title, pills, about, actions }: Properties) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-2 py-2">
    <div className="min-w-0 flex-1 basis-56">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 break-words">{title}</span>
        {pills}
      </div>
      {about && <div className="flex flex-wrap gap-x-3 text-note break-words text-ink-3">{about}</div>}
    </div>
    {actions && <div className="-mx-2.5 flex flex-wrap gap-1 column:mx-0">{actions}</div>}
  </div>
);
