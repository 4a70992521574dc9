/**
 * Which folder may import which; `npm run check` runs it. For imports of packages, biome.json says more at the import itself.
 * The packages, the lowest first: a package imports only itself and packages before it.
 */
const packages = [
  "domain",
  "formats",
  "api",
  "monitoring",
  "settings",
  "network",
  "store",
  "background",
  "delivery",
  "tolgee-move"
]

/** The wings of the server, the lowest first: a wing imports only itself and the wings before it. */
const wings = [
  "platform",
  "change",
  "organization",
  "realtime",
  "project",
  "webhook",
  "identity",
  "content",
  "batch-job",
  "transfer",
  "composition",
  "command"
]

const source = "^apps/server/src"

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...packages.map((name, index) => {
      const higher = packages.slice(index + 1)
      return {
        name: `${name}-imports-no-higher-package`,
        comment: `Package "${name}" stands below ${["the programs", ...higher].join(", ")}. Move the code to the package that needs it, or take it as an argument. See ARCHITECTURE.md, "The packages".`,
        severity: "error",
        from: { path: `^packages/${name}/` },
        to: { path: ["^apps/", ...higher.map((other) => `^@dragoman/${other}(/|$)`)] }
      }
    }),
    ...wings.slice(0, -1).map((wing, index) => {
      const higher = wings.slice(index + 1)
      return {
        name: `${wing}-imports-no-higher-wing`,
        comment: `"${wing}" stands below ${higher.join(", ")}. Move the code to the wing that needs it, or hand it in where the server is composed (apps/server/src/composition). See ARCHITECTURE.md, "The server's floor plan".`,
        severity: "error",
        from: { path: `${source}/${wing}/` },
        to: { path: `${source}/(${higher.join("|")})/` }
      }
    }),
    {
      name: "no-file-cycle",
      comment:
        "Two files of the console import each other, types too. Move what both need into the lower one, or into a third.",
      severity: "error",
      from: { path: "^apps/web/src" },
      to: { circular: true }
    },
    {
      name: "no-folder-cycle",
      comment: "Two folders import each other. Move what both need into the lower one, or into a folder below both.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true }
    }
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    exclude: { path: "[.]test[.]ts$|/testing/|/contract/|/golden|/dist/" },
    doNotFollow: { path: "node_modules" }
  }
}
