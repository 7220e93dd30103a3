import { Link } from "@tanstack/react-router";
import { buttonClass } from "../button.tsx";
import { Main } from "./main.tsx";

/** For both missing and forbidden resources; never says which. */
export function NotFound() {
  return (
    <Main>
      <section className="grid justify-items-start gap-3 rounded-card border border-line grid-paper-24 p-8">
        <title>Page not found · Groundplan</title>
        <h1 className="text-h2 font-semibold">Page not found</h1>
        <p className="max-w-[60ch] text-ink-2">
          It may have been moved or deleted, or it isn't shared with you. Ask the person who sent you the
          link.
        </p>
        <Link to="/projects" className={buttonClass()}>
          Go to your projects
        </Link>
      </section>
    </Main>
  );
}
