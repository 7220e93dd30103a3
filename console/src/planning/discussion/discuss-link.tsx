import type { DocumentTarget } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";

/** A link to a text's discussion. */
export const DiscussLink = ({ target }: { target: DocumentTarget }) => (
  <Link
    to="/documents"
    search={{ target: JSON.stringify(target) }}
    preload={false}
    className="px-1 text-small text-accent underline underline-offset-2"
  >
    Discussion
  </Link>
);
