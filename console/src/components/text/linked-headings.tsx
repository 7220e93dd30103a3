import type { ComponentProps } from "react";
import type { Components } from "../../markdown/elements.ts";

const tags = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** The classes of `rendered.tsx`, whose headings these replace; they scroll below what stays on top. */
const look = "mt-6 mb-1.5 scroll-mt-16 text-h3 font-semibold rail:scroll-mt-4";

/** Headings with a link to themselves, shown on hover and focus. The page's title is its only `h1`. */
export const linkedHeadings: Components = Object.fromEntries(
  tags.map((tag) => {
    const Heading = tag === "h1" ? "h2" : tag;
    return [
      tag,
      ({ id, children, ...properties }: ComponentProps<"h2">) => (
        <div className="group relative">
          <Heading {...properties} id={id} className={look}>
            {children}
          </Heading>
          {id !== undefined && (
            <a
              href={`#${encodeURIComponent(id)}`}
              aria-label="Link to this section"
              aria-describedby={id}
              className="absolute rounded-md font-mono text-accent opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
              style={{ top: 0, right: "100%", padding: "0 0.1rem" }}
            >
              #
            </a>
          )}
        </div>
      ),
    ];
  }),
);
