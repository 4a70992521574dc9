import { execFileSync } from "node:child_process"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import type { ProgramParts } from "./program-parts.ts"
import { repository } from "./repository.ts"

export interface Executable {
  readonly parts: ProgramParts
  /** The addon of `better-sqlite3` for the machine that runs the executable. */
  readonly addon: string
  /** The Node in it, of the version of `builderNode`, for any architecture; without it `builderNode` itself. */
  readonly node?: string
  readonly output: string
}

/**
 * A program as one executable. The same parts give the same bytes, wherever they are: Node notes the path of `main` as it is
 * written, so it is written without a folder. There is no code cache and no snapshot in it, which would belong to one architecture.
 */
export const buildExecutable = ({ parts, addon, node, output }: Executable): string => {
  const folder = dirname(parts.main)
  const description = join(folder, "sea.json")
  writeFileSync(
    description,
    JSON.stringify({
      main: basename(parts.main),
      mainFormat: "module",
      ...(node === undefined ? {} : { executable: resolve(node) }),
      output: resolve(output),
      disableExperimentalSEAWarning: true,
      assets: { "better_sqlite3.node": addon, ...parts.assets }
    })
  )
  try {
    execFileSync(builderNode(), [`--build-sea=${basename(description)}`], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"]
    })
  } finally {
    rmSync(description)
  }
  return output
}

/** Node of the registry, which needs no library of the machine; where there is none, the one that runs this. */
export const builderNode = (): string => {
  const fromRegistry = join(
    repository,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node"
  )
  return existsSync(fromRegistry) ? fromRegistry : process.execPath
}
