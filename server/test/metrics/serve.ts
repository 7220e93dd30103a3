import { registerHooks } from "node:module";
import { serve } from "../../src/main.ts";

/** Serves in another process, naming on standard error each metrics or tracing package that it loads. */
registerHooks({
  resolve(name, context, next) {
    if (/^(?:prom-client|@opentelemetry\/)/.test(name)) process.stderr.write(`loads ${name}\n`);
    return next(name, context);
  },
});
await serve(process.env);
