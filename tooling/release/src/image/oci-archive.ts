import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import type { Architecture } from "../architecture.ts"
import { type FileTree, treeFile } from "../file-tree.ts"
import { tarOf } from "../tar-writer.ts"

export interface ImageDescription {
  readonly architecture: Architecture
  /** The lowest first. */
  readonly layers: ReadonlyArray<FileTree>
  /** The part `config` of an image: its user, its command, and so on. */
  readonly config: Readonly<Record<string, unknown>>
  /** `dragoman:0.1.0` */
  readonly name: string
  readonly compression: number
  readonly seconds: number
}

/**
 * An image as one tar archive in the image layout of OCI 1.0. It also has the `manifest.json` of `docker save`, so that every
 * version of `docker load` takes it.
 */
export const ociArchive = (description: ImageDescription): Buffer => {
  const { architecture, layers, config, name, compression, seconds } = description
  const created = new Date(seconds * 1000).toISOString()
  const blobs = new Map<string, Buffer>()
  const store = (mediaType: string, content: Buffer) => {
    const digest = sha256(content)
    blobs.set(digest, content)
    return { mediaType, digest, size: content.length }
  }
  const tars = layers.map((layer) => tarOf(layer, { seconds }))
  const layerBlobs = tars.map((tar) =>
    store("application/vnd.oci.image.layer.v1.tar+gzip", gzipSync(tar, { level: compression }))
  )
  const configBlob = store(
    "application/vnd.oci.image.config.v1+json",
    jsonOf({
      created,
      architecture,
      os: "linux",
      config,
      rootfs: { type: "layers", diff_ids: tars.map(sha256) },
      history: layers.map(() => ({ created, created_by: "npm run build -- image" }))
    })
  )
  const mediaType = "application/vnd.oci.image.manifest.v1+json"
  const manifest = store(mediaType, jsonOf({ schemaVersion: 2, mediaType, config: configBlob, layers: layerBlobs }))
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        ...manifest,
        platform: { architecture, os: "linux" },
        annotations: { "org.opencontainers.image.ref.name": name.split(":")[1], "io.containerd.image.name": name }
      }
    ]
  }
  const dockerManifest = [
    { Config: blobPath(configBlob.digest), RepoTags: [name], Layers: layerBlobs.map(({ digest }) => blobPath(digest)) }
  ]
  return tarOf(
    [
      treeFile("oci-layout", jsonOf({ imageLayoutVersion: "1.0.0" })),
      treeFile("index.json", jsonOf(index)),
      treeFile("manifest.json", jsonOf(dockerManifest)),
      ...[...blobs].map(([digest, content]) => treeFile(blobPath(digest), content))
    ],
    { seconds }
  )
}

const sha256 = (content: Buffer): string => `sha256:${createHash("sha256").update(content).digest("hex")}`

const blobPath = (digest: string): string => `blobs/${digest.replace(":", "/")}`

const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
