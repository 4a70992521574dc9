import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Architecture, architectureNames } from "../architecture.ts"
import { debianPackages } from "../downloads/downloads.ts"
import { type FileTree, type FileTreeEntry, treeFile, treeFolder, treeOfFolder } from "../file-tree.ts"

/** The user of images; a number that no user of a machine has. */
export const imageUser = 10001

/** Libraries that Node, its addon and the C library load, by the names that they ask for. */
const libraries = [
  "libatomic.so.1",
  "libc.so.6",
  "libdl.so.2",
  "libgcc_s.so.1",
  "libm.so.6",
  "libpthread.so.0",
  "libresolv.so.2",
  "librt.so.1",
  "libstdc++.so.6"
]

/**
 * All that an image has beside Node and the program: the libraries, users, and folders. There is no shell and no package manager.
 * Node brings its own certificates and time zones.
 */
export const baseTree = (architecture: Architecture): FileTree => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-libraries-"))
  try {
    const packages = debianPackages(architecture)
    for (const file of packages) execFileSync("dpkg-deb", ["--extract", file, folder])
    const { triplet, loader } = architectureNames[architecture]
    // Debian 12 has libraries in both folders; the loader looks into both.
    const placeOf = (name: string): string =>
      [`lib/${triplet}/${name}`, `usr/lib/${triplet}/${name}`].find((path) => existsSync(join(folder, path))) ?? name
    // A name is a link to a file with the version in its name: reading follows it.
    const read = (path: string, to: string): FileTreeEntry => treeFile(to, readFileSync(join(folder, path)), 0o755)
    return [
      ...libraries.map((name) => read(placeOf(name), `usr/lib/${triplet}/${name}`)),
      read(placeOf(loader.split("/").at(-1) ?? ""), loader),
      ...packages.flatMap((file) => descriptionOf(folder, file)),
      ...treeOfFolder(join(folder, licenseFolder), licenseFolder),
      treeFile("etc/os-release", readFileSync(join(folder, "usr", "lib", "os-release"))),
      treeFile("etc/passwd", passwd),
      treeFile("etc/group", group),
      treeFile("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
      treeFolder("data", 0o700, imageUser),
      // Docker and the like mount something there.
      ...["dev", "proc", "run", "sys"].map((name) => treeFolder(name)),
      treeFolder("tmp", 0o1777)
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The licenses that the packages name. */
const licenseFolder = "usr/share/common-licenses"

const passwd = `root:x:0:0:root:/root:/sbin/nologin
dragoman:x:${imageUser}:${imageUser}:Dragoman:/data:/sbin/nologin
`

const group = `root:x:0:
dragoman:x:${imageUser}:
`

/**
 * The license of a package, and its description where scanners for known weaknesses look for it. Debian has one license text for all
 * packages of GCC, behind links.
 */
const descriptionOf = (folder: string, file: string): FileTree => {
  const description = execFileSync("dpkg-deb", ["--field", file], { encoding: "utf8" })
  const name = /^Package: (.+)$/m.exec(description)?.[1] ?? ""
  const copyright = `usr/share/doc/${name}/copyright`
  return [
    treeFile(copyright, readFileSync(join(folder, copyright))),
    treeFile(`var/lib/dpkg/status.d/${name}`, description)
  ]
}
