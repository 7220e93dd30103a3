import type { KoaContextWithOIDC } from "oidc-provider";
import { notFetched } from "./unreachable-app.ts";

const asksSilently =
  "The app asked to be let in without asking you, which is not possible here. Connect again from the app.";

const unclear = "The app sent a request that is not right. Tell its makers.";

/** Messages by error code. Nothing of the request is echoed. */
const sentences: Record<string, string> = {
  account_selection_required: asksSilently,
  consent_required: asksSilently,
  interaction_required: asksSilently,
  login_required: asksSilently,
  invalid_client: "The app that sent you here is not known. Go back to it and connect again.",
  invalid_redirect_uri:
    "The app asked to send you to an address that it did not register, or that does not lead to an app. Tell its makers.",
  invalid_scope:
    "The app asked for a right that does not exist here, or that it did not register. Tell its makers.",
  invalid_target: "The app asked for another service than this one. Check the address that you gave it.",
  unauthorized_client: "The app asked in a way that it did not register. Tell its makers.",
  unsupported_response_type: "The app asked in a way that is not supported here. Tell its makers.",
  invalid_request: unclear,
  invalid_client_metadata: "What the app says about itself is not right. Tell its makers.",
  temporarily_unavailable: "There were too many requests. Wait a minute, then go back to the app.",
  server_error: "Something failed here. Go back to the app and try again.",
};

const unread =
  "What the app says about itself could not be read now. Wait a minute, then go back to the app; if it stays so, tell its makers.";

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
<h1>The app was not connected</h1>
<p>${sentence}</p>
</html>
`;
