import { join } from "node:path"
import optimizeLocales from "@react-aria/optimize-locales-plugin"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { apiPathsPlugin } from "./build/api-paths-plugin.ts"
import { bundledModulesPlugin } from "./build/bundled-modules-plugin.ts"
import { firstTextsChunk, firstTextsPlugin } from "./build/first-texts-plugin.ts"
import { sizeBudgetPlugin } from "./build/size-budget-plugin.ts"

/** Where the server answers while the console is developed. */
const server = process.env["DRAGOMAN_ADDRESS"] ?? "http://127.0.0.1:8080"
const serverPaths = [
  "/v2",
  "/api",
  "/v3",
  "/docs",
  "/health",
  "/mcp",
  "/metrics",
  "/actuator",
  "/screenshots",
  "/uploaded-images",
  "/avatars",
  "/content-delivery"
]

/** Our own modules without widgets that bring half of a library with them, or that neither the login nor the list of projects shows. */
const commonModule =
  /apps[\\/]web[\\/]src[\\/](?:base[\\/](?:api|preference|texts)|widget[\\/](?:announcement|form|toast|ui))[\\/](?!dialog|menu|select|text-field|text-area-field|combo-field|searched-list|checkbox|tabs|multi-select|radio-cards|confirm|form-dialog|picture-field|create|table|facts|section-navigation|copy-button|fields|upload|diff-words|word-diff)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    apiPathsPlugin(join(import.meta.dirname, "src")),
    // Texts of React Aria: of the languages that the console has.
    { ...optimizeLocales.vite({ locales: ["en-US", "cs-CZ", "de-DE", "ar-AE"] }), enforce: "pre" },
    react(),
    firstTextsPlugin(),
    sizeBudgetPlugin(),
    bundledModulesPlugin()
  ],
  css: { transformer: "lightningcss" },
  build: {
    target: "baseline-widely-available",
    // The content security policy forbids scripts and styles in data addresses.
    assetsInlineLimit: 0,
    // All styles together are smaller than their parts: a screen then waits for its script alone.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: "hidden",
    cssMinify: "lightningcss",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            firstTextsChunk,
            // Alone it would bring the chunk that also uses it, with everything that this one needs.
            { name: "domain-error", test: /packages[\\/]domain[\\/]src[\\/]error[\\/]domain-error\.ts$/ },
            // Icons of most screens: one request instead of twenty.
            { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 5 },
            { name: "common", test: commonModule, minShareCount: 5 },
            {
              name: "vendor",
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-query|query-core))[\\/]/
            }
          ]
        }
      }
    }
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: server }])),
      "/websocket": { target: server, ws: true }
    }
  }
})
