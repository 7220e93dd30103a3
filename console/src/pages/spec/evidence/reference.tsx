/** What evidence refers to: a link only if it is an http(s) address, since programs write it. */
export function Reference({ to }: { to: string }) {
  const className = "font-mono text-small wrap-anywhere";
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to)) return <span className={className}>{to}</span>;
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer noopener"
      className={`${className} text-accent hover:underline`}
    >
      {to}
    </a>
  );
}
