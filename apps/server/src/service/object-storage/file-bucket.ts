import { createWriteStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type BucketPurpose, type BucketSettings, bucketNames } from "@dragoman/settings"
import { Effect } from "effect"
import { ObjectStorageFailed, sendUnguarded, xmlText } from "./object-request.ts"
import { S3Bucket, type StoredFile } from "./s3-bucket.ts"

const megabyte = 1024 * 1024

/**
 * Size of a part of an upload, and so much memory: one part after the other. S3 takes at most 10,000 parts, of at least
 * 5 MiB.
 */
const partBytesMin = 16 * megabyte
const partsMax = 9_000

/** Time limit of one request: a part over a slow line, and a download of any length while bytes arrive. */
const requestMillisMax = 10 * 60_000

const retriesMax = 5
const retryMillis = 500

/** A bucket of the operator with files of any size. */
export class Bucket {
  readonly #settings: BucketSettings
  readonly #bucket: S3Bucket
  readonly #partBytesMin: number

  constructor(
    purpose: BucketPurpose,
    settings: BucketSettings,
    options: { readonly partBytes?: number; readonly retryMillis?: number } = {}
  ) {
    this.#settings = settings
    this.#partBytesMin = options.partBytes ?? partBytesMin
    this.#bucket = new S3Bucket(settings, {
      names: bucketNames(purpose),
      send: sendUnguarded,
      retriesMax,
      retryMillis: options.retryMillis ?? retryMillis,
      requestMillisMax
    })
  }

  /** Shows the address of a file to people. */
  describe(name: string): string {
    const { bucket, prefix } = this.#settings
    return `s3://${bucket}/${prefix}${name}`
  }

  /** Uploads a file of any size, and checks how much has arrived. */
  upload(path: string, name: string): Effect.Effect<void, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      const { size } = await stat(path)
      const partBytes = Math.max(this.#partBytesMin, Math.ceil(size / partsMax))
      const file = await open(path)
      try {
        const read = async (start: number): Promise<Buffer<ArrayBuffer>> => {
          const buffer = Buffer.allocUnsafe(Math.min(partBytes, size - start))
          const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
          if (bytesRead !== buffer.length)
            throw new ObjectStorageFailed({ sentence: `${path} became shorter while it was uploaded.` })
          return buffer
        }
        if (size <= partBytes) await this.#bucket.request("PUT", name, { body: await read(0) })
        else await this.#uploadParts(name, size, partBytes, read)
      } finally {
        await file.close()
      }
      const { headers } = await this.#bucket.request("HEAD", name)
      const found = Number(headers.get("content-length"))
      if (found !== size) {
        throw new ObjectStorageFailed({
          sentence: `${this.describe(name)} has ${found} bytes, and the file has ${size}.`
        })
      }
    })
  }

  async #uploadParts(
    name: string,
    size: number,
    partBytes: number,
    read: (start: number) => Promise<Buffer<ArrayBuffer>>
  ) {
    const begun = await (await this.#bucket.request("POST", name, { query: { uploads: "" } })).text()
    const uploadId = xmlText(begun, "UploadId")
    if (uploadId === null) throw this.#bucket.rejected(200, begun)
    try {
      const tags: Array<string> = []
      for (let start = 0; start < size; start += partBytes) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers } = await this.#bucket.request("PUT", name, { query, body: await read(start) })
        tags.push(headers.get("etag") ?? "")
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`
      )
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`)
      const completed = await (await this.#bucket.request("POST", name, { query: { uploadId }, body })).text()
      // The storage sends the status before it joins the parts, so the status is 200 also when joining fails.
      if (completed.includes("<Error>")) throw this.#bucket.rejected(200, completed)
    } catch (error) {
      await this.#bucket.request("DELETE", name, { query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Lists all files whose names begin with the prefix. */
  get list(): Effect.Effect<ReadonlyArray<StoredFile>, ObjectStorageFailed> {
    return this.#bucket.run(() => this.#bucket.list())
  }

  /** Downloads into a new file, which gets its name when it is complete. */
  download(name: string, path: string): Effect.Effect<void, ObjectStorageFailed> {
    return this.#bucket.run(async () => {
      const unfinished = `${path}.unfinished`
      try {
        const { body, headers } = await this.#bucket.request("GET", name)
        if (body === null) throw new ObjectStorageFailed({ sentence: `${this.describe(name)} has no content.` })
        await pipeline(Readable.fromWeb(body), createWriteStream(unfinished, { flags: "w", mode: 0o600 }))
        const { size } = await stat(unfinished)
        const sent = Number(headers.get("content-length") ?? size)
        if (sent !== size) {
          throw new ObjectStorageFailed({
            sentence: `${this.describe(name)} broke off after ${size} of ${sent} bytes.`
          })
        }
        await rename(unfinished, path)
      } finally {
        await rm(unfinished, { force: true })
      }
    })
  }

  remove(name: string): Effect.Effect<void, ObjectStorageFailed> {
    return Effect.asVoid(this.#bucket.run(() => this.#bucket.request("DELETE", name)))
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] ?? letter)
