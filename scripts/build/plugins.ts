import type { Plugin } from "rolldown";

/** Makes each thread a file of its own; the sources give its address with their own ending. */
export const threadAddress: Plugin = {
  name: "thread-address",
  transform: {
    filter: { id: /\/(?:spare-writer-thread|open-database|argon2|tokens\/tokens|start-confined)\.ts$/ },
    handler: (code) => code.replace(/(new URL\("\.\/[\w-]+-thread)\.ts"/, '$1.cjs"'),
  },
};

/** Names the program that reads documents, and the folder that it may read: the one of the build. */
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

/** Names the folder of the console as it lies beside the build; the sources name the one of the clone. */
export const consoleAddress: Plugin = {
  name: "console-address",
  transform: {
    filter: { id: /http\/console-files\.ts$/ },
    handler: (code) => changed(code, '"../../../console/dist/"', '"./console/"'),
  },
};

/** Names the folder of the built-in skills as it lies beside the build. */
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

/**
 * Matches Node's own modules that Fastify loads in each start and the service does not use: together 40 ms and 15 MB.
 */
const late = /^(?:node:)?(https|http2)$/;

/** Stands for a module until one of its names is asked for, or all of them, as by an `import()` of it. */
const lateModule = (name: string) => `
const load = () => process.getBuiltinModule("node:${name}");
module.exports = new Proxy({}, {
  get: (_, key) => load()[key],
  ownKeys: () => Reflect.ownKeys(load()),
  getOwnPropertyDescriptor: (_, key) => ({ ...Object.getOwnPropertyDescriptor(load(), key), configurable: true }),
});`;

/** Loads these modules when they are first used. */
export const lateBuiltins: Plugin = {
  name: "late-builtins",
  resolveId: { filter: { id: late }, handler: (id) => `\0late:${late.exec(id)?.[1]}` },
  load: {
    filter: { id: /^\0late:/ },
    handler: (id) => lateModule(id.slice(6)),
  },
};

/**
 * Matches Fastify's own compilers of schemas and its requests without a socket, which the service does not use
 * (`app.ts`), the colours of a debugging log that the OAuth library brings along, and the canvas that the
 * reader of HTML would draw with; both do without.
 */
const absent =
  /^(?:@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request|supports-color|canvas)(?:\/.*)?$/;

/** Leaves out modules that the sources can reach and never use: half of the text that each start would read. */
export const absentModules: Plugin = {
  name: "absent-modules",
  resolveId: { filter: { id: absent }, handler: (id) => `\0absent:${id}` },
  load: {
    filter: { id: /^\0absent:/ },
    handler: (id) => `throw new Error("${id.slice(8)} is not part of the build");`,
  },
};
