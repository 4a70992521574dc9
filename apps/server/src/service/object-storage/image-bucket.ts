import { randomBytes } from "node:crypto"
import { type ImageVariant, imageVariants } from "@dragoman/domain/image"
import { type BucketSettings, bucketNames } from "@dragoman/settings"
import type { ImageContent } from "@dragoman/store"
import { type Effect, Option } from "effect"
import { type ObjectStorageFailed, sendUnguarded } from "./object-request.ts"
import { S3Bucket } from "./s3-bucket.ts"

/** Time limit of a request, in milliseconds: pages wait for images, and the largest has some megabytes. */
const requestMillisMax = 30_000
const retriesMax = 2
const retryMillis = 200

/** Bytes of the random name of an object. A name is used once: a picture that comes again gets another one. */
const nameBytes = 20

/** The bucket of images: a folder for each, with a file for each variant. */
export class ImageBucket {
  readonly #bucket: S3Bucket

  constructor(settings: BucketSettings) {
    this.#bucket = new S3Bucket(settings, {
      names: bucketNames("images"),
      send: sendUnguarded,
      retriesMax,
      retryMillis,
      requestMillisMax
    })
  }

  put(objectName: string, contents: ReadonlyArray<ImageContent>): Effect.Effect<void, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      for (const { variant, bytes } of contents) {
        const headers = { "content-type": "image/png" }
        await this.#bucket.request("PUT", fileOf(objectName, variant), { body: Uint8Array.from(bytes), headers })
      }
    })
  }

  /** Begins to read a variant; None: it is not there. */
  get(objectName: string, variant: ImageVariant): Effect.Effect<Option.Option<Response>, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      const response = await this.#bucket.request("GET", fileOf(objectName, variant), { mayBeMissing: true })
      return response.ok ? Option.some(response) : Option.none()
    })
  }

  /** Reads all variants that are there, each as a whole. */
  read(objectName: string): Effect.Effect<ReadonlyArray<ImageContent>, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      const contents: Array<ImageContent> = []
      for (const variant of imageVariants) {
        const response = await this.#bucket.request("GET", fileOf(objectName, variant), { mayBeMissing: true })
        if (response.ok) contents.push({ variant, bytes: new Uint8Array(await response.arrayBuffer()) })
      }
      return contents
    })
  }

  /** Removes the files of an object; those that are missing are no failure. */
  remove(objectName: string): Effect.Effect<void, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      for (const variant of imageVariants) {
        await this.#bucket.request("DELETE", fileOf(objectName, variant), { mayBeMissing: true })
      }
    })
  }

  /** Lists the names of all objects with a large variant. */
  get list(): Effect.Effect<ReadonlySet<string>, ObjectStorageFailed> {
    const end = fileOf("", "large")
    return this.#bucket.run(async () => {
      const files = await this.#bucket.list()
      return new Set(files.flatMap(({ name }) => (name.endsWith(end) ? [name.slice(0, -end.length)] : [])))
    })
  }
}

const fileOf = (objectName: string, variant: ImageVariant): string => `${objectName}/${variant}.png`

/** Makes the name of a new object. */
export const newObjectName = (): string => randomBytes(nameBytes).toString("hex")

/** Time for which an object may be without its image: while it is uploaded, or while requests still read it. */
export const reservedMillis = 3_600_000
