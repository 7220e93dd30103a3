import type { DocumentTarget } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";

/** Leads to what is said about a text that is shown here. */
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
