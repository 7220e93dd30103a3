import { getOpenApi } from "@groundplan/contract";
import showReference from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./reference.css";
import { currentToken } from "../api/token.ts";
import { mend, withoutLinksInButtons } from "./mend.ts";

/*
 * The page that shows the service's OpenAPI document. Requests run as the signed-in user unless they enter a
 * key.
 */

const says = document.querySelector("#says");

interface Asked {
  url: string;
  headers: Record<string, string>;
}

async function show(): Promise<void> {
  // Throws without a session, before anything is loaded.
  await currentToken();
  const place = document.querySelector("#reference");
  if (place) mend(place);
  showReference({
    url: getOpenApi.path,
    domNode: place,
    plugins: [withoutLinksInButtons],
    // The default validator would send this service's address to another host.
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    filter: true,
    requestInterceptor: async (asked: Asked) => {
      const isOurs = new URL(asked.url, location.origin).origin === location.origin;
      if (isOurs && asked.headers.Authorization === undefined)
        asked.headers.Authorization = `Bearer ${await currentToken()}`;
      return asked;
    },
    onComplete: () => says?.replaceChildren("Requests that you try here act as you, in your workspace."),
  });
}

show().catch(() => {
  const link = document.createElement("a");
  link.href = `/sign-in?to=${encodeURIComponent("/api")}`;
  link.textContent = "Sign in to the console";
  says?.replaceChildren(link, ", then come back: the reference is shown to users who can call the API.");
});
