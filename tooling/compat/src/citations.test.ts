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

describe("citations of documents", () => {
  it("lead to a file and a heading", () => {
    const broken = trackedFiles.flatMap((file) =>
      citationsOf(file)
        .filter(([path, anchor]) => !isThere(path, anchor))
        .map(([path, anchor = ""]) => `${file}: ${path}#${anchor}`)
    )
    assert.deepStrictEqual(broken, [])
  })
})
