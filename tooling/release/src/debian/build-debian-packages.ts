import type { Architecture } from "../architecture.ts"
import { releaseDist } from "../repository.ts"

export interface DebianOptions {
  /** A file with the licenses of what is bundled. */
  readonly notices?: string | undefined
  readonly architectures?: ReadonlyArray<Architecture>
}

/** One package for Debian per architecture. Returns their paths. */
export const buildDebianPackages = async (
  targetFolder: string = releaseDist,
  options: DebianOptions = {}
): Promise<ReadonlyArray<string>> => {
  throw new Error(`${targetFolder} ${options}`)
}
