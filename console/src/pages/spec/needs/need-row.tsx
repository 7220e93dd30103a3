import { Link } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Handle } from "../../../components/handle.tsx";

interface Properties {
  /** If known; for another plan with its handle and name. */
  place?: { to: string; handle: string; plan?: string | undefined };
  title: string;
  /** Null if read-only. */
  remove: (() => void) | null;
}

export const NeedRow = ({ place, title, remove }: Properties) => (
  <li className="group flex items-center gap-1">
    {place ? (
      <Link to={place.to} className="flex min-w-0 flex-1 items-baseline gap-1.5 hover:text-accent">
        <Handle>{place.handle}</Handle>
        <span className="min-w-0 truncate">
          {title}
          {place.plan !== undefined && <span className="text-ink-2"> · {place.plan}</span>}
        </span>
      </Link>
    ) : (
      <span className="min-w-0 flex-1 truncate text-ink-2">{title}</span>
    )}
    {remove && (
      <Button
        look="quiet"
        aria-label={`Remove ${place?.handle ?? title}`}
        className="-my-1 size-6 flex-none px-0 py-0"
        onClick={remove}
      >
        ×
      </Button>
    )}
  </li>
);
