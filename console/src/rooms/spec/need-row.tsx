import { Link } from "@tanstack/react-router";
import { Button } from "../../parts/button.tsx";
import { Handle } from "../../parts/handle.tsx";
import type { SpecParams } from "../work/spec-params.ts";

interface Properties {
  /** The place where the spec is, if that is known. */
  params?: SpecParams;
  /** Its handle; a spec of another plan has that plan's before its own. */
  handle?: string;
  title: string;
  /** Takes it out; null where the person may only read. */
  remove: (() => void) | null;
}

/** Shows a spec that is needed, or that needs another one. */
export const NeedRow = ({ params, handle = params?.specShortId, title, remove }: Properties) => (
  <li className="group flex items-center gap-1">
    {params ? (
      <Link
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={params}
        className="flex min-w-0 flex-1 items-baseline gap-1.5 hover:text-accent"
      >
        <Handle>{handle}</Handle>
        <span className="min-w-0 truncate">{title}</span>
      </Link>
    ) : (
      <span className="min-w-0 flex-1 truncate text-ink-2">{title}</span>
    )}
    {remove && (
      <Button
        look="quiet"
        aria-label={`Remove ${handle ?? title}`}
        className="-my-1 size-6 flex-none px-0 py-0"
        onClick={remove}
      >
        ×
      </Button>
    )}
  </li>
);
