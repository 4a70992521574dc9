import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout } from "node:timers/promises"
import type { BucketSettings } from "@dragoman/settings"
import { AwsClient } from "aws4fetch"
import { Data, Effect } from "effect"

/** The storage rejected a request or did not respond. `sentence`: for operators, without a secret. */
export class BucketFailed extends Data.TaggedError("BucketFailed")<{ readonly sentence: string }> {}

/** A file in the bucket. */
export interface StoredFile {
  /** Name without the prefix of the settings. */
  readonly name: string
  readonly bytes: number
}

const megabyte = 1024 * 1024

/**
 * Size of a part of an upload, and so much memory: one part after the other. S3 takes at most 10,000 parts, of at least
 * 5 MiB.
 */
const partBytesMin = 16 * megabyte
const partsMax = 9_000

/** Time limit of one request: a part over a slow line, and a download of any length while bytes arrive. */
const requestMillisMax = 10 * 60_000

/** Number of retries of a request that gets no response, 429 or 5xx; the pauses double. */
const retriesMax = 5
const retryMillis = 500

/**
 * Files in a bucket of S3-compatible storage, by path-style addresses, which all such storage understands. Each body is signed
 * with its SHA-256, so what arrives is what was sent. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export class Bucket {
  readonly #settings: BucketSettings
  readonly #client: AwsClient
  readonly #partBytesMin: number
  readonly #retryMillis: number

  constructor(settings: BucketSettings, options: { readonly partBytes?: number; readonly retryMillis?: number } = {}) {
    const { accessKeyId, secretAccessKey, region } = settings
    this.#settings = settings
    this.#partBytesMin = options.partBytes ?? partBytesMin
    this.#retryMillis = options.retryMillis ?? retryMillis
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 })
  }

  /** Shows the address of a file to people. */
  describe(name: string): string {
    const { bucket, prefix } = this.#settings
    return `s3://${bucket}/${prefix}${name}`
  }

  /** Uploads a file of any size, and checks how much has arrived. */
  upload(path: string, name: string): Effect.Effect<void, BucketFailed> {
    return this.#run(async () => {
      const { size } = await stat(path)
      const partBytes = Math.max(this.#partBytesMin, Math.ceil(size / partsMax))
      const file = await open(path)
      try {
        const read = async (start: number): Promise<Buffer<ArrayBuffer>> => {
          const buffer = Buffer.allocUnsafe(Math.min(partBytes, size - start))
          const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
          if (bytesRead !== buffer.length)
            throw new BucketFailed({ sentence: `${path} became shorter while it was uploaded.` })
          return buffer
        }
        if (size <= partBytes) await this.#request("PUT", name, {}, await read(0))
        else await this.#uploadParts(name, size, partBytes, read)
      } finally {
        await file.close()
      }
      const { headers } = await this.#request("HEAD", name)
      const found = Number(headers.get("content-length"))
      if (found !== size) {
        throw new BucketFailed({ sentence: `${this.describe(name)} has ${found} bytes, and the file has ${size}.` })
      }
    })
  }

  async #uploadParts(
    name: string,
    size: number,
    partBytes: number,
    read: (start: number) => Promise<Buffer<ArrayBuffer>>
  ) {
    const begun = await (await this.#request("POST", name, { uploads: "" })).text()
    const uploadId = textOf(begun, "UploadId")
    if (uploadId === null) throw this.#unexpected(begun)
    try {
      const tags: Array<string> = []
      for (let start = 0; start < size; start += partBytes) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers } = await this.#request("PUT", name, query, await read(start))
        tags.push(headers.get("etag") ?? "")
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`
      )
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`)
      const completed = await (await this.#request("POST", name, { uploadId }, list)).text()
      // The storage sends the status before it joins the parts, so the status is 200 also when joining fails.
      if (completed.includes("<Error>")) throw this.#unexpected(completed)
    } catch (error) {
      await this.#request("DELETE", name, { uploadId }).catch(() => {})
      throw error
    }
  }

  /** Lists all files whose names begin with the prefix. */
  get list(): Effect.Effect<ReadonlyArray<StoredFile>, BucketFailed> {
    return this.#run(async () => {
      const { prefix } = this.#settings
      const files: Array<StoredFile> = []
      let token: string | null = null
      do {
        const query: Record<string, string> = { "list-type": "2", prefix }
        if (token !== null) query["continuation-token"] = token
        const page: string = await (await this.#request("GET", null, query)).text()
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = textOf(entry, "Key")
          if (key?.startsWith(prefix))
            files.push({ name: key.slice(prefix.length), bytes: Number(textOf(entry, "Size")) })
        }
        token = textOf(page, "IsTruncated") === "true" ? textOf(page, "NextContinuationToken") : null
      } while (token !== null)
      return files
    })
  }

  /** Downloads into a new file, which gets its name when it is complete. */
  download(name: string, path: string): Effect.Effect<void, BucketFailed> {
    return this.#run(async () => {
      const unfinished = `${path}.unfinished`
      try {
        const { body, headers } = await this.#request("GET", name)
        if (body === null) throw new BucketFailed({ sentence: `${this.describe(name)} has no content.` })
        await pipeline(Readable.fromWeb(body), createWriteStream(unfinished, { flags: "w", mode: 0o600 }))
        const { size } = await stat(unfinished)
        const sent = Number(headers.get("content-length") ?? size)
        if (sent !== size)
          throw new BucketFailed({ sentence: `${this.describe(name)} broke off after ${size} of ${sent} bytes.` })
        await rename(unfinished, path)
      } finally {
        await rm(unfinished, { force: true })
      }
    })
  }

  remove(name: string): Effect.Effect<void, BucketFailed> {
    return this.#run(async () => {
      await this.#request("DELETE", name)
    })
  }

  /** Builds the address of a file; `name` null: of the bucket itself. */
  async #request(method: string, name: string | null, query: Record<string, string> = {}, body?: Buffer<ArrayBuffer>) {
    const { endpoint, bucket, prefix } = this.#settings
    const path = [bucket, ...(name === null ? [] : `${prefix}${name}`.split("/"))].map(encodeURIComponent).join("/")
    const url = new URL(`${endpoint}/${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const headers = {
      "x-amz-content-sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex")
    }
    const send = () =>
      this.#client.fetch(url, {
        method,
        headers,
        signal: AbortSignal.timeout(requestMillisMax),
        redirect: "manual",
        ...(body === undefined ? {} : { body })
      })
    for (let retries = 0; ; retries++) {
      const response = await send().catch((error: unknown) => {
        if (retries === retriesMax) throw error
        return null
      })
      if (response?.ok) return response
      if (response !== null && (retries === retriesMax || !isPassing(response.status))) {
        throw this.#rejected(response.status, method === "HEAD" ? "" : await response.text())
      }
      await response?.body?.cancel()
      await setTimeout(this.#retryMillis * 2 ** retries)
    }
  }

  #rejected(status: number, body: string): BucketFailed {
    const { bucket, endpoint } = this.#settings
    const code = textOf(body, "Code")
    const message = textOf(body, "Message")
    const said = [code, message].filter((part) => part !== null).join(": ")
    return new BucketFailed({
      sentence: `The bucket ${bucket} at ${endpoint} responded with ${status}${said === "" ? "" : ` (${said})`}: ${adviceOf(code, status)}`
    })
  }

  #unexpected(body: string): BucketFailed {
    return this.#rejected(200, body)
  }

  #run<A>(work: () => Promise<A>): Effect.Effect<A, BucketFailed> {
    return Effect.tryPromise({
      try: work,
      catch: (error) => (error instanceof BucketFailed ? error : this.#failed(error))
    })
  }

  #failed(error: unknown): BucketFailed {
    const { endpoint } = this.#settings
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const text = cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : String(cause)
    return new BucketFailed({ sentence: `${endpoint} could not be used (${text}): check DRAGOMAN_BACKUP_S3_ENDPOINT.` })
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500

const adviceOf = (code: string | null, status: number): string => {
  switch (code) {
    case "NoSuchBucket":
      return "create it, or check DRAGOMAN_BACKUP_S3_BUCKET."
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "check the two keys of DRAGOMAN_BACKUP_S3."
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
      return "check DRAGOMAN_BACKUP_S3_REGION."
    case "RequestTimeTooSkewed":
      return "set the clock of this machine."
    default:
      return status === 403
        ? "the key needs the rights to put, get, list and delete objects."
        : status === 404
          ? "there is no such file or bucket."
          : "look at the log of the storage."
  }
}

/** Returns the text of the first element of that name; null: there is none. */
const textOf = (xml: string, element: string): string | null => {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text === undefined ? null : unescaped(text)
}

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos|#(\d+)|#x([\da-f]+));/gi,
    (whole, name: string, decimal?: string, hex?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      return entities[name.toLowerCase() as keyof typeof entities] ?? whole
    }
  )

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] ?? letter)
