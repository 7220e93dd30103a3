import type { ReactNode } from "react";
import { AfterLink } from "../markdown/after-link.ts";

/** Shows the addresses of links to other hosts in the Markdown inside, since an agent may write any words for them. */
export const AgentWords = ({ children }: { children: ReactNode }) => (
  <AfterLink value={addressAfter}>{children}</AfterLink>
);

function addressAfter(href: string, words: ReactNode): string {
  const url = URL.parse(href, location.href);
  if (url?.origin === location.origin) return "";
  // Parsed, since a host in foreign letters may look like another one.
  const address = withoutSlash(url?.href ?? href);
  return withoutSlash(String(words)) === address ? "" : ` (${address})`;
}

const withoutSlash = (address: string) => address.replace(/\/$/, "");
