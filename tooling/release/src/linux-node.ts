import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Architecture } from "./architecture.ts"
import { nodeArchive } from "./downloads/downloads.ts"

export interface LinuxNode {
  /** The executable. */
  readonly program: Buffer
  readonly license: Buffer
}

/** Node for Linux on one architecture, from the npm registry, in the version that the repository runs on. */
export const linuxNode = (architecture: Architecture): LinuxNode => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-node-"))
  try {
    const [program, license] = ["package/bin/node", "package/LICENSE"]
    execFileSync("tar", ["-xzf", nodeArchive(architecture), "-C", folder, program, license])
    return { program: readFileSync(join(folder, program)), license: readFileSync(join(folder, license)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
