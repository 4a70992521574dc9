import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
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
  "packages/delivery/src",
  "packages/domain/src",
  "packages/formats/src",
  "packages/store/src"
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
})
