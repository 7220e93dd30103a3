import { useSearch } from "@tanstack/react-router";

/** The messages for errors in the return address. */
const sentences: Record<string, string> = {
  access_denied: "Access was denied there, so nothing was connected. You can connect again at any time.",
  upstream_timeout: "The other service took too long, so nothing was connected. Try again in a moment.",
  not_configured: "Signing in there isn't set up on this service. Ask its operator.",
  forbidden: "You don't have permission to connect it. Ask an owner.",
};
const other = "The other service refused, or its response was invalid. Nothing was connected. Try again.";

/** Explains why an OAuth attempt returned without a connection. */
export function OAuthResult() {
  const { error } = useSearch({ strict: false });
  if (error === undefined) return null;
  return (
    <p role="alert" className="mb-4 max-w-[70ch] rounded-card border border-bad bg-bad-soft p-3">
      {sentences[error] ?? other}
    </p>
  );
}
