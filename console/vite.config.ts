import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { adoptedStyles } from "./build/adopted-styles.ts";
import { contractAsData } from "./build/contract.ts";
import { noteModules, passOnLicences } from "./build/licences.ts";

/** Builds the console: files of our own host only, nothing inline, names with a hash of their content. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: {
      // For browsers it has another file, which reads named characters by `innerHTML`; the policy forbids that.
      "decode-named-character-reference": fileURLToPath(
        import.meta.resolve("decode-named-character-reference"),
      ),
    },
  },
  worker: { format: "es", plugins: () => [noteModules] },
  plugins: [contractAsData, adoptedStyles, react(), tailwind(), passOnLicences],
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every room needs is in two files, without this in forty. What floats is loaded when it opens.
        codeSplitting: {
          groups: [
            { name: "libraries", test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!.*virtual))/ },
            { name: "parts", test: /(console|client)\/src\/(?!floating)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
