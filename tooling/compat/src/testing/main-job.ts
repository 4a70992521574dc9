import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert } from "vitest"
import { logIn } from "../server-client.ts"

/**
 * Does on a server what people do most: makes a project with a webhook, writes, imports and reads texts, and waits for the
 * event and the webhook of a change. `reader`: the server that is read, where there are several.
 */
export const doMainJob = async (address: string, password: string, reader = address): Promise<void> => {
  const client = await logIn(address, "admin", password)
  const { id: organizationId } = await client.call<{ readonly id: number }>("GET", "/v2/preferred-organization")
  const { id } = await client.call<{ readonly id: number }>("POST", "/v2/projects", {
    name: "Harbour",
    organizationId,
    languages: ["en", "cs"].map((tag) => ({ name: tag, originalName: tag, tag })),
    baseLanguageTag: "en"
  })
  const project = `/v2/projects/${id}`
  const headers = { authorization: client.authorization }
  const endpoint = createServer((request, response) => {
    request.resume().once("end", () => response.end())
  })
  await once(endpoint.listen(0, "127.0.0.1"), "listening")
  const events = new AbortController()
  try {
    const { port } = endpoint.address() as AddressInfo
    await client.call("POST", `${project}/webhook-configs`, { url: `http://127.0.0.1:${port}/` })
    const { body: stream } = await fetch(`${reader}${project}/events`, { headers, signal: events.signal })
    const lines = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader()
    await lines.read()

    const delivered = once(endpoint, "request")
    await client.call("POST", `${project}/keys`, { name: "home", translations: { en: "Home" } })
    await delivered
    let told = ""
    while (!told.includes("translation-data-modified")) told += (await lines.read()).value

    const form = new FormData()
    form.append("files", new Blob([JSON.stringify({ home: "Domů", quay: "Nábřeží" })]), "cs.json")
    const uploaded = await fetch(`${address}${project}/import`, { method: "POST", headers, body: form })
    assert.strictEqual(uploaded.status, 200)
    await client.call("PUT", `${project}/import/apply`)
    const read = await fetch(`${reader}${project}/translations/cs`, { headers })
    assert.deepStrictEqual(await read.json(), { cs: { home: "Domů", quay: "Nábřeží" } })
  } finally {
    events.abort()
    endpoint.close()
    endpoint.closeAllConnections()
  }
}
