import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { treeOfFolder } from "../file-tree.ts"
import { compressedTar } from "./compressed-tar.ts"

/** A built package as the archive that npm installs: `dragoman-domain-1.0.0.tgz`. Returns its path. */
export const packPackage = ({
  source,
  folder,
  seconds
}: {
  readonly source: string
  readonly folder: string
  readonly seconds: number
}): string => {
  const { name, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  const file = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  // npm expects this name of the folder.
  writeFileSync(file, compressedTar(treeOfFolder(source, "package"), seconds))
  return file
}
