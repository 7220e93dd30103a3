import type { Plugin } from "rolldown";

/** Bundles each thread into its own file, with the built extension in its address. */
export const threadAddress: Plugin = {
  name: "thread-address",
  transform: {
    filter: { id: /\/(?:spare-writer-thread|open-database|argon2|tokens\/tokens|start-confined)\.ts$/ },
    handler: (code) => code.replace(/(new URL\("\.\/[\w-]+-thread)\.ts"/, '$1.cjs"'),
  },
};

/** Names the document reader's program and the build folder that it may read. */
export const programAddress: Plugin = {
  name: "program-address",
  transform: {
    filter: { id: /extract\/(?:extract|confined-thread)\.ts$/ },
    handler: (code, id) =>
      id.endsWith("/extract.ts")
        ? changed(code, '"./extract-program.ts"', '"./extract-program.cjs"')
        : changed(code, '["../../", "../../../node_modules/"]', '["./"]'),
  },
};

/** Names the console's folder next to the build instead of the clone's. */
export const consoleAddress: Plugin = {
  name: "console-address",
  transform: {
    filter: { id: /http\/console\/files\.ts$/ },
    handler: (code) => changed(code, '"../../../../console/dist/"', '"./console/"'),
  },
};

export const skillsAddress: Plugin = {
  name: "skills-address",
  transform: {
    filter: { id: /skills\/built-in\.ts$/ },
    handler: (code) => changed(code, '"./built-in/"', '"./skills/"'),
  },
};

function changed(code: string, from: string, to: string): string {
  if (!code.includes(from)) throw new Error(`nothing says ${from}`);
  return code.replace(from, to);
}

/** Matches unused Node modules that Fastify loads at each start: 40 ms and 15 MB. */
const late = /^(?:node:)?(https|http2)$/;

/** Returns a stand-in that loads a module on first use of any export, or on `import()`. */
const lateModule = (name: string) => `
const load = () => process.getBuiltinModule("node:${name}");
module.exports = new Proxy({}, {
  get: (_, key) => load()[key],
  ownKeys: () => Reflect.ownKeys(load()),
  getOwnPropertyDescriptor: (_, key) => ({ ...Object.getOwnPropertyDescriptor(load(), key), configurable: true }),
});`;

export const lateBuiltins: Plugin = {
  name: "late-builtins",
  resolveId: { filter: { id: late }, handler: (id) => `\0late:${late.exec(id)?.[1]}` },
  load: {
    filter: { id: /^\0late:/ },
    handler: (id) => lateModule(id.slice(6)),
  },
};

/**
 * Matches unused modules: Fastify's schema compilers and injected requests (`app.ts`), debug colors, and the
 * HTML reader's canvas.
 */
const absent =
  /^(?:@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request|supports-color|canvas)(?:\/.*)?$/;

/** Leaves out unused modules: half of the source that each start would read. */
export const absentModules: Plugin = {
  name: "absent-modules",
  resolveId: { filter: { id: absent }, handler: (id) => `\0absent:${id}` },
  load: {
    filter: { id: /^\0absent:/ },
    handler: (id) => `throw new Error("${id.slice(8)} is not part of the build");`,
  },
};
