export { faults } from "./faults.ts";
export { normaliseMarkdown } from "./issues/markdown.ts";
export { type LinearStandIn, type Options, startLinear } from "./start.ts";
export { tokens } from "./world.ts";
