import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { adoptedStyles } from "./build/adopted-styles.ts";
import { contractAsData } from "./build/contract.ts";
import { earlyFiles } from "./build/early-files.ts";
import { noteModules, passOnLicences } from "./build/licences.ts";

/** Its form for browsers writes markup to decode `&amp;`, which the policy forbids; the one for elsewhere has a table. */
const decoder = "decode-named-character-reference";

/** Builds the console: files of our own host only, nothing inline, names with a hash of their content. */
export default defineConfig({
  root: import.meta.dirname,
  worker: { format: "es", plugins: () => [noteModules] },
  plugins: [contractAsData, adoptedStyles, react(), tailwind(), passOnLicences, earlyFiles],
  resolve: { alias: { [decoder]: fileURLToPath(new URL("index.js", import.meta.resolve(decoder))) } },
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        console: `${import.meta.dirname}/index.html`,
        // The reference of the API is a page of its own, with a policy of its own.
        reference: `${import.meta.dirname}/reference.html`,
      },
      output: {
        // The page is five files, each of which is evaluated as a task of its own (`src/main.ts`). What home shows in rows, what plans
        // share and what specs share are one file each: without this they were thirty. A group takes along what its modules
        // import, so what belongs to the page is named before.
        codeSplitting: {
          groups: [
            {
              name: "console",
              test: /preload-helper|console\/src\/(main|next-task|session\/address-token)\.ts/,
              priority: 8,
            },
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 7 },
            {
              name: "libraries",
              test: /node_modules\/@tanstack\/(?!.*virtual)|console\/src\/libraries\.ts/,
              priority: 6,
            },
            {
              name: "parts",
              test: /(console|client)\/src\/(?!floating|rooms|editor|markdown)/,
              minShareCount: 6,
              priority: 5,
            },
            {
              name: "start",
              test: /src\/(start|criteria-(label|heading)|frame\/keys|markdown\/note-at|parts\/(kbd|markdown)|session\/role|idle|rooms\/(talk\/talk-search|work\/plan-filter))\./,
              priority: 4,
            },
            {
              name: "rows",
              test: /rooms\/(work\/(plan-row|push-state|create-project)|ready\/next-row|inbox\/inbox-(edits|row))\./,
              priority: 3,
            },
            { name: "diff", test: /node_modules\/diff\//, priority: 3 },
            {
              name: "work",
              test: /src\/(parts\/(rows|dragging)|rooms\/(work\/(?!spec-(page|aside|needs))|graph\/layout))/,
              minShareCount: 2,
              priority: 2,
            },
            { name: "texts", test: /rooms\/(spec|talk|work\/spec-)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
