import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { adoptedStyles } from "./build/adopted-styles.ts";
import { contractAsData } from "./build/contract.ts";
import { diagramPage } from "./build/diagram.ts";
import { earlyFiles } from "./build/early-files.ts";
import { noteModules, passOnLicences } from "./build/licences.ts";
import { markInPage } from "./build/mark.ts";
import { filesOfImport, preload } from "./build/preload.ts";

/** The browser build decodes entities through markup, which the CSP forbids. */
const decoder = "decode-named-character-reference";

/** Our modules in the initial chunk. */
const firstParts =
  /console\/src\/(start|base\/(idle|user-error)|markdown\/(note-at|text-acts)|session\/role|api\/local-address|edits\/(change|edit|on-base)|components\/(\w+\/)?(aside|aside-title|copy|copying|empty|handle|kbd|keys|later|lazy|lazy-picture|list|loaded|markdown|menu|meter|page|pill|row|section|status|tab|time|who)|pages\/projects\/plan-filter|planning\/(may-edit|claims\/lazy-claims|discussion\/open-item|edits\/(change-specs|spec-edits)|plans\/(plan-crumbs|plan-row|push-state)|specs\/(needs-review|spec-choices)))\./;

/** Endpoints of home, plan and spec pages, which would otherwise load all endpoints. */
const firstEndpoints =
  /contract\/((create|delete|list)Dependenc(y|ies)|list(Shares|Suggestions|Threads)|(archive|restore|update)Plan|(delete|restore)Project|\w+Notifications)$/;

/** Same-origin files only, nothing inline, hashed names. */
export default defineConfig({
  root: import.meta.dirname,
  worker: { format: "es", plugins: () => [noteModules] },
  plugins: [
    contractAsData,
    adoptedStyles,
    react(),
    tailwind(),
    diagramPage,
    passOnLicences,
    markInPage,
    earlyFiles,
    preload,
  ],
  resolve: { alias: { [decoder]: fileURLToPath(new URL("index.js", import.meta.resolve(decoder))) } },
  build: {
    target: "es2024",
    modulePreload: { polyfill: false, resolveDependencies: filesOfImport },
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: `${import.meta.dirname}/index.html` },
      output: {
        // The first view names every file; the fewest characters of a hash that the bundler allows.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // The page is three files, each evaluated in its own task (`src/main.ts`); home, plans and specs
        // share one each. Groups pull in imports, so the page's come first.
        codeSplitting: {
          groups: [
            {
              name: "console",
              test: /preload-helper|node_modules\/(react|react-dom|scheduler)\/|console\/src\/(main|base\/next-task|session\/address-token)\.ts/,
              priority: 8,
            },
            {
              name: "libraries",
              test: /node_modules\/@tanstack\/(?!.*(virtual|useBlocker))|console\/src\/libraries\.ts/,
              priority: 6,
            },
            {
              name: "start",
              test: (id) => firstEndpoints.test(id) || firstParts.test(id),
              priority: 5,
            },
            // Besides the editor's own file (`src/editor/editor-parts.ts`).
            { name: "editor-state", test: /node_modules\/(@codemirror\/state|@marijn)\//, priority: 6 },
            {
              name: "editor-view",
              test: /node_modules\/(@codemirror\/view|crelt|style-mod|w3c-keyname)\//,
              priority: 5,
            },
            {
              name: "editor-language",
              test: /node_modules\/(@lezer|@codemirror\/language)\//,
              priority: 4,
            },
            // Otherwise callers would load the chunk of an endpoint's first caller. One page alone runs the agent, and few have the rest.
            {
              name: "endpoints",
              test: /@groundplan\/contract\/(?!(\w+(Run(Step)?|Devices?|Labels?|NotificationSettings|Subscription|Views?|Webhooks?|Deliver(y|ies)|(Plan|Spec)Links?)|duplicate\w+|getProgress|listActivity|listBin|listQuotes)$)/,
              priority: 4,
            },
            {
              name: "forms",
              test: /components\/forms\/(field|form|form-dialog)\.|edits\/keep-typed\./,
              priority: 4,
            },
            // The editor begins without the rest of the next.
            { name: "typed", test: /editor\/references\/typed\./, priority: 5 },
            // Shared by texts, descriptions and comments.
            {
              name: "names",
              test: /src\/(editor\/references\/(?!in-editor|editor-offers)|planning\/(mentions|names-offered)\.)/,
              priority: 4,
            },
            // Runs of the agent follow streams, too.
            { name: "live", test: /src\/live\/(?!use-live)/, priority: 4 },
            // Shared by the editor and comments.
            { name: "pictures", test: /edits\/(send-picture|send-into)\./, priority: 4 },
            { name: "picture", test: /components\/text\/picture(-of)?\.|api\/blob-of\./, priority: 4 },
            // Merged, since each file's name adds to the initial load.
            {
              name: "public",
              test: /pages\/public\/(address-field|public-page-loaded|kept-credentials)\./,
              priority: 4,
            },
            // Shared by lists, and not to be pulled into the next.
            { name: "entry", test: /components\/(entry|text\/plain-text)\./, priority: 4 },
            {
              name: "keys",
              test: /pages\/settings\/(agents|api|keys)\/|components\/text\/copy-lines\./,
              priority: 0,
            },
            {
              name: "markdown",
              test: /console\/src\/(markdown\/(?!code-tokens)|base\/own-worker|components\/text\/(rendered|code-block))/,
              priority: 4,
            },
            {
              name: "work",
              test: /src\/(components\/lists\/(row-selection|dragging)|planning\/(params|still-here|tree|dialogs\/lazy-|edits\/plan-|plans\/(dependency-cycles|plan-acts|plan-page|project-)|specs\/(no-|node-))|pages\/(plan\/(?!plan\.|board|remove-|filtered-|plan-view-)|projects\/plan-))/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: "home",
              test: /pages\/home\/(?!sample|held-now|claim-row|to-review)|planning\/(inbox\/inbox-|plans\/plans-everywhere|specs\/next-row)/,
              priority: 2,
            },
            {
              name: "texts",
              test: /pages\/spec\/((?!spec-more)[\w-]+\.|readiness\/|editing\/(editing|lazy-edit-parts)\.|saving\/(draft-keys|typed)\.|versions\/author)|planning\/discussion\/(discussed-text|discussion|draft|text-marks)\./,
              priority: 1,
            },
            {
              name: "talk",
              test: /discussion\/(card|comment-entry|composer|conversation|draft-box|reject-dialog|selected-words|selection(-bar)?|suggested-specs|suggestion-card|discussion-edits|thread-card|word-diff)\./,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
