import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const checksumsFile = "SHA256SUMS"

/** Digests of the files in a folder by their names; folders in it are not looked into. */
const digestsOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")
      ])
  )

/** Writes a file beside the others that `sha256sum --check` reads. */
export const writeChecksums = (folder: string): void => {
  const lines = [...digestsOf(folder)]
    .filter(([name]) => name !== checksumsFile)
    .map(([name, digest]) => `${digest}  ${name}\n`)
  writeFileSync(join(folder, checksumsFile), lines.join(""))
}

/** The names of files that are not the same in both folders, or are in one of them only. */
export const differingFiles = (one: string, other: string): ReadonlyArray<string> => {
  const [first, second] = [digestsOf(one), digestsOf(other)]
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => first.get(name) !== second.get(name))
    .toSorted()
}
