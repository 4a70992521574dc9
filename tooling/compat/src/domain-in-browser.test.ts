import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as permission from "@dragoman/domain/permission"
import { buildDomain } from "@dragoman/release/build-package"
import { bundleForBrowser } from "@dragoman/release/bundle-for-browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { permissionReport } from "./permission-report.ts"
import { browserTitle, hasBrowser, launchBrowser } from "./testing/browser.ts"

describe("the packed permission entry of the domain package", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman browser "))
  const server = createServer()
  let address = ""

  beforeAll(async () => {
    const script = await bundleReport(installDomain(fixture))
    server.on("request", (request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end(request.url === "/" ? `<!doctype html><script type="module">${script}</script>` : "")
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  afterAll(() => {
    server.close()
    server.closeAllConnections()
    rmSync(fixture, { recursive: true, force: true })
  })

  it.skipIf(!hasBrowser)(browserTitle("gives the same results in a browser as in Node"), async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(address)
      const report = await page.evaluate<ReturnType<typeof permissionReport>>("report")
      assert.isAbove(report.length, 400)
      assert.deepStrictEqual(report, permissionReport(permission))
    } finally {
      await browser.close()
    }
  })
})

/** The package as an application gets it, out of its archive; returns its folder. */
const installDomain = (fixture: string): string => {
  const packed = join(fixture, "packed")
  const installed = join(fixture, "node_modules", "@dragoman", "domain")
  mkdirSync(packed)
  mkdirSync(installed, { recursive: true })
  const built = buildDomain(join(fixture, "built"))
  execFileSync("npm", ["pack", "--offline", "--silent", "--pack-destination", packed], { cwd: built })
  const [archive = ""] = readdirSync(packed)
  execFileSync("tar", ["-xzf", join(packed, archive), "-C", installed, "--strip-components=1"])
  return installed
}

/** A script that makes the report of the installed package a variable of the page. */
const bundleReport = (installed: string): Promise<string> =>
  bundleForBrowser(
    `
      import * as permission from ${JSON.stringify(join(installed, "dist", "permission.js"))}
      import { permissionReport } from "./permission-report.ts"
      globalThis.report = permissionReport(permission)
    `,
    import.meta.dirname
  )
