/**
 * Which folder may import which; `npm run check` runs it. For imports of packages, biome.json says more at the import itself.
 * The packages, the lowest first: a package imports only itself and packages before it.
 */
const packages = [
  "test-server",
  "domain",
  "formats",
  "similarity",
  "api",
  "monitoring",
  "settings",
  "network",
  "cli",
  "machine-translation",
  "store",
  "background",
  "delivery",
  "tolgee-move"
]

/** The wings of the server, the lowest first: a wing imports only itself and the wings before it. */
const wings = [
  "platform",
  "service",
  "change",
  "organization",
  "realtime",
  "project",
  "webhook",
  "identity",
  "content",
  "assistance",
  "task",
  "batch-job",
  "transfer",
  "release",
  "mcp",
  "composition",
  "command"
]

/** The bands of the console, the lowest first: the same rule. */
const bands = ["base", "widget", "feature", "screen", "app"]

/** Rules by which each floor of a source folder imports only itself and those before it. */
const importsDownwards = (source, floors, advice) =>
  floors.slice(0, -1).map((floor, index) => {
    const higher = floors.slice(index + 1)
    return {
      name: `${source}/${floor}-imports-no-higher-floor`,
      comment: `"${floor}" stands below ${higher.join(", ")}. ${advice}`,
      severity: "error",
      from: { path: `^${source}/${floor}/` },
      to: { path: `^${source}/(${higher.join("|")})/` }
    }
  })

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
    ...importsDownwards(
      "apps/server/src",
      wings,
      `Move the code to the wing that needs it, or hand it in where the server is composed (apps/server/src/composition). See ARCHITECTURE.md, "The server's floor plan".`
    ),
    ...importsDownwards(
      "apps/web/src",
      bands,
      `Move the code to the band that needs it, or what both need into a lower band. See ARCHITECTURE.md, "The console".`
    ),
    {
      name: "no-file-cycle",
      comment: "Two files import each other, types too. Move what both need into the lower one, or into a third.",
      severity: "error",
      from: {},
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
