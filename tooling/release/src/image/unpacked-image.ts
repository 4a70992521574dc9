import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { imageUser } from "./base-tree.ts"

export interface UnpackedImage {
  /** Its files. */
  readonly root: string
  readonly config: {
    readonly User: string
    readonly Env: ReadonlyArray<string>
    readonly Entrypoint: ReadonlyArray<string>
    readonly Healthcheck: { readonly Test: ReadonlyArray<string> }
    readonly Labels: Readonly<Record<string, string>>
  }
}

/** Reads an archive as OCI says: from the index to the manifest, from there to configuration and layers. */
export const unpackImage = (archive: string, folder: string): UnpackedImage => {
  const [parts, root] = [join(folder, "parts"), join(folder, "root")]
  for (const one of [parts, root]) mkdirSync(one, { recursive: true })
  execFileSync("tar", ["-xf", archive, "-C", parts])
  const blob = ({ digest }: { readonly digest: string }): string => join(parts, "blobs", ...digest.split(":"))
  const index = JSON.parse(readFileSync(join(parts, "index.json"), "utf8"))
  const manifest = JSON.parse(readFileSync(blob(index.manifests[0]), "utf8"))
  for (const layer of manifest.layers) execFileSync("tar", ["-xpzf", blob(layer), "-C", root])
  return { root, config: JSON.parse(readFileSync(blob(manifest.config), "utf8")).config }
}

const isRoot = process.getuid?.() === 0
const namespace = ["--mount", ...(isRoot ? [] : ["--map-root-user"])]

/** Some machines, and most containers, forbid mounts in a namespace. */
export const canContain = (): boolean =>
  spawnSync("unshare", [...namespace, "mount", "--bind", "/tmp", "/tmp"]).status === 0

/**
 * The command that runs `words` of an image as a container would: the root can only be read, `/tmp` is empty, `/data` a folder. Root is
 * another user there.
 */
export const contained = (
  root: string,
  data: string,
  words: ReadonlyArray<string>
): { readonly command: string; readonly words: ReadonlyArray<string> } => {
  const script = `
    root=$1 data=$2
    shift 2
    mount --bind "$root" "$root" && mount --bind "$data" "$root/data" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" &&
    mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -o remount,bind,ro "$root" &&
    exec chroot ${isRoot ? `--userspec=${imageUser}:${imageUser}` : ""} "$root" "$@"
  `
  return { command: "unshare", words: [...namespace, "sh", "-c", script, "sh", root, data, ...words] }
}
