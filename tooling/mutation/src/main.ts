// Samples mutants of the production code and runs tests on each: `npm run mutants -- --count 200 --seed 1 --folders packages/domain`.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { parseArgs } from "node:util"
import { applyMutation, type Mutation, mutationsOf } from "./mutations.ts"
import { sharePostgres } from "./testing/shared-postgres.ts"

const root = join(import.meta.dirname, "../../..")
const foldersByDefault = [
  "packages/domain",
  "packages/formats",
  "packages/background",
  "packages/network",
  "packages/delivery",
  "packages/store",
  "packages/tolgee-move",
  "apps/server"
]

/** A mutant that hangs the tests is noticed, too. */
const testMillisMax = 10 * 60_000

interface Mutant {
  /** Number in its sample, from 1. */
  readonly number: number
  readonly file: string
  readonly mutation: Mutation
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    folders: { type: "string", default: foldersByDefault.join(",") },
    /** `1/2`: the first half of the sample, for two machines or cores. */
    part: { type: "string", default: "1/1" },
    /** Also runs every test that loads the file, in whatever package: minutes for each mutant that its own tests miss. */
    related: { type: "boolean", default: false },
    /** Asks the tests of `npm test` alone, not those of `npm run test:exhaustive`. */
    quick: { type: "boolean", default: false },
    /** Numbers of mutants of the sample, as an earlier run printed them: `--related --only 3,17` asks all tests about its survivors. */
    only: { type: "string", default: "" }
  }
})

/** mulberry32: the same numbers for the same seed on every machine. Public domain, by Tommy Ettinger. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const sourcesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder, "src"), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(testing|golden|contract|migration)\//.test(file))
    .toSorted()

const sample = (folders: ReadonlyArray<string>, count: number, seed: number): ReadonlyArray<Mutant> => {
  const all = folders
    .flatMap(sourcesOf)
    .flatMap((file) => mutationsOf(readFileSync(join(root, file), "utf8")).map((mutation) => ({ file, mutation })))
  const random = randomOf(seed)
  const chosen = new Set<Omit<Mutant, "number">>()
  while (chosen.size < Math.min(count, all.length)) {
    const mutant = all[Math.floor(random() * all.length)]
    if (mutant !== undefined) chosen.add(mutant)
  }
  return [...chosen].map((mutant, index) => ({ ...mutant, number: index + 1 }))
}

/** A copy to change. Its packages are its own; what the registry gave is shared. */
const copyRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "dragoman-mutants-"))
  const installed = join(root, "node_modules", ".pnpm")
  const isLeftOut = (path: string) => path === installed || /[\\/](\.git|dist|dragoman-data)$/.test(path)
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLeftOut(path) })
  symlinkSync(installed, join(copy, "node_modules", ".pnpm"))
  return copy
}

/** The nearest tests first: they notice most mutants. */
const testRunsOf = (copy: string, file: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [group = "", name = ""] = file.split("/")
  const folder = dirname(file)
  const hasOwnTests = readdirSync(join(copy, folder)).some((entry) => entry.endsWith(".test.ts"))
  return [
    ...(hasOwnTests ? [["run", `${folder}/`]] : []),
    ...(group === "packages" ? [["run", `${group}/${name}/`]] : []),
    ...(values.related ? [["related", "--run", file]] : [])
  ]
}

const vitestWords = ["--bail=1", "--maxWorkers=1", "--passWithNoTests"]
const partWords = values.quick ? ["--tags-filter", "!exhaustive"] : []
const partEnvironment = values.quick ? { TEST_PART: "quick" } : {}

const isNoticed = (copy: string, { file, mutation }: Mutant): boolean => {
  const path = join(copy, file)
  const source = readFileSync(path, "utf8")
  writeFileSync(path, applyMutation(source, mutation))
  try {
    return testRunsOf(copy, file).some((words) => {
      const { status } = spawnSync(
        process.execPath,
        [join(root, "node_modules/vitest/vitest.mjs"), ...words, ...partWords, ...vitestWords],
        {
          cwd: copy,
          env: { ...process.env, ...partEnvironment },
          stdio: "ignore",
          timeout: testMillisMax,
          killSignal: "SIGKILL"
        }
      )
      return status !== 0
    })
  } finally {
    writeFileSync(path, source)
  }
}

const describeMutant = ({ file, mutation }: Mutant): string => {
  const source = readFileSync(join(root, file), "utf8")
  const line = source.slice(0, mutation.start).split("\n").length
  const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100)
  return `${file}:${line}  ${short(source.slice(mutation.start, mutation.end))}  →  ${short(mutation.replacement)}`
}

const [part = 1, parts = 1] = values.part.split("/").map(Number)
const only = values.only
  .split(",")
  .filter((text) => text !== "")
  .map(Number)
const mutants = sample(values.folders.split(","), Number(values.count), Number(values.seed)).filter(
  ({ number }) => (number - 1) % parts === part - 1 && (only.length === 0 || only.includes(number))
)
const stopPostgres = await sharePostgres()
const copy = copyRepository()
if (!existsSync(join(copy, "package.json"))) throw new Error(`The repository could not be copied to ${copy}.`)
const unnoticed: Array<Mutant> = []
try {
  for (const mutant of mutants) {
    const noticed = isNoticed(copy, mutant)
    if (!noticed) unnoticed.push(mutant)
    process.stdout.write(`${mutant.number} ${noticed ? "noticed  " : "UNNOTICED"} ${describeMutant(mutant)}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
  await stopPostgres()
}
const share = (100 * (mutants.length - unnoticed.length)) / mutants.length
process.stdout.write(
  `\n${mutants.length - unnoticed.length} of ${mutants.length} mutants were noticed: ${share.toFixed(1)} %.\n`
)
