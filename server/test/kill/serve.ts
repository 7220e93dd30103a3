import { serve } from "../../src/main.ts";

/** Runs the service as a process of its own, for tests that kill it. */
await serve(process.env);
