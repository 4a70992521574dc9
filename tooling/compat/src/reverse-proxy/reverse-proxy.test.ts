import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import tls from "node:tls"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn, type ServerClient } from "../server-client.ts"
import { serverBundle } from "../testing/server-bundle.ts"
import {
  type Certificate,
  idleSecondsOf,
  isInstalled,
  makeCertificate,
  type RunningProxy,
  startProxy
} from "./running-proxy.ts"

const password = "admin-password"
const uploadMegabytes = 1
const proxies = (["nginx", "caddy"] as const).filter(isInstalled)

/** The examples of `deploy/`, where nginx or Caddy are installed. */
describe.skipIf(proxies.length === 0)("a server behind", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman-proxy-"))
  const certificatesBefore = tls.getCACertificates("default")
  let certificate: Certificate = { file: "", keyFile: "" }
  let server: RunningProgram
  let own = ""

  beforeAll(async () => {
    const main = await serverBundle(join(fixture, "dist"))
    certificate = makeCertificate(fixture)
    tls.setDefaultCACertificates([...certificatesBefore, readFileSync(certificate.file, "utf8")])
    server = startProgram(process.execPath, [main, "serve", "--port", "0", "--data-dir", join(fixture, "data")], {
      folder: fixture,
      env: {
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_RATE_LIMITS: "off",
        DRAGOMAN_ADMIN_PASSWORD: password,
        DRAGOMAN_TRUSTED_PROXIES: "127.0.0.1",
        DRAGOMAN_MAX_UPLOAD_MB: String(uploadMegabytes)
      }
    })
    own = String((await server.line(isReady))["address"])
  }, 60_000)

  afterAll(async () => {
    tls.setDefaultCACertificates(certificatesBefore)
    server.signal("SIGTERM")
    await server.ended
    rmSync(fixture, { recursive: true, force: true })
  })

  describe.each(proxies)("%s", (name) => {
    let proxy: RunningProxy
    let client: ServerClient
    let project = 0

    beforeAll(async () => {
      const serverPort = Number(new URL(own).port)
      proxy = await startProxy(name, { folder: join(fixture, name), certificate, serverPort, uploadMegabytes })
      client = await logIn(proxy.address, "admin", password)
      const organization = await client.call<{ id: number }>("GET", "/v2/preferred-organization")
      const created = await client.call<{ id: number }>("POST", "/v2/projects", {
        name,
        organizationId: organization.id,
        languages: [{ name: "English", originalName: "English", tag: "en" }]
      })
      project = created.id
    })

    afterAll(() => proxy.stop())

    const upload = (bytes: number): Promise<Response> => {
      const body = new FormData()
      body.append("files", new Blob([`{"greeting":"Hello"${" ".repeat(bytes)}}`]), "en.json")
      const headers = { authorization: client.authorization }
      return fetch(`${proxy.address}/v2/projects/${project}/import`, { method: "POST", headers, body })
    }

    it("takes uploads up to the limit, and no larger one", async () => {
      const megabyte = 1024 * 1024
      const taken = await upload(uploadMegabytes * megabyte - 2000)
      assert.strictEqual(taken.status, 200, await taken.text())
      const rejected = await upload(uploadMegabytes * megabyte + 100_000)
      // nginx has the limit itself; behind Caddy the server says it.
      if (name === "nginx") assert.strictEqual(rejected.status, 413)
      else assert.match(await rejected.text(), /"file_too_big"/)
    })

    it("closes idle connections to the server before the server does: none is closed under a request", async () => {
      const response = await fetch(`${own}/health/live`)
      const [, serverSeconds] = /timeout=(\d+)/.exec(response.headers.get("keep-alive") ?? "") ?? []
      assert.isAbove(Number(serverSeconds), idleSecondsOf(name))
    })

    it("passes exports and the console, leads from http to https, and hides the metrics", async () => {
      const headers = { authorization: client.authorization }
      await client.call("POST", `/v2/projects/${project}/keys`, { name: "title", translations: { en: "Home" } })
      const exported = await fetch(`${proxy.address}/v2/projects/${project}/export?format=JSON&zip=false`, { headers })
      assert.strictEqual(exported.status, 200)
      assert.deepInclude(await exported.json(), { title: "Home" })
      assert.strictEqual((await fetch(proxy.address)).status, 200)
      const plain = await fetch(`${proxy.plainAddress}/projects`, { redirect: "manual" })
      assert.include([301, 308], plain.status)
      assert.match(plain.headers.get("location") ?? "", /^https:\/\/127\.0\.0\.1.*\/projects$/)
      assert.strictEqual((await fetch(`${proxy.address}/metrics`)).status, 404)
      assert.strictEqual((await fetch(`${own}/metrics`)).status, 200)
    })

    it("tells the server the address of the client and how it was asked, whatever the client says", async () => {
      const username = `nobody-${name}`
      const response = await loginFrom("127.0.0.2", proxy.address, username)
      assert.strictEqual(response.statusCode, 401)
      assert.match(String(response.headers["x-request-id"]), /^[0-9a-f-]{32,36}$/)
      const line = await server.line((one) => one["message"] === "Login failed" && one["username"] === username)
      assert.strictEqual(line["address"], "127.0.0.2")
    })

    it("passes events when they happen, and websockets", async () => {
      const headers = { authorization: client.authorization }
      const ending = new AbortController()
      const response = await fetch(`${proxy.address}/v2/projects/${project}/events`, {
        headers,
        signal: ending.signal
      })
      const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
      await reader.read()
      await client.call("POST", `/v2/projects/${project}/keys`, { name: "subtitle", translations: { en: "Welcome" } })
      let text = ""
      while (!text.includes("Welcome")) {
        const { done, value } = await reader.read()
        assert.isFalse(done, text)
        text += value
      }
      ending.abort()
      assert.match(await connectStomp(proxy.address, client.authorization), /^CONNECTED\n/)
    })
  })
})

/** A wrong login from one address of this machine, by a client that claims another one. */
const loginFrom = (localAddress: string, address: string, username: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" }
    const sent = request(
      `${address}/api/public/generatetoken`,
      { method: "POST", localAddress, headers },
      (response) => {
        response.resume()
        resolve(response)
      }
    )
    sent.once("error", reject)
    sent.end(JSON.stringify({ username, password: "wrong-password" }))
  })

/** The first frame that the server sends. */
const connectStomp = (address: string, authorization: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${address.replace("https", "wss")}/websocket/websocket`)
    socket.onopen = () => socket.send(`CONNECT\naccept-version:1.2\nauthorization:${authorization}\n\n\u0000`)
    socket.onerror = () => reject(new Error("The websocket was not opened."))
    socket.onmessage = ({ data }) => {
      socket.close()
      resolve(String(data))
    }
  })
