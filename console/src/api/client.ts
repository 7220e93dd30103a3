import { createClient } from "../../../client/src/client.ts";

/** The typed client of the service that this page comes from; it sends the session's cookie by itself. */
export const client = createClient({ url: location.origin });
