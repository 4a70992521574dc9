import { createHash } from "node:crypto"
import { relative } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Browser tests of the console that `npm test` runs; `npm run test:console` runs all. */
const quickConsoleTests = ["api-docs", "console", "editor", "first-five-minutes", "speed"]

/** The longest files, of which none should run alone at the end. Neighbours differ: two browsers at once are slow. */
const longestFiles = [
  "cli/cli",
  "contract/concurrent-writes",
  "console/console",
  "contract/bodies",
  "console/editor",
  "webhook/webhook-runs"
]

const isCI = process.env["CI"] === "true"
const seed = Number(process.env["TEST_SEED"] ?? 1)

/** The longest files first, the others in an order of chance. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const placeOf = ({ moduleId }: TestSpecification): string => {
      const file = relative(import.meta.dirname, moduleId)
      const place = longestFiles.findIndex((name) => file.endsWith(`/${name}.test.ts`))
      return place === -1 ? `then ${createHash("sha256").update(`${seed} ${file}`).digest("hex")}` : String(place)
    }
    return files.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tooling/*/src/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["TEST_QUICK_CONSOLE"] === "true"
        ? [`tooling/compat/src/console/!(${quickConsoleTests.join("|")}).test.ts`]
        : [])
    ],
    pool: "threads",
    // Nothing that a test file leaves behind is seen by another one: loading every module again for each took a fifth.
    isolate: false,
    globalSetup:
      process.env["TEST_SHARED_SERVERS"] === "true" ? ["tooling/compat/src/testing/before-all-files.ts"] : [],
    // No test may need another one before it: CI runs files and tests in an order of chance, the same in every run of a
    // commit, so that a failure can be repeated. `CI=true TEST_SEED=7 npm test` tries another order.
    sequence: { shuffle: isCI, seed, ...(isCI ? { sequencer: LongestFirst } : {}) },
    maxConcurrency: 3,
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    // The test of contrasts reads the colours as text.
    css: { include: [/tokens\.css/] },
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
