import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresServer } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { logIn, type ServerClient } from "../server-client.ts"
import { makePng } from "../testing/make-png.ts"
import { password } from "../testing/running-servers.ts"
import { serverBundle } from "../testing/server-bundle.ts"
import { type Cluster, startCluster } from "./cluster.ts"

/** Wrong passwords for a user name, on all servers together. */
const wrongPasswordsMax = 4

interface Job {
  readonly id: number
  readonly status: string
  readonly progress: number
}

// Clients ask one server and then the other by their own addresses: a proxy would choose by chance.
describe("two servers on one database", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman two servers "))
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  let cluster: Cluster
  let one: ServerClient
  let other: ServerClient
  let project: string

  beforeAll(async () => {
    const [server, url] = await Promise.all([
      serverBundle(join(folder, "server")),
      postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
    ])
    cluster = await startCluster({
      programs: { server, dispatcher: null },
      folder,
      env: {
        DRAGOMAN_DATABASE_URL: url,
        DRAGOMAN_ADMIN_PASSWORD: password,
        DRAGOMAN_DEMO_PROJECT: "off",
        DRAGOMAN_LIMIT_LOGINS: "1000/1s",
        DRAGOMAN_LIMIT_FAILED_CREDENTIALS: "1000/1s",
        DRAGOMAN_LIMIT_WRONG_PASSWORDS: `${wrongPasswordsMax}/1h`
      }
    })
    one = await logIn(cluster.addresses[0], "admin", password)
    // The token of one server is one of the other.
    const { authorization } = one
    other = {
      authorization,
      call: async (method, path, body) => {
        const response = await send(cluster.addresses[1], method, path, authorization, body)
        const text = await response.text()
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
        return JSON.parse(text === "" ? "{}" : text)
      }
    }
  }, 120_000)

  beforeEach(async () => {
    const { id } = await one.call<{ readonly id: number }>("POST", "/v2/projects", {
      name: "Harbour",
      organizationId: (await other.call<{ readonly id: number }>("GET", "/v2/preferred-organization")).id,
      languages: ["en", "cs"].map((tag) => ({ name: tag, originalName: tag, tag })),
      baseLanguageTag: "en"
    })
    project = `/v2/projects/${id}`
    await one.call("POST", `${project}/keys`, { name: "home", translations: { en: "Home" } })
  })

  afterAll(async () => {
    await cluster?.close()
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (address: string, method: string, path: string, authorization: string | null, body?: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) })
    })

  const upload = async <A>(
    index: 0 | 1,
    path: string,
    field: string,
    name: string,
    content: string | Buffer
  ): Promise<A> => {
    const form = new FormData()
    form.append(field, new Blob([Buffer.from(content)], name.endsWith(".png") ? { type: "image/png" } : {}), name)
    const response = await send(cluster.addresses[index], "POST", path, one.authorization, form)
    assert.isTrue(response.ok, `${path}: ${response.status}`)
    return response.json() as Promise<A>
  }

  /** The events of the project from now on, as one server tells them; `next` waits for one that fits. */
  const follow = async (address: string, apiKey: string) => {
    const response = await fetch(`${address}${project}/events`, { headers: { "x-api-key": apiKey } })
    assert.strictEqual(response.status, 200)
    const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
    const decoder = new TextDecoder()
    let text = ""
    return {
      next: async (fits: RegExp): Promise<void> => {
        while (!fits.test(text)) {
          const { value, done } = await reader.read()
          if (done) throw new Error(`The stream ended before ${fits}: ${text}`)
          text += decoder.decode(value, { stream: true })
        }
        text = text.replace(fits, "")
      },
      close: () => reader.cancel()
    }
  }

  const newKey = async () =>
    one.call<{ readonly id: number; readonly key: string }>("POST", "/v2/api-keys", {
      projectId: Number(project.split("/").at(-1)),
      scopes: ["admin"]
    })

  const totalOf = async (client: ServerClient, query: string): Promise<number> =>
    (
      await client.call<{ readonly page: { readonly totalElements: number } }>(
        "GET",
        `${project}/translations?size=1&${query}`
      )
    ).page.totalElements

  it("show at once what the other one has written, whatever they have read before", async () => {
    for (const [index, [writer, reader]] of [
      [one, other],
      [other, one]
    ].entries() as ArrayIterator<[number, [ServerClient, ServerClient]]>) {
      const search = `search=berth${index}`
      assert.strictEqual(await totalOf(reader, search), 0)
      await reader.call("GET", `${project}/keys/select?${search}`)
      await writer.call("POST", `${project}/keys`, { name: `berth${index}`, translations: { en: "Berth" } })
      assert.strictEqual(await totalOf(reader, search), 1)
      const { ids } = await reader.call<{ readonly ids: ReadonlyArray<number> }>(
        "GET",
        `${project}/keys/select?${search}`
      )
      assert.lengthOf(ids, 1)
      const map = await reader.call<{ readonly en: Readonly<Record<string, string>> }>(
        "GET",
        `${project}/translations/en`
      )
      assert.strictEqual(map.en[`berth${index}`], "Berth")
      const stats = await reader.call<{ readonly keyCount: number }>("GET", `${project}/stats`)
      assert.strictEqual(stats.keyCount, index + 2)
    }
  })

  it("tell subscribers of both of a change, through the proxy too", async () => {
    const { key } = await newKey()
    const streams = await Promise.all([...cluster.addresses, cluster.address].map((address) => follow(address, key)))
    for (const { next } of streams) await next(/^id: /m)
    await other.call("POST", `${project}/keys`, { name: "heard", translations: { en: "Heard" } })
    for (const { next } of streams) await next(/event: translation-data-modified\ndata: .*heard/)
    for (const { close } of streams) await close()
  })

  it("apply imports and attach images that the other one took", async () => {
    await upload(0, `${project}/import`, "files", "cs.json", JSON.stringify({ imported: "Přístav" }))
    assert.property(await other.call("GET", `${project}/import/result`), "_embedded")
    await other.call("PUT", `${project}/import/apply`)
    assert.strictEqual(await totalOf(one, "filterKeyName=imported"), 1)

    const { id } = await upload<{ readonly id: number }>(0, "/v2/image-upload", "image", "harbour.png", makePng(8, 8))
    const made = await other.call<{ readonly screenshots: ReadonlyArray<{ readonly fileUrl: string }> }>(
      "POST",
      `${project}/keys/create`,
      { name: "shown", screenshots: [{ uploadedImageId: id }] }
    )
    const image = new URL(made.screenshots[0]?.fileUrl ?? "", cluster.addresses[0])
    assert.strictEqual((await fetch(`${cluster.addresses[0]}${image.pathname}${image.search}`)).status, 200)
  })

  it("know the batch jobs of the other one, and their subscribers hear of the end", async () => {
    const { key } = await newKey()
    const events = await follow(cluster.addresses[1], key)
    const { ids } = await one.call<{ readonly ids: ReadonlyArray<number> }>("GET", `${project}/keys/select`)
    const job = await one.call<Job>("POST", `${project}/start-batch-job/tag-keys`, { keyIds: ids, tags: ["cluster"] })
    await events.next(new RegExp(`event: batch-job-progress\\ndata: .*"jobId":${job.id}.*"SUCCESS"`))
    await events.close()
    const over = await other.call<Job>("GET", `${project}/batch-jobs/${job.id}`)
    assert.deepInclude(over, { status: "SUCCESS", progress: ids.length })
    assert.strictEqual(await totalOf(other, "filterTag=cluster"), ids.length)
  })

  it("end the access that the other one takes away, also of open streams", async () => {
    const { id, key } = await newKey()
    const events = await follow(cluster.addresses[0], key)
    await events.next(/^id: /m)
    const status = async () =>
      (await fetch(`${cluster.addresses[0]}/v2/api-keys/current`, { headers: { "x-api-key": key } })).status
    assert.strictEqual(await status(), 200)
    await other.call("DELETE", `/v2/api-keys/${id}`)
    assert.strictEqual(await status(), 401)
    await events.next(/event: end/)
  })

  it("count wrong passwords together", async () => {
    const attempt = async (index: number) => {
      const body = { username: "admin", password: `wrong ${index}` }
      const address = cluster.addresses[index % 2] ?? ""
      return (await send(address, "POST", "/api/public/generatetoken", null, body)).status
    }
    const statuses: Array<number> = []
    for (let index = 0; index < wrongPasswordsMax + 2; index++) statuses.push(await attempt(index))
    assert.deepStrictEqual(statuses, [...Array(wrongPasswordsMax).fill(401), 429, 429])
  })
})
