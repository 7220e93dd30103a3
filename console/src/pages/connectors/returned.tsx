import { useSearch } from "@tanstack/react-router";

/** The messages for errors in the return address. */
const sentences: Record<string, string> = {
  access_denied: "Access was not given there, so nothing was connected. Connect again when you want to.",
  upstream_timeout: "The other side took too long, so nothing was connected. Try again in a while.",
  not_configured: "Signing in there is not set up for this service. Ask its operator.",
  forbidden: "You may not connect it, so nothing was connected. Ask an owner.",
};
const other = "The other side refused, or its answer could not be used. Nothing was connected; try again.";

/** Explains why an OAuth attempt returned without a connection. */
export function Returned() {
  const { error } = useSearch({ strict: false });
  if (error === undefined) return null;
  return (
    <p role="alert" className="mb-4 max-w-[70ch] rounded-card border border-bad bg-bad-soft p-3">
      {sentences[error] ?? other}
    </p>
  );
}
