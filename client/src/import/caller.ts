import type { Client } from "../client.ts";

/** The client, or a wrapper that asks for a new sign-in. */
export type Caller = Pick<Client, "call">;
