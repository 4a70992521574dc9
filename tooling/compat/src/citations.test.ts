import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "..", "..", "..")

const trackedFiles = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.md"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)))

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-")

const isThere = (path: string, anchor: string | undefined): boolean => {
  if (!existsSync(join(root, path))) return false
  if (anchor === undefined || anchor === "" || !path.endsWith(".md")) return true
  const headings = readFileSync(join(root, path), "utf8").matchAll(/^#+ (.*)$/gm)
  return [...headings].some(([, heading = ""]) => anchorOf(heading) === anchor)
}

/** Links of a document, and the documents that other files cite, with the heading behind `#`. */
const citationsOf = (file: string): ReadonlyArray<readonly [path: string, anchor: string | undefined]> => {
  const text = readFileSync(join(root, file), "utf8")
  if (!file.endsWith(".md")) {
    return [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, path = "", anchor]) => [path, anchor])
  }
  return [...text.matchAll(/\]\(([^)#\s:]*)(?:#([^)]*))?\)/g)].map(([, path = "", anchor]) => [
    path === "" ? file : normalize(join(dirname(file), path)),
    anchor
  ])
}

/** Where the paths of sources in documents begin. */
const sourceFolders = [
  "",
  "apps/server/src",
  "packages/api/src",
  "packages/background/src",
  "packages/delivery/src",
  "packages/domain/src",
  "packages/formats/src",
  "packages/network/src",
  "packages/store/src",
  "packages/tolgee-move/src"
]

/** `a/{b,c}.ts` is two paths. */
const expandBraces = (path: string): ReadonlyArray<string> => {
  const braces = /\{([^{}]*)\}/.exec(path)
  if (braces === null) return [path]
  const [whole, inner = ""] = braces
  return inner.split(",").flatMap((part) => expandBraces(path.replace(whole, part)))
}

/** Paths of sources in back quotes; those with a `<name>` stand for many. */
const sourcesNamedIn = (file: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, file), "utf8").matchAll(/`([\w./{},-]+\/[\w./{},-]+\.(?:ts|mjs))`/g)].flatMap(
    ([, path = ""]) => expandBraces(path)
  )

/** Paths in back quotes that begin at the root of the repository or of the console; those with a `<name>` or `*` stand for many. */
const pathsNamedIn = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /`((?:apps|packages|tooling|docs|deploy|app|texts|ui)\/[\w./{},-]*)`/g
    )
  ].flatMap(([, path = ""]) => expandBraces(path))

describe("citations of documents", () => {
  it("lead to a file and a heading", () => {
    const broken = trackedFiles.flatMap((file) =>
      citationsOf(file)
        .filter(([path, anchor]) => !isThere(path, anchor))
        .map(([path, anchor = ""]) => `${file}: ${path}#${anchor}`)
    )
    assert.deepStrictEqual(broken, [])
  })

  it("name sources that exist", () => {
    const documents = trackedFiles.filter((file) => file.endsWith(".md") && !/RESULTS|\.changeset/.test(file))
    const missing = documents.flatMap((file) =>
      sourcesNamedIn(file)
        .filter((path) => !sourceFolders.some((folder) => existsSync(join(root, folder, path))))
        .map((path) => `${file}: ${path}`)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("name decisions that are in the index, which lists each with its title", () => {
    const index = readFileSync(join(root, "docs/adr/README.md"), "utf8")
    const decisions = readdirSync(join(root, "docs/adr")).filter((file) => file !== "README.md")
    const unlisted = decisions.filter((file) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(readFileSync(join(root, "docs/adr", file), "utf8")) ?? []
      return Number(file.slice(0, 4)) !== Number(number) || !index.includes(`\n| ${number} | [${title}](${file}) |`)
    })
    assert.deepStrictEqual(unlisted, [])
    const numbers = new Set(decisions.map((file) => Number(file.slice(0, 4))))
    const dangling = trackedFiles.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\bADRs? (\d+)(?!\d)/g)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([citation]) => `${file}: ${citation}`)
    )
    assert.deepStrictEqual(dangling, [])
  })

  it.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("name files and folders that exist, in %s", (file) => {
    const paths = pathsNamedIn(file)
    assert.isAbove(paths.length, 10)
    const missing = paths.filter((path) => !["", "apps/web/src"].some((folder) => existsSync(join(root, folder, path))))
    assert.deepStrictEqual(missing, [])
  })
})
