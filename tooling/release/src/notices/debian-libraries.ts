import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Architecture, architectures } from "../architecture.ts"
import { type Download, debianPackages, pinnedDownloads } from "../downloads/downloads.ts"
import type { ReleasePart } from "../sbom/write-sbom.ts"
import { readText } from "./license-text.ts"
import type { Notice } from "./write-notices.ts"

const gcc = "GPL-3.0-or-later WITH GCC-exception-3.1"

/** Licenses of the files that an image takes from a package, by its `copyright`: Debian keeps no identifiers of licenses. */
const licenses: Readonly<Record<string, string>> = {
  "base-files": "GPL-2.0-or-later",
  "gcc-12-base": gcc,
  libatomic1: gcc,
  libc6: "LGPL-2.1-or-later",
  "libgcc-s1": gcc,
  "libstdc++6": gcc
}

/** Parts of a release with what their licenses require. */
export interface Inventory {
  readonly parts: ReadonlyArray<ReleasePart>
  readonly notices: ReadonlyArray<Notice>
}

/** The packages of Debian whose libraries are in the images. Fails for one whose license is not known. */
export const debianInventory = (): Inventory => {
  // Both architectures have the same texts.
  const texts = textsOfPackages("amd64")
  return {
    parts: architectures.flatMap((architecture) =>
      pinnedDownloads.debian[architecture].map((download) => partOf(download, architecture))
    ),
    notices: pinnedDownloads.debian.amd64.map((download, index) => ({
      name: `${download.name}@${download.version}`,
      license: licenseOf(download),
      programs: ["images"],
      texts: texts[index] ?? []
    }))
  }
}

const partOf = (download: Download, architecture: Architecture): ReleasePart => ({
  name: download.name,
  version: download.version,
  license: licenseOf(download),
  integrity: `sha256-${Buffer.from(download.sha256, "hex").toString("base64")}`,
  url: null,
  programs: ["images"],
  dependencies: [],
  inside: [],
  debianArchitecture: architecture
})

const licenseOf = ({ name }: Download): string => {
  const license = licenses[name]
  if (license === undefined)
    throw new Error(`${name} of Debian is in the images: debian-libraries.ts has to know its license.`)
  return license
}

/** Returns for each package its `copyright` and the licenses that it names by their places. */
const textsOfPackages = (architecture: Architecture): ReadonlyArray<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-copyrights-"))
  try {
    for (const file of debianPackages(architecture)) execFileSync("dpkg-deb", ["--extract", file, folder])
    return pinnedDownloads.debian[architecture].map(({ name }) => {
      const copyright = readText(join(folder, "usr", "share", "doc", name, "copyright"))
      const named = copyright.matchAll(/\/usr\/share\/common-licenses\/([A-Z][\w.-]*\w)/g)
      // A name without a version is a link to one with it.
      const texts = [...named].map(([, license = ""]) =>
        readText(join(folder, "usr", "share", "common-licenses", license))
      )
      return [copyright, ...new Set(texts)]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
