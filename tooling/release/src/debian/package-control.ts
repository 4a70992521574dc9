import { createHash } from "node:crypto"
import type { Architecture } from "../architecture.ts"
import { completeTree, type FileTree, treeFile } from "../file-tree.ts"

/**
 * Versions as Node and the addon of SQLite need them: `readelf -V` shows them. They are in Debian 12 and Ubuntu 22.04. Users and folders are made
 * by systemd or by the small packages with those two programs alone.
 */
const dependencies = [
  "libc6 (>= 2.34)",
  "libstdc++6 (>= 11)",
  "libgcc-s1 (>= 3.0)",
  "libatomic1 (>= 4.8)",
  "systemd | systemd-standalone-sysusers | systemd-sysusers"
]

interface PackageDescription {
  readonly version: string
  readonly architecture: Architecture
  readonly files: FileTree
  /** Files of settings, which an upgrade does not overwrite. */
  readonly settingFiles: ReadonlyArray<string>
}

/** The description of a package, and its scripts. */
export const packageControl = ({ version, architecture, files, settingFiles }: PackageDescription): FileTree => [
  treeFile(
    "control",
    `${[
      "Package: dragoman",
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      "Maintainer: The makers of Dragoman <dragoman@localhost>",
      `Installed-Size: ${installedKilobytes(files)}`,
      `Depends: ${dependencies.join(", ")}`,
      "Section: web",
      "Priority: optional",
      "Description: localization server that speaks Tolgee's API",
      " Dragoman keeps the texts of software in all their languages: people translate",
      " them in a web console, programs read and write them over an HTTP API.",
      " .",
      " The package brings its own Node. The services are called dragoman and",
      " dragoman-dispatcher; neither starts before it is enabled."
    ].join("\n")}\n`
  ),
  treeFile("conffiles", settingFiles.map((path) => `/${path}\n`).join("")),
  treeFile("md5sums", md5sums(files, settingFiles)),
  treeFile("postinst", postinst, 0o755),
  treeFile("prerm", prerm, 0o755),
  treeFile("postrm", postrm, 0o755)
]

const installedKilobytes = (files: FileTree): number =>
  completeTree(files).reduce(
    (sum, entry) => sum + (entry.kind === "file" ? Math.ceil(entry.content.length / 1024) : 1),
    0
  )

const md5sums = (files: FileTree, settingFiles: ReadonlyArray<string>): string =>
  completeTree(files)
    .flatMap((entry) =>
      entry.kind === "file" && !settingFiles.includes(entry.path)
        ? [`${createHash("md5").update(entry.content).digest("hex")}  ${entry.path}\n`]
        : []
    )
    .join("")

/** Data stays when the package goes: it belongs to the people whose texts it has. */
const postinst = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  systemd-sysusers \${DPKG_ROOT:+--root="$DPKG_ROOT"} dragoman.conf
  if command -v systemd-tmpfiles >/dev/null; then
    systemd-tmpfiles \${DPKG_ROOT:+--root="$DPKG_ROOT"} --create dragoman.conf || true
  fi
  if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    if [ -n "$2" ]; then
      deb-systemd-invoke try-restart dragoman.service dragoman-dispatcher.service >/dev/null || true
    fi
  fi
fi
`

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop dragoman.service dragoman-dispatcher.service >/dev/null || true
fi
`

const postrm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
fi
if [ "$1" = purge ] && [ -z "$DPKG_ROOT" ]; then
  rm -rf /var/cache/dragoman
fi
`
