import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Api } from "@dragoman/api"
import { assert, describe, layer, it as plainIt } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { ConsolePack, pagePaths, serverPaths } from "./console-routes.ts"
import { packFolder } from "./pack-folder.ts"
import { readWebPack } from "./web-pack.ts"

const page = `<!doctype html><title>Console</title><script type="module" src="/assets/index-B5ohZfrR.js"></script>`
const script = `console.log(${JSON.stringify("one line ".repeat(500))})`

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-console-"))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

const packOf = async (files: Readonly<Record<string, string>>): Promise<Uint8Array> => {
  const folder = folderWith(files)
  try {
    return await packFolder(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const files = {
  "index.html": page,
  "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "assets/index-B5ohZfrR.js": script,
  "assets/index-B5ohZfrR.js.map": "{}",
  "assets/index-B5ohZfrR.css": "body{margin:0}",
  ".vite/manifest.json": "{}"
}

const layerPack = Layer.effect(
  ConsolePack,
  Effect.promise(() => packOf(files))
)

/** Headers of a browser in which a person opens an address. */
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

/** Headers of a client that takes whatever comes, such as curl. */
const anything = { accept: "*/*" }

/** One request whose body stays as it came over the wire, which `fetch` would unpack. */
const ask = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}, method = "GET") {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(
    () =>
      new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>((resolve, reject) => {
        const sent = request(`${baseUrl}${path}`, { method, headers }, (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string | undefined>,
              body: Buffer.concat(chunks)
            })
          )
        })
        sent.on("error", reject)
        sent.end()
      })
  )
})

describe("the pack of the console", () => {
  plainIt("holds every file with its type, and no source maps and no manifest", async () => {
    const packed = readWebPack(await packOf(files))
    assert.sameMembers(
      [...packed.keys()],
      ["/index.html", "/icon.svg", "/assets/index-B5ohZfrR.js", "/assets/index-B5ohZfrR.css"]
    )
    const file = packed.get("/assets/index-B5ohZfrR.js")
    assert.strictEqual(gunzipSync(file?.gzip ?? Buffer.alloc(0)).toString(), script)
    assert.strictEqual(brotliDecompressSync(file?.brotli ?? Buffer.alloc(0)).toString(), script)
    assert.strictEqual(packed.get("/icon.svg")?.type, "image/svg+xml")
  })

  plainIt("gives a file another ETag only when its content changes", async () => {
    const etagOf = async (content: string) =>
      readWebPack(await packOf({ "index.html": content })).get("/index.html")?.etag
    assert.strictEqual(await etagOf(page), await etagOf(page))
    assert.notStrictEqual(await etagOf(page), await etagOf(`${page} `))
  })

  plainIt("is not made of a file of an unknown type", async () => {
    const message = await packOf({ "index.html": page, "a.exe": "" }).then(String, String)
    assert.include(message, "a.exe")
  })
})

