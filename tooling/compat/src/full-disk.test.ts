import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn } from "./server-client.ts"
import { serverBundle } from "./testing/server-bundle.ts"

/** A file system of its own needs a namespace of users and mounts; some machines have none. */
const hasNamespaces = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0

const longText = "long text ".repeat(990)

/** Mounts a small disk on $1, half of it taken by a file that goes when something is written to $2; then runs the rest. */
const onSmallDisk = `
  mount -t tmpfs -o size=12m tmpfs "$1" || exit 9
  head -c 6000000 /dev/zero > "$1/ballast"
  (read line < "$2"; rm "$1/ballast"; echo freed > "$2") &
  shift 2
  exec "$@"`

describe("a server whose disk is full", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman full "))
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  }, 60_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it.skipIf(!hasNamespaces)(
    "rejects writes with 503, serves reads, loses nothing, and takes writes again when there is space",
    { timeout: 60_000 },
    async () => {
      const [disk, free] = [join(fixture, "disk"), join(fixture, "free")]
      mkdirSync(disk)
      execFileSync("mkfifo", [free])
      const words = ["-rm", "sh", "-c", onSmallDisk, "sh", disk, free, process.execPath, main, "serve"]
      const server = startProgram("unshare", [...words, "--port", "0", "--data-dir", join(disk, "data")], {
        folder: fixture,
        env: {
          PATH: process.env["PATH"] ?? "",
          DRAGOMAN_LOG_FORMAT: "json",
          DRAGOMAN_RATE_LIMITS: "off",
          DRAGOMAN_ADMIN_PASSWORD: "admin-password"
        }
      })
      const { address } = await server.line(isReady)
      const { authorization, call } = await logIn(String(address), "admin", "admin-password")
      const organization = await call<{ id: number }>("GET", "/v2/preferred-organization")
      const project = await call<{ id: number }>("POST", "/v2/projects", {
        name: "Full",
        organizationId: organization.id,
        languages: [{ name: "English", originalName: "English", tag: "en" }]
      })
      const path = `/v2/projects/${project.id}`
      const post = async (to: string, body: string | FormData) => {
        const headers = { authorization, ...(typeof body === "string" ? { "content-type": "application/json" } : {}) }
        const response = await fetch(`${String(address)}${path}/${to}`, { method: "POST", headers, body })
        return { status: response.status, body: (await response.json()) as { readonly code?: string } }
      }
      let count = 0
      const create = () => post("keys", JSON.stringify({ name: `key ${count}`, translations: { en: longText } }))
      let created = await create()
      for (; created.status === 201; created = await create()) count++
      assert.deepStrictEqual(created, { status: 503, body: { code: "database_not_writable", params: null } } as never)

      const form = new FormData()
      form.append("params", JSON.stringify({ forceMode: "OVERRIDE" }))
      const texts = Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`imported ${number}`, longText]))
      form.append("files", new Blob([JSON.stringify(texts)]), "en.json")
      assert.deepStrictEqual((await post("single-step-import", form)).body.code, "database_not_writable")

      const countKeys = async () =>
        (await call<{ page: { totalElements: number } }>("GET", `${path}/translations`)).page
      assert.strictEqual((await countKeys()).totalElements, count)
      writeFileSync(free, "free\n")
      execFileSync("cat", [free])
      assert.strictEqual((await create()).status, 201)
      assert.strictEqual((await countKeys()).totalElements, count + 1)
      server.signal("SIGTERM")
      assert.strictEqual(await server.ended, 0)
    }
  )
})
