import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Architecture, architectures } from "../architecture.ts"
import { builtVersion, debianVersion } from "../built-version.ts"
import { type FileTree, treeFile } from "../file-tree.ts"
import { bundledPrograms, dispatcherMain, nodeProgram, nodeTree, programTree, serverMain } from "../program-tree.ts"
import { releaseDist, repository } from "../repository.ts"
import { sourceDate } from "../source-date.ts"
import { tarOf } from "../tar-writer.ts"
import { arOf } from "./ar-writer.ts"
import { packageControl } from "./package-control.ts"

export interface DebianOptions {
  /** A file with the licenses of what is bundled. */
  readonly notices?: string | undefined
  readonly architectures?: ReadonlyArray<Architecture>
  /** Compression level from 1, which is quick, to 9, which is small. */
  readonly compression?: number
}

/** One package for Debian per architecture. Returns their paths. The same sources give the same bytes. */
export const buildDebianPackages = async (
  targetFolder: string = releaseDist,
  { notices, architectures: wanted = architectures, compression = 9 }: DebianOptions = {}
): Promise<ReadonlyArray<string>> => {
  mkdirSync(targetFolder, { recursive: true })
  const bundled = await bundledPrograms()
  const [version, seconds] = [debianVersion(builtVersion()), sourceDate()]
  const compress = (tree: FileTree): Buffer => gzipSync(tarOf(tree, { seconds, prefix: "./" }), { level: compression })
  return wanted.map((architecture) => {
    const files = [
      ...nodeTree(architecture),
      ...programTree(bundled, architecture, { notices }),
      ...filesOfDebian(version, seconds)
    ]
    const control = packageControl({ version, architecture, files, settingFiles })
    const file = join(targetFolder, `dragoman_${version}_${architecture}.deb`)
    writeFileSync(
      file,
      arOf(
        [
          { name: "debian-binary", content: Buffer.from("2.0\n") },
          { name: "control.tar.gz", content: compress(control) },
          { name: "data.tar.gz", content: compress(files) }
        ],
        seconds
      )
    )
    return file
  })
}

const settingFiles: ReadonlyArray<string> = ["etc/dragoman/dragoman.env"]

const deployed = (...names: ReadonlyArray<string>): Buffer => readFileSync(join(repository, "deploy", ...names))

const filesOfDebian = (version: string, seconds: number): FileTree => [
  treeFile("usr/bin/dragoman", commandOf(serverMain), 0o755),
  treeFile("usr/bin/dragoman-dispatcher", commandOf(dispatcherMain), 0o755),
  treeFile("usr/lib/systemd/system/dragoman.service", deployed("systemd", "dragoman.service")),
  treeFile("usr/lib/systemd/system/dragoman-dispatcher.service", deployed("systemd", "dragoman-dispatcher.service")),
  treeFile("usr/lib/sysusers.d/dragoman.conf", deployed("debian", "dragoman.sysusers")),
  treeFile("usr/lib/tmpfiles.d/dragoman.conf", deployed("debian", "dragoman.tmpfiles")),
  // Passwords of databases and the like; systemd reads it as root.
  treeFile("etc/dragoman/dragoman.env", deployed("debian", "dragoman.env"), 0o600),
  treeFile("usr/share/doc/dragoman/copyright", deployed("debian", "copyright")),
  treeFile("usr/share/doc/dragoman/changelog.gz", gzipSync(changelog(version, seconds), { level: 9 })),
  treeFile("usr/share/man/man1/dragoman.1.gz", gzipSync(deployed("debian", "dragoman.1"), { level: 9 })),
  treeFile(
    "usr/share/man/man1/dragoman-dispatcher.1.gz",
    gzipSync(deployed("debian", "dragoman-dispatcher.1"), { level: 9 })
  ),
  treeFile("usr/share/lintian/overrides/dragoman", deployed("debian", "lintian-overrides"))
]

/** Root, who may write there, leaves no compiled code beside the program: only services keep it, in a folder of theirs. */
const commandOf = (main: string): string => `#!/bin/sh
if [ -z "$NODE_COMPILE_CACHE" ]; then
  NODE_DISABLE_COMPILE_CACHE=1
  export NODE_DISABLE_COMPILE_CACHE
fi
exec ${nodeProgram} ${main} "$@"
`

/** The changes are told elsewhere; Debian wants a file in its form. */
const changelog = (version: string, seconds: number): string => `dragoman (${version}) stable; urgency=medium

  * Release ${version}.

 -- The makers of Dragoman <dragoman@localhost>  ${new Date(seconds * 1000).toUTCString().replace("GMT", "+0000")}
`
