import type { KoaContextWithOIDC } from "oidc-provider";
import { notFetched } from "./unreachable-app.ts";

const asksSilently =
  "The app asked to be let in without asking you, which is not possible here. Connect again from the app.";

const unclear = "The app sent an invalid request. Tell its developers.";

/** Messages by error code. Nothing of the request is echoed. */
const sentences: Record<string, string> = {
  account_selection_required: asksSilently,
  consent_required: asksSilently,
  interaction_required: asksSilently,
  login_required: asksSilently,
  invalid_client: "The app that sent you here is not known. Go back to it and connect again.",
  invalid_redirect_uri:
    "The app asked to send you to an address that it did not register, or that does not lead to an app. Tell its developers.",
  invalid_scope:
    "The app asked for a scope that does not exist here or that it did not register. Tell its developers.",
  invalid_target: "The app asked for another service than this one. Check the address that you gave it.",
  unauthorized_client: "The app used a grant type that it did not register. Tell its developers.",
  unsupported_response_type: "The app used a response type that is not supported here. Tell its developers.",
  invalid_request: unclear,
  invalid_client_metadata: "The app's metadata is invalid. Tell its developers.",
  temporarily_unavailable: "There were too many requests. Wait a minute, then go back to the app.",
  server_error: "Something failed here. Go back to the app and try again.",
};

const unread =
  "The app's metadata could not be read. Wait a minute, then return to the app; if it fails again, tell its developers.";

const expired =
  "This request is over, or was begun in another browser. Go back to the app and connect again.";

/** Answers with a plain page without styles or scripts; JSON for programs. */
export function errorPage(ctx: KoaContextWithOIDC, out: { error: string }, error: Error): void {
  if (ctx.status < 400) ctx.status = 400; // The library would redirect some errors.
  if (ctx.accepts("json", "html") !== "html") {
    ctx.body = out;
    return;
  }
  ctx.type = "html";
  ctx.body = pageOf(sentenceOf(out.error, error));
}

function sentenceOf(code: string, error: Error & { error_description?: string }): string {
  if (error.name === "SessionNotFound") return expired;
  if (notFetched.test(error.error_description ?? "")) return unread;
  return sentences[code] ?? unclear;
}

const pageOf = (sentence: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not connected · Groundplan</title>
<main>
<h1>The app was not connected</h1>
<p>${sentence}</p>
</main>
</html>
`;
