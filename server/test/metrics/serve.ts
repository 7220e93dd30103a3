import { registerHooks } from "node:module";
import { serve } from "../../src/main.ts";

/** Serves as a process of its own, which names on standard error each package for metrics or traces that it loads. */
registerHooks({
  resolve(name, context, next) {
    if (/^(?:prom-client|@opentelemetry\/)/.test(name)) process.stderr.write(`loads ${name}\n`);
    return next(name, context);
  },
});
await serve(process.env);
