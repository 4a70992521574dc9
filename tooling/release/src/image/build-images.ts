import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Architecture, architectures } from "../architecture.ts"
import { builtVersion, imageTag } from "../built-version.ts"
import { type FileTree, treeFile } from "../file-tree.ts"
import { bundledPrograms, dispatcherMain, nodeProgram, nodeTree, programTree, serverMain } from "../program-tree.ts"
import { releaseDist, repository } from "../repository.ts"
import { sourceDate } from "../source-date.ts"
import { baseTree, imageUser } from "./base-tree.ts"
import { ociArchive } from "./oci-archive.ts"

export interface ImageOptions {
  /** A file with the licenses of what is bundled. */
  readonly notices?: string | undefined
  readonly architectures?: ReadonlyArray<Architecture>
  /** Compression level from 1, which is quick, to 9, which is small. */
  readonly compression?: number
}

/**
 * One image per architecture, as an archive that `docker load`, `podman load` and `skopeo` read. Returns their paths. The same sources
 * give the same bytes.
 */
export const buildImages = async (
  targetFolder: string = releaseDist,
  { notices, architectures: wanted = architectures, compression = 9 }: ImageOptions = {}
): Promise<ReadonlyArray<string>> => {
  mkdirSync(targetFolder, { recursive: true })
  const bundled = await bundledPrograms()
  const version = imageTag(builtVersion())
  return wanted.map((architecture) => {
    const seconds = sourceDate()
    const archive = ociArchive({
      architecture,
      layers: [
        baseTree(architecture),
        nodeTree(architecture),
        [...programTree(bundled, architecture, { notices }), ...commands]
      ],
      config: configOf(version, seconds),
      name: `dragoman:${version}`,
      compression,
      seconds
    })
    const file = join(targetFolder, `dragoman_${version}_${architecture}.image.tar`)
    writeFileSync(file, archive)
    return file
  })
}

const commandOf = (main: string): string => `#!${nodeProgram}\nimport("${main}")\n`

/** There is no shell: the kernel starts Node for them. */
const commands: FileTree = [
  treeFile("usr/bin/dragoman", commandOf(serverMain), 0o755),
  treeFile("usr/bin/dragoman-dispatcher", commandOf(dispatcherMain), 0o755)
]

const nanosPerSecond = 1e9

const configOf = (version: string, seconds: number) => ({
  User: `${imageUser}:${imageUser}`,
  Env: [
    "PATH=/usr/bin",
    "HOME=/data",
    "DRAGOMAN_HOST=0.0.0.0",
    "DRAGOMAN_DISPATCHER_HOST=0.0.0.0",
    "DRAGOMAN_DATA_DIR=/data",
    ...frugalEnvironment()
  ],
  Entrypoint: ["/usr/bin/dragoman"],
  Cmd: ["serve"],
  ExposedPorts: { "8080/tcp": {} },
  Volumes: { "/data": {} },
  WorkingDir: "/data",
  StopSignal: "SIGTERM",
  // Docker's; others pass over it.
  Healthcheck: {
    Test: ["CMD", "/usr/bin/dragoman", "health"],
    Interval: 30 * nanosPerSecond,
    Timeout: 10 * nanosPerSecond,
    StartPeriod: 60 * nanosPerSecond,
    Retries: 3
  },
  Labels: {
    "org.opencontainers.image.title": "Dragoman",
    "org.opencontainers.image.description": "Localization server that speaks Tolgee's API",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": "Apache-2.0",
    "org.opencontainers.image.created": new Date(seconds * 1000).toISOString()
  }
})

/** Environment that `npm start` sets too (ADR 29). */
const frugalEnvironment = (): ReadonlyArray<string> =>
  Object.entries(
    JSON.parse(readFileSync(join(repository, "tooling", "start-environment.json"), "utf8")) as Record<string, string>
  ).map(([name, value]) => `${name}=${value}`)
