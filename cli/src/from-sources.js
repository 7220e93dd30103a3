import { enableCompileCache } from "node:module";

/** Runs the command from its sources, for tests and `npm run dev`; `bin/groundplan.js` runs the build. */
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../../node_modules/.cache/groundplan`;
enableCompileCache();
const { main } = await import("./main.ts");
await main(process.argv);
