import { execFile, execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as permission from "@dragoman/domain/permission"
import { buildDomain } from "@dragoman/release/build-package"
import { build } from "esbuild"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { browserWords, findBrowser } from "./find-browser.ts"
import { permissionReport } from "./permission-report.ts"

const browser = findBrowser()
const mustHaveBrowser = process.env["CI"] === "true"

describe("the packed permission entry of the domain package", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman browser "))
  const server = createServer()
  let page = ""

  beforeAll(async () => {
    const script = await bundleReport(installDomain(fixture))
    server.on("request", (request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end(request.url === "/" ? `<!doctype html><pre></pre><script type="module">${script}</script>` : "")
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  afterAll(() => {
    server.close()
    server.closeAllConnections()
    rmSync(fixture, { recursive: true, force: true })
  })

  it.skipIf(browser === null && !mustHaveBrowser)(
    browser === null
      ? "answers in a browser what it answers in Node: not checked, there is no chromium on the PATH"
      : "answers in a browser what it answers in Node",
    async () => {
      assert.isNotNull(browser, "There is no chromium on the PATH; `.ci/run` installs it.")
      const document = await dumpDocument(browser, page, join(fixture, "profile"))
      const [, text = "[]"] = /<pre>([^<]*)<\/pre>/.exec(document) ?? []
      const responses = JSON.parse(text === "" ? "[]" : atob(text)) as ReturnType<typeof permissionReport>
      assert.isAbove(responses.length, 400)
      assert.deepStrictEqual(responses, permissionReport(permission))
    }
  )
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

/** A script that writes the report into the page: as base64 of ASCII text, so that nothing of it is read as HTML. */
const bundleReport = async (installed: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import * as permission from ${JSON.stringify(join(installed, "dist", "permission.js"))}
        import { permissionReport } from "./permission-report.ts"
        const ascii = (text) => text.replace(/[\\u0080-\\uffff]/g, (unit) => "\\\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"))
        document.querySelector("pre").textContent = btoa(ascii(JSON.stringify(permissionReport(permission))))
      `,
      resolveDir: import.meta.dirname
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

/** The page after its scripts, as Chromium writes it. */
const dumpDocument = async (browser: string, page: string, profile: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(browser, [...browserWords(profile), "--dump-dom", page], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000
  })
  return stdout
}
