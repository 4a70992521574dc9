import { createHash } from "node:crypto"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type Reporter, type TestCase, type TestModule, type TestSpecification } from "vitest/node"

const root = import.meta.dirname
const isCI = process.env["CI"] === "true"
const seed = Number(process.env["TEST_SEED"] ?? 1)

/** The part of the tests that `tooling/run.mjs` wants; "all": every test of the files that are named. */
const part = process.env["TEST_PART"] ?? "all"

/** The files of each part that took longest when they were measured, in seconds. `TEST_SECONDS=store npm test` measures again. */
const secondsFile = join(root, "tooling/test-seconds.json")
const storedSeconds: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(secondsFile, "utf8")
)
const seconds = storedSeconds[part] ?? {}

/** Starts the longest files first, so that none of them runs alone at the end, and the others in a random order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const placeOf = ({ moduleId }: TestSpecification): readonly [number, string] => {
      const file = relative(root, moduleId)
      return [-(seconds[file] ?? 0), createHash("sha256").update(`${seed} ${file}`).digest("hex")]
    }
    return files.toSorted((one, other) => {
      const [[oneSeconds, oneHash], [otherSeconds, otherHash]] = [placeOf(one), placeOf(other)]
      return oneSeconds - otherSeconds || (oneHash < otherHash ? -1 : 1)
    })
  }
}

/** Prints a failure when it happens: the other reporter does so at the end of the run. */
const failuresAtOnce: Reporter = {
  onTestCaseResult: (test: TestCase) => {
    const { state, errors = [] } = test.result()
    if (state !== "failed") return
    const stacks = errors.map(({ stack, message }) => stack ?? message)
    process.stderr.write(`FAILED ${test.module.relativeModuleId} > ${test.fullName}\n${stacks.join("\n")}\n`)
  }
}

/** Shorter files are not worth a line. */
const storedSecondsMin = 2

/** Replaces the stored seconds of this part. */
const storeSeconds: Reporter = {
  onTestRunEnd: (modules: ReadonlyArray<TestModule>) => {
    const measured = modules.map(
      (module) => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1000)] as const
    )
    const longest = measured
      .filter(([, duration]) => duration >= storedSecondsMin)
      .sort(([, one], [, other]) => other - one)
    const stored = { ...storedSeconds, [part]: Object.fromEntries(longest) }
    writeFileSync(secondsFile, `${JSON.stringify(stored, null, 2)}\n`)
  }
}

/**
 * Tags of tests. `npm test` runs all but "exhaustive", `npm run test:exhaustive` runs "exhaustive" and "random"; a whole file gets a
 * tag by a comment with `@module-tag`.
 */
const tags = [
  { name: "exhaustive", description: "repeats a kind of check that another test has, or judges time" },
  { name: "random", description: "tries random cases: a tenth of them in `npm test`" }
]

/** Leaves out files that have no test for this part: loading them takes long. */
const isForPart = (file: string): boolean => {
  const text = readFileSync(join(root, file), "utf8")
  return part === "quick" ? !text.includes("@module-tag exhaustive") : /exhaustive|tags: \["random"\]/.test(text)
}

const testFiles = ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tooling/*/src/**/*.test.ts"]

export default defineConfig({
  test: {
    include: part === "all" ? testFiles : globSync(testFiles, { cwd: root }).filter(isForPart),
    exclude: configDefaults.exclude,
    tags,
    pool: "threads",
    // Nothing that a test file leaves behind is seen by another one: loading every module again for each took a fifth.
    isolate: false,
    globalSetup:
      process.env["TEST_SHARED_SERVERS"] === "true" ? ["tooling/compat/src/testing/before-all-files.ts"] : [],
    // No test may need another one before it: CI runs tests in a random order, the same in every run of a commit, so that a
    // failure can be repeated. `CI=true TEST_SEED=7 npm test` tries another order.
    sequence: { shuffle: isCI, seed, sequencer: LongestFirst },
    reporters: ["default", failuresAtOnce, ...(process.env["TEST_SECONDS"] === "store" ? [storeSeconds] : [])],
    maxConcurrency: 3,
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    // The test of contrasts reads the colours as text.
    css: { include: [/tokens\.css/] },
    // Long enough for a machine that is busy with other work: only a test that hangs reaches it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } }
  }
})