layer(layerTestServer().pipe(Layer.provide(layerPack)))("the web console", (it) => {
  it.effect.each([
    ["/", html],
    ["/login?to=%2Fprojects", html],
    ["/projects/7/translations?q=a", html],
    ["/unknown/page", html],
    ["/index.html", html],
    ["/", anything],
    ["/login", anything],
    ["/projects/7/translations?q=a", anything]
  ] as const)("shows its page under %s", ([path, accepted]) =>
    Effect.gen(function* () {
      const { status, headers, body } = yield* ask(path, accepted)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
      assert.strictEqual(body.toString(), page)
      assert.strictEqual(headers["cache-control"], "no-cache")
      assert.strictEqual(
        headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
      )
      assert.strictEqual(headers["referrer-policy"], "no-referrer")
      assert.strictEqual(headers["cross-origin-opener-policy"], "same-origin")
      assert.strictEqual(headers["permissions-policy"], "camera=(), microphone=(), geolocation=()")
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.isUndefined(headers["access-control-allow-origin"])
      assert.isUndefined(headers["access-control-expose-headers"])
    })
  )

  it.effect("sends a page and a file once, and says that they have not changed", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/icon.svg", "/assets/index-B5ohZfrR.js"]) {
        const first = yield* ask(path, html)
        const again = yield* ask(path, { ...html, "if-none-match": first.headers["etag"] ?? "" })
        assert.deepStrictEqual([first.status, again.status, again.body.length], [200, 304, 0], path)
        assert.strictEqual(again.headers["etag"], first.headers["etag"])
        const other = yield* ask(path, { ...html, "if-none-match": 'W/"other"' })
        assert.strictEqual(other.status, 200)
      }
    })
  )

  it.effect("keeps files with a hash in their name for a year", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* ask("/assets/index-B5ohZfrR.css")
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "text/css; charset=utf-8")
      assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
      assert.isUndefined(headers["access-control-allow-origin"])
    })
  )

  it.effect("sends what was compressed at build time, in the encoding of the client", () =>
    Effect.gen(function* () {
      const path = "/assets/index-B5ohZfrR.js"
      for (const [accepted, encoding, unpack] of [
        ["gzip, deflate, br", "br", brotliDecompressSync],
        ["gzip, deflate", "gzip", gunzipSync],
        ["identity", undefined, (body: Buffer) => body]
      ] as const) {
        const { headers, body } = yield* ask(path, { "accept-encoding": accepted })
        assert.strictEqual(headers["content-encoding"], encoding)
        assert.strictEqual(headers["vary"], "Accept-Encoding")
        assert.strictEqual(unpack(body).toString(), script)
        if (encoding !== undefined) assert.isBelow(body.length, script.length / 10)
      }
    })
  )

  it.effect.each([
    ["an asset that does not exist", "/assets/index-00000000.js", html],
    ["the folder of the assets", "/assets/", html],
    ["another unknown path for a client that does not open pages", "/projects/7", { accept: "application/json" }],
    ["an unknown path for a client that says nothing", "/projects/7", {}],
    ["an unknown path for a client that takes anything", "/unknown/page", anything],
    ["an unknown path of the API for a client that takes anything", "/v2/nothing", anything],
    ["an unknown path of the API", "/v2/nothing", html],
    ["an unknown path of the public API", "/api/public/nothing", html],
    ["an unknown document", "/v3/nothing", html],
    ["an unknown file of the documentation", "/docs/nothing", html],
    ["an unknown check of health", "/health/nothing", html],
    ["an unknown path of the monitoring", "/actuator/nothing", html],
    ["an unknown path of metrics", "/metrics/nothing", html],
    ["an unknown path of the websocket", "/websocket/nothing", html],
    ["an unknown image", "/screenshots/nothing.png", html],
    ["an unknown upload", "/uploaded-images/nothing.png", html],
    ["an unknown avatar", "/avatars/nothing.png", html]
  ] as const)("is not the response to %s", ([_, path, headers]) =>
    Effect.gen(function* () {
      const response = yield* ask(path, headers)
      assert.strictEqual(response.status, 404)
      assert.strictEqual(JSON.parse(response.body.toString()).code, "resource_not_found")
      assert.strictEqual(response.headers["access-control-allow-origin"], "*")
    })
  )

  it.effect("leaves the methods of the API as they are", () =>
    Effect.gen(function* () {
      const wrong = yield* ask("/v2/console/session", html)
      assert.deepStrictEqual([wrong.status, wrong.headers["allow"]], [405, "POST, DELETE, OPTIONS"])
      assert.strictEqual((yield* ask("/login", html, "POST")).status, 404)
      assert.strictEqual((yield* ask("/v2/user", html)).status, 401)
      assert.strictEqual((yield* ask("/health/live", html)).status, 200)
      const docs = yield* ask("/docs", html)
      assert.include(docs.body.toString(), "Dragoman API")
    })
  )

  it.effect("answers HEAD without a body", () =>
    Effect.gen(function* () {
      const { status, headers, body } = yield* ask("/login", html, "HEAD")
      assert.deepStrictEqual([status, headers["content-type"], body.length], [200, "text/html; charset=utf-8", 0])
    })
  )

  plainIt("knows every page of the console", () => {
    const sources = globSync("../../../../web/src/**/*-route{,s}.ts", { cwd: import.meta.dirname }).map((file) =>
      readFileSync(join(import.meta.dirname, file), "utf8")
    )
    const route = /getParentRoute: \(\) => (?:rootRoute|userRoute),\s*path: "\/([\w-]+)/g
    const found = sources.flatMap((source) => [...source.matchAll(route)].map(([, first]) => first))
    // Its routes share a function with others.
    assert.sameMembers([...new Set([...found, "accept_invitation"])], [...pagePaths])
  })

  plainIt("knows every path of the API as the server's own", () => {
    const paths = Object.values(Api.groups).flatMap((group) =>
      (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map(({ path }) => path)
    )
    assert.deepStrictEqual(
      paths.filter((path) => !serverPaths.has(path.split("/")[1] ?? "")),
      []
    )
  })
})

for (const [name, layerServer] of [
  ["switched off", layerTestServer({ console: false }).pipe(Layer.provide(layerPack))],
  ["not in the program", layerTestServer()]
] as const) {
  layer(layerServer)(`a web console that is ${name}`, (it) => {
    it.effect("leaves / to the documentation, and no page", () =>
      Effect.gen(function* () {
        const { status, headers } = yield* ask("/", html)
        assert.deepStrictEqual([status, headers["location"]], [302, "/docs"])
        assert.strictEqual((yield* ask("/login", html)).status, 404)
        assert.strictEqual((yield* ask("/assets/index-B5ohZfrR.js")).status, 404)
      })
    )
  })
}
