import { createHmac } from "node:crypto"
import type { AzureConnection } from "@dragoman/domain/content-delivery"
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

const serviceVersion = "2021-12-02"

export interface AzureOptions extends RetryOptions {
  readonly send: SendObjectRequest
  /** Where people look when it fails, as the end of "check …". */
  readonly setting: string
}

/**
 * Requests to a container of Azure Blob Storage, signed with the key of the account.
 * Source: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export class AzureContainer {
  readonly #connection: AzureConnection
  readonly #container: string
  readonly #options: AzureOptions

  constructor(connection: AzureConnection, container: string, options: AzureOptions) {
    this.#connection = connection
    this.#container = container
    this.#options = options
  }

  /** Lists the names of the files that begin with this text. */
  async list(beginning: string): Promise<ReadonlyArray<string>> {
    const names: Array<string> = []
    let marker: string | null = null
    do {
      const query: Record<string, string> = { restype: "container", comp: "list", prefix: beginning }
      if (marker !== null) query["marker"] = marker
      const page: string = await (await this.#request("GET", null, { query })).text()
      for (const [, entry = ""] of page.matchAll(/<Blob>(.*?)<\/Blob>/gs)) {
        const name = xmlText(entry, "Name")
        if (name !== null) names.push(name)
      }
      const next = xmlText(page, "NextMarker")
      marker = next === null || next === "" ? null : next
    } while (marker !== null)
    return names
  }

  async put(name: string, body: Uint8Array<ArrayBuffer>, mediaType: string, cacheControl: string): Promise<void> {
    await this.#request("PUT", name, {
      body,
      headers: {
        "content-type": mediaType,
        "x-ms-blob-cache-control": cacheControl,
        "x-ms-blob-type": "BlockBlob"
      }
    })
  }

  /** Removes a file; one that is missing is no failure. */
  async remove(name: string): Promise<void> {
    await this.#request("DELETE", name, { mayBeMissing: true })
  }

  run<A>(work: () => Promise<A>): Effect.Effect<A, ObjectStorageFailed> {
    return runRequests(this.#connection.endpoint, `check ${this.#options.setting}`, work)
  }

  async #request(
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
    }
  ): Promise<Response> {
    const path = [this.#container, ...(name?.split("/") ?? [])].map(encodeURIComponent).join("/")
    const url = new URL(`${this.#connection.endpoint}/${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const response = await sendRetried(this.#options, (signal) => {
      const dated = { ...headers, "x-ms-date": new Date().toUTCString(), "x-ms-version": serviceVersion }
      const authorization = authorizationOf(this.#connection, {
        method,
        url,
        headers: dated,
        length: body?.length ?? 0
      })
      return this.#options.send(url.href, { method, headers: { ...dated, authorization }, body, signal })
    })
    if (response.ok) return response
    const text = method === "HEAD" ? "" : await response.text()
    const code = xmlText(text, "Code") ?? response.headers.get("x-ms-error-code")
    if (mayBeMissing && response.status === 404 && code !== "ContainerNotFound") return response
    throw new ObjectStorageFailed({
      sentence: `The container ${this.#container} at ${this.#connection.endpoint} responded with ${response.status}${saidBy(code, null)}: ${this.#adviceOf(code, response.status)}`
    })
  }

  #adviceOf(code: string | null, status: number): string {
    if (code === "ContainerNotFound") return "create it, or check its name."
    if (status === 403) return `check ${this.#options.setting}; the key must be one of the account.`
    return "look at the log of the storage."
  }
}

/** Signs a request. `length`: bytes of the body. */
const authorizationOf = (
  { accountName, accountKey }: Pick<AzureConnection, "accountName" | "accountKey">,
  request: {
    readonly method: string
    readonly url: URL
    readonly headers: Readonly<Record<string, string>>
    readonly length: number
  }
): string => {
  const { method, url, headers, length } = request
  const ownHeaders = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-ms-"))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`)
    .join("")
  const query = [...url.searchParams]
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
    .toSorted()
    .join("")
  // Content-Encoding, -Language, -Length, -MD5, -Type, then the date and six conditions that no request here has.
  const standard = [
    "",
    "",
    length === 0 ? "" : String(length),
    "",
    headers["content-type"] ?? "",
    "",
    "",
    "",
    "",
    "",
    ""
  ]
  const text = `${[method, ...standard].join("\n")}\n${ownHeaders}/${accountName}${url.pathname}${query}`
  const signature = createHmac("sha256", Buffer.from(accountKey, "base64")).update(text, "utf8").digest("base64")
  return `SharedKey ${accountName}:${signature}`
}
