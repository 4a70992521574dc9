import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { AwsV4Signer } from "aws4fetch"
import { Effect, Layer } from "effect"
import { type SendObjectRequest, sendUnguarded } from "../../service/object-storage/object-request.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { SendPurgeRequest } from "./purge-caches.ts"

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Array<Received> = []
let isBunnyDown = false

const credentials = { accessKeyId: "key-of-aws", secretAccessKey: "secret-of-aws" }

/** Returns status and body as the services do, each of which rejects credentials that are not its own. */
const respond = async ({ method, url, headers, body }: Received): Promise<[number, string]> => {
  switch (headers.host) {
    case "login.microsoftonline.com":
      return new URLSearchParams(body).get("client_secret") === "secret-of-azure"
        ? [200, JSON.stringify({ token_type: "Bearer", access_token: "token-of-azure" })]
        : [401, JSON.stringify({ error_description: "wrong secret" })]
    case "management.azure.com":
      return headers.authorization === "Bearer token-of-azure" ? [202, ""] : [401, ""]
    case "api.cloudflare.com":
      return headers.authorization === "Bearer token-of-cloudflare"
        ? [200, JSON.stringify({ success: true })]
        : [403, JSON.stringify({ success: false, errors: [{ code: 10_000, message: "Authentication error" }] })]
    case "api.bunny.net":
      return isBunnyDown
        ? [401, JSON.stringify({ Message: "Denied" })]
        : [headers["accesskey"] === "key" ? 200 : 401, ""]
    default: {
      const signer = new AwsV4Signer({
        ...{ method, url: `https://${headers.host}${url}`, body, ...credentials, service: "cloudfront" },
        ...{ region: "us-east-1", datetime: String(headers["x-amz-date"]), headers: { "content-type": "text/xml" } }
      })
      return headers.authorization === (await signer.authHeader()) ? [201, "<Invalidation/>"] : [403, "<Error/>"]
    }
  }
}

