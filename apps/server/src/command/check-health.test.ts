import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkHealth } from "./check-health.ts"

describe("checkHealth", () => {
  let status = 200
  const asked: Array<string | undefined> = []
  const monitored = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(status).end("{}")
  })
  let port = 0

  beforeAll(async () => {
    monitored.listen(0, "127.0.0.1")
    await once(monitored, "listening")
    port = (monitored.address() as AddressInfo).port
  })

  afterAll(() => monitored.close())

  const sentenceOf = (asking: Promise<unknown>): Promise<string> =>
    asking.then(
      () => "",
      (failure) => failure.sentence
    )

  it("asks the server of the settings, where it listens on every network too", async () => {
    assert.strictEqual((await checkHealth({ host: "0.0.0.0", port }, "")).facts.status, 200)
    assert.strictEqual(asked.at(-1), "/health/ready")
  })

  it("asks the program at a URL", async () => {
    const url = `http://127.0.0.1:${port}/health/live`
    assert.strictEqual((await checkHealth({ host: "127.0.0.1", port: 1 }, url)).facts.url, url)
    assert.strictEqual(asked.at(-1), "/health/live")
  })

  it("fails when the server is not ready, when nothing listens, and when the URL is none", async () => {
    status = 503
    assert.match(await sentenceOf(checkHealth({ host: "127.0.0.1", port }, "")), /responded with 503/)
    assert.match(await sentenceOf(checkHealth({ host: "127.0.0.1", port: 1 }, "")), /^Nothing responds at/)
    assert.match(await sentenceOf(checkHealth({ host: "127.0.0.1", port }, "health")), /is not a URL/)
  })
})
