/** Shows a link to another host, such as an issue in a tracker, which opens beside the console. */
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
