import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { adoptedStyles } from "./build/adopted-styles.ts";
import { contractAsData } from "./build/contract.ts";
import { noteModules, passOnLicences } from "./build/licences.ts";

/** Its form for browsers writes markup to decode `&amp;`, which the policy forbids; the one for elsewhere has a table. */
const decoder = "decode-named-character-reference";

/** Builds the console: files of our own host only, nothing inline, names with a hash of their content. */
export default defineConfig({
  root: import.meta.dirname,
  worker: { format: "es", plugins: () => [noteModules] },
  plugins: [contractAsData, adoptedStyles, react(), tailwind(), passOnLicences],
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
        // What every room needs is in two files, without this in forty. What floats, and what rooms share with each
        // other only, is loaded with the first of them.
        codeSplitting: {
          groups: [
            { name: "libraries", test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!.*virtual))/ },
            { name: "parts", test: /(console|client)\/src\/(?!floating|rooms)/, minShareCount: 6 },
          ],
        },
      },
    },
  },
});
