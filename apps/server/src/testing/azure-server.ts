import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { Effect } from "effect"

const account = "textsofapps"
const accountKey = Buffer.from("a key of this test alone").toString("base64")

interface StoredBlob {
  readonly content: string
  readonly mediaType: string
  readonly cacheControl: string
}

/**
 * A server that speaks as much of Azure Blob Storage as Dragoman uses, with the container `texts`, two names a page, and checks
 * of signatures. Source: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const startAzureServer = Effect.gen(function* () {
  const blobs = new Map<string, StoredBlob>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fail = (status: number, code: string) =>
      response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`)
    if (request.headers.authorization !== `SharedKey ${account}:${signatureOf(request)}`) {
      return fail(403, "AuthenticationFailed")
    }
    const url = new URL(request.url ?? "/", "http://azure.test")
    const [, ofAccount, container, ...rest] = url.pathname.split("/").map(decodeURIComponent)
    if (ofAccount !== account || container !== "texts") return fail(404, "ContainerNotFound")
    const name = rest.join("/")
    if (request.method === "PUT" && request.headers["x-ms-blob-type"] === "BlockBlob") {
      const mediaType = request.headers["content-type"] ?? ""
      const cacheControl = String(request.headers["x-ms-blob-cache-control"])
      blobs.set(name, { content: body.toString("utf8"), mediaType, cacheControl })
      return response.writeHead(201).end()
    }
    if (request.method === "DELETE")
      return blobs.delete(name) ? response.writeHead(202).end() : fail(404, "BlobNotFound")
    if (request.method !== "GET" || url.searchParams.get("comp") !== "list") return fail(400, "InvalidUri")
    const all = [...blobs.keys()].filter((key) => key.startsWith(url.searchParams.get("prefix") ?? "")).toSorted()
    const start = Number(url.searchParams.get("marker") ?? 0)
    const entries = all.slice(start, start + 2).map((key) => `<Blob><Name>${key.replace(/&/g, "&amp;")}</Name></Blob>`)
    const next = start + 2 < all.length ? `<NextMarker>${start + 2}</NextMarker>` : "<NextMarker />"
    return response
      .writeHead(200)
      .end(`<EnumerationResults><Blobs>${entries.join("")}</Blobs>${next}</EnumerationResults>`)
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () => Effect.sync(() => server.close())
  )
  const connectionString = [
    "DefaultEndpointsProtocol=http",
    `AccountName=${account}`,
    `AccountKey=${accountKey}`,
    `BlobEndpoint=http://127.0.0.1:${port}/${account}`
  ].join(";")
  return { connectionString, blobs }
})

/** The lines of the string to sign, as the protocol names them; absent headers are empty lines. */
const signedHeaders = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-md5",
  "content-type",
  "date",
  "if-modified-since",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
  "range"
]

const signatureOf = ({ method = "", url = "/", headers }: IncomingMessage): string => {
  const lines = [method]
  for (const name of signedHeaders) {
    const value = String(headers[name] ?? "")
    lines.push(name === "content-length" && value === "0" ? "" : value)
  }
  const microsoft = Object.keys(headers).filter((name) => name.startsWith("x-ms-"))
  for (const name of microsoft.sort()) lines.push(`${name}:${headers[name]}`)
  const { pathname, searchParams } = new URL(url, "http://azure.test")
  lines.push(`/${account}${pathname}`)
  for (const name of [...searchParams.keys()].sort()) lines.push(`${name}:${searchParams.get(name)}`)
  return createHmac("sha256", Buffer.from(accountKey, "base64")).update(lines.join("\n")).digest("base64")
}