const layerServices = Layer.effect(
  SendPurgeRequest,
  Effect.gen(function* () {
    const server = createServer(async (incoming, outgoing) => {
      let body = ""
      for await (const part of incoming) body += part
      const { method = "", url = "", headers } = incoming
      const request = { method, url, headers: { ...headers, host: String(headers["x-meant-for"]) }, body }
      received.push(request)
      const [status, text] = await respond(request)
      outgoing.writeHead(status).end(text)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    )
    const { port } = server.address() as AddressInfo
    const sendToServer: SendObjectRequest = (url, request) => {
      const { host, pathname, search } = new URL(url)
      const headers = { ...request.headers, "x-meant-for": host }
      return sendUnguarded(`http://127.0.0.1:${port}${pathname}${search}`, { ...request, headers })
    }
    return sendToServer
  })
)

const settings = {
  contentDeliveryCloudflareApiKey: "token-of-cloudflare",
  contentDeliveryCloudflareUrlPrefix: "https://cf.example.com",
  contentDeliveryCloudflareZoneId: "zone",
  contentDeliveryCloudflareOrigins: ["https://a.example.com", "https://b.example.com"],
  contentDeliveryCloudflareFilesPerRequest: 3,
  contentDeliveryAzureFrontDoorClientId: "client",
  contentDeliveryAzureFrontDoorClientSecret: "secret-of-azure",
  contentDeliveryAzureFrontDoorTenantId: "tenant",
  contentDeliveryAzureFrontDoorSubscriptionId: "subscription",
  contentDeliveryAzureFrontDoorResourceGroupName: "group",
  contentDeliveryAzureFrontDoorProfileName: "profile",
  contentDeliveryAzureFrontDoorEndpointName: "endpoint",
  contentDeliveryAzureFrontDoorContentRoot: "texts",
  contentDeliveryCloudfrontAccessKey: credentials.accessKeyId,
  contentDeliveryCloudfrontSecretKey: credentials.secretAccessKey,
  contentDeliveryCloudfrontDistributionId: "D1",
  contentDeliveryBunnyApiKey: "key",
  contentDeliveryBunnyUrlPrefix: "https://bunny.example.com"
}

const sentTo = (host: string) => received.filter(({ headers }) => headers.host === host)

layer(layerTestServer(settings).pipe(Layer.provideMerge(layerServices)), { excludeTestServices: true })(
  "caches in front of published files",
  (it) => {
    it.effect("are purged of changed and removed files, and a failure leaves the version published", () =>
      Effect.gen(function* () {
        const owner = yield* seed.user({ username: "purging" })
        const organization = yield* seed.organization({ name: "Purging", owner })
        const project = yield* seed.project({ organization: organization.id, name: "Purging", languages: ["en", "de"] })
        const credential = yield* seed.accessToken(owner)
        const key = yield* seed.key({ project: project.id, name: "greeting" })
        for (const language of Object.values(project.languages)) yield* seed.translation({ key, language, text: "Hi" })
        const configs = `/v2/projects/${project.id}/content-delivery-configs`
        const created = yield* send(credential, "POST", configs, { name: "Web" })
        const { id, slug } = created.body as { readonly id: number; readonly slug: string }
        const publish = Effect.gen(function* () {
          received.length = 0
          assert.strictEqual((yield* send(credential, "POST", `${configs}/${id}`)).status, 200)
          return (yield* send(credential, "GET", `${configs}/${id}`)).body as {
            readonly lastPublishedFiles: unknown
            readonly lastError: unknown
          }
        })
        yield* publish
        yield* send(credential, "PUT", `${configs}/${id}`, { name: "Web", languages: ["de"] })
        assert.deepStrictEqual((yield* publish).lastPublishedFiles, ["de.json"])

        const cloudflare = sentTo("api.cloudflare.com")
        assert.isTrue(cloudflare.every(({ url }) => url === "/client/v4/zones/zone/purge_cache"))
        const files = cloudflare.map(({ body }) => JSON.parse(body).files as ReadonlyArray<object>)
        assert.isTrue(files.every(({ length }) => length <= 3))
        const expected = ["en.json", "manifest.json", "manifest.sig"].flatMap((path) =>
          ["https://a.example.com", "https://b.example.com"].map((Origin) => ({
            url: `https://cf.example.com/${slug}/${path}`,
            headers: { Origin }
          }))
        )
        assert.sameDeepMembers(files.flat(), expected)

        assert.deepStrictEqual(
          sentTo("management.azure.com").map(({ url, body }) => [url, JSON.parse(body)]),
          [
            [
              "/subscriptions/subscription/resourceGroups/group/providers/Microsoft.Cdn/profiles/profile/afdEndpoints/endpoint/purge?api-version=2023-05-01",
              { contentPaths: [`/texts/${slug}/*`] }
            ]
          ]
        )
        const [invalidation] = sentTo("cloudfront.amazonaws.com")
        assert.strictEqual(invalidation?.url, "/2020-05-31/distribution/D1/invalidation")
        assert.include(invalidation?.body, `<Path>/${slug}/*</Path>`)
        const purged = encodeURIComponent(`https://bunny.example.com/${slug}/*`)
        assert.deepStrictEqual(
          sentTo("api.bunny.net").map(({ method, url }) => [method, url]),
          [["GET", `/purge?url=${purged}`]]
        )

        yield* publish
        assert.isEmpty(received)

        isBunnyDown = true
        yield* send(credential, "PUT", `${configs}/${id}`, { name: "Web", languages: ["en"] })
        assert.deepInclude(yield* publish, { lastPublishedFiles: ["en.json"], lastError: null })
        assert.isNotEmpty(sentTo("api.bunny.net"))
        const attempts = yield* send(credential, "GET", `${configs}/${id}/attempts?sort=id,desc`)
        const { _embedded } = attempts.body as { readonly _embedded: { readonly attempts: ReadonlyArray<object> } }
        assert.deepInclude(_embedded.attempts[0], {
          error: null,
          purgeError: "https://api.bunny.net responded with 401 (Denied): the caches were not purged."
        })
        assert.deepInclude(_embedded.attempts[1], { error: null, purgeError: null })
      })
    )
  }
)
