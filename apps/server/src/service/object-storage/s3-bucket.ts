import { createHash } from "node:crypto"
import type { BucketSettings } from "@dragoman/settings"
import { AwsClient } from "aws4fetch"
import type { Effect } from "effect"
import {
  ObjectStorageFailed,
  type RetryOptions,
  runRequests,
  type SendObjectRequest,
  saidBy,
  sendRetried,
  xmlText
} from "./object-request.ts"

/** A file in the bucket. */
export interface StoredFile {
  /** Name without the prefix of the settings. */
  readonly name: string
  readonly bytes: number
}

/** The names of settings in advice to people. */
export interface BucketNames {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly keys: string
}

export interface BucketOptions extends RetryOptions {
  readonly names: BucketNames
  readonly send: SendObjectRequest
}

/**
 * Requests to a bucket of S3-compatible storage, by path-style addresses, which all such storage understands. Each body is signed
 * with its SHA-256, so what arrives is what was sent. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export class S3Bucket {
  readonly settings: BucketSettings
  readonly #options: BucketOptions
  readonly #client: AwsClient

  constructor(settings: BucketSettings, options: BucketOptions) {
    const { accessKeyId, secretAccessKey, region } = settings
    this.settings = settings
    this.#options = options
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 })
  }

  /** Lists the files whose names, behind the prefix of the settings, begin with this text. */
  async list(beginning = ""): Promise<ReadonlyArray<StoredFile>> {
    const { prefix } = this.settings
    const files: Array<StoredFile> = []
    let token: string | null = null
    do {
      const query: Record<string, string> = { "list-type": "2", prefix: `${prefix}${beginning}` }
      if (token !== null) query["continuation-token"] = token
      const page: string = await (await this.request("GET", null, { query })).text()
      for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = xmlText(entry, "Key")
        if (key?.startsWith(prefix))
          files.push({ name: key.slice(prefix.length), bytes: Number(xmlText(entry, "Size")) })
      }
      token = xmlText(page, "IsTruncated") === "true" ? xmlText(page, "NextContinuationToken") : null
    } while (token !== null)
    return files
  }

  /** Sends a request about a file; `name` null: about the bucket itself. `mayBeMissing`: a file that is not there is no failure. */
  async request(
    method: string,
    name: string | null,
    {
      query = {},
      body = null,
      headers = {},
      mayBeMissing = false
    }: {
      readonly query?: Readonly<Record<string, string>>
      readonly body?: Uint8Array<ArrayBuffer> | null
      readonly headers?: Readonly<Record<string, string>>
      readonly mayBeMissing?: boolean
    } = {}
  ): Promise<Response> {
    const { endpoint, bucket, prefix } = this.settings
    const path = [bucket, ...(name === null ? [] : `${prefix}${name}`.split("/"))].map(encodeURIComponent).join("/")
    const url = new URL(`${endpoint}/${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex")
    const response = await sendRetried(this.#options, async (signal) => {
      const signed = await this.#client.sign(url, { method, headers: { ...headers, "x-amz-content-sha256": digest } })
      return this.#options.send(signed.url, { method, headers: Object.fromEntries(signed.headers), body, signal })
    })
    if (response.ok) return response
    const text = method === "HEAD" ? "" : await response.text()
    if (mayBeMissing && response.status === 404 && xmlText(text, "Code") !== "NoSuchBucket") return response
    throw this.rejected(response.status, text)
  }

  /** Describes a response that is no success. */
  rejected(status: number, body: string): ObjectStorageFailed {
    const { bucket, endpoint } = this.settings
    const code = xmlText(body, "Code")
    const said = saidBy(code, xmlText(body, "Message"))
    return new ObjectStorageFailed({
      sentence: `The bucket ${bucket} at ${endpoint} responded with ${status}${said}: ${this.#adviceOf(code, status)}`
    })
  }

  run<A>(work: () => Promise<A>): Effect.Effect<A, ObjectStorageFailed> {
    return runRequests(this.settings.endpoint, `check ${this.#options.names.endpoint}`, work)
  }

  #adviceOf(code: string | null, status: number): string {
    const { names } = this.#options
    switch (code) {
      case "NoSuchBucket":
        return `create it, or check ${names.bucket}.`
      case "InvalidAccessKeyId":
      case "SignatureDoesNotMatch":
        return `check ${names.keys}.`
      case "AuthorizationHeaderMalformed":
      case "PermanentRedirect":
        return `check ${names.region}.`
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
}
