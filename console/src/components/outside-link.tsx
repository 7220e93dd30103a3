/** A link to another host, in a new tab. */
export const OutsideLink = ({ url, children }: { url: string; children: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer noopener"
    className="px-2.5 py-1.5 font-mono text-small text-accent hover:underline"
  >
    {children}
  </a>
);
