import { existsSync, readdirSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { languagesIn, seedImportFixture, textsOf, uploaded } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { error, send, sendBody } from "../../../testing/send.ts"
import { layerTestServer, TestServer } from "../../../testing/test-server.ts"
import { upload } from "../../../testing/upload.ts"

const good = { name: "en.json", content: '{"k":"v"}' }

const missingFiles = {
  status: 400,
  body: { STANDARD_VALIDATION: { files: "Required part 'files' is not present." } }
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])

const entityBomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY ${String.fromCharCode(98 + level)} "${`&${String.fromCharCode(97 + level)};`.repeat(10)}">`
).join("")}]>`

const xliff = (unit: string, start = "") =>
  `${start}<xliff version="1.2"><file original="f" source-language="en" target-language="cs"><body>${unit}</body></file></xliff>`

/** Lists the folder of uploads that are being read. */
const temporaryFiles = Effect.map(TestServer, ({ dataDir }) => {
  const folder = join(dataDir, "uploads")
  return existsSync(folder) ? readdirSync(folder) : []
})

layer(layerTestServer({ maxUploadBytes: 200_000 }))("a hostile upload", (it) => {
  it.effect.each([
    ["broken JSON", { name: "en.json", content: '{"k":' }],
    ["an empty file", { name: "en.json", content: "" }],
    ["an empty PO name with an unterminated text", { name: "cs.po", content: 'msgid "a\nmsgstr "b"' }],
    ["a file of another kind", { name: "en.exe", content: "MZ" }],
    ["JSON under a name of XLIFF", { name: "en.xlf", content: '{"k":"v"}' }],
    ["XML under a name of JSON", { name: "en.json", content: xliff("") }],
    [
      "text that is no UTF-8 in a PO file",
      { name: "cs.po", content: Buffer.from([0x6d, 0x73, 0x67, 0xff, 0xfe, 0xfd]) }
    ],
    ["nesting of 100,000 levels", { name: "en.json", content: `${"[".repeat(90_000)}${"]".repeat(90_000)}` }],
    ["XML nested 10,000 levels", { name: "en.xlf", content: `${"<g>".repeat(10_000)}${"</g>".repeat(10_000)}` }],
    [
      "entities that multiply",
      { name: "en.xlf", content: xliff('<trans-unit id="k"><source>&j;</source></trans-unit>', entityBomb) }
    ],
    [
      "an entity that names a file",
      {
        name: "en.xlf",
        content: xliff(
          '<trans-unit id="k"><source>&f;</source></trans-unit>',
          '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
        )
      }
    ],
    ["XLIFF of another version", { name: "en.xlf", content: '<xliff version="3.0"/>' }],
    ["a character that no database keeps", { name: "en.json", content: '{"k":"a\\u0000b"}' }],
    ["half a character", { name: "en.json", content: '{"\\ud800":"v"}' }],
    ["an archive that is none", { name: "all.zip", content: "PK or not" }],
    ["an archive that ends early", { name: "all.zip", content: makeZip([good]).subarray(0, 40) }],
    [
      "an archive of a megabyte in a kilobyte",
      { name: "all.zip", content: makeZip([{ name: "en.json", content: " ".repeat(1_000_000) }]) }
    ]
  ] as const)("with %s is reported beside the file that can be read", ([, file]) =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const response = uploaded(yield* upload(asOwner, path, [file, { ...good, name: "good/en.json" }]))
      assert.deepStrictEqual(
        response.errors.map(({ code, params }) => [code, params?.[0], typeof params?.[1]]),
        [["cannot_parse_file", file.name, "string"]]
      )
      assert.deepStrictEqual(
        response.result?._embedded.languages.map(({ importFileName }) => importFileName),
        ["good/en.json"]
      )
      assert.deepStrictEqual(yield* temporaryFiles, [])
    })
  )

  it.effect("keeps names of properties that JavaScript gives a meaning", () =>
    Effect.gen(function* () {
      const { asOwner, path, params } = yield* seedImportFixture()
      const content = '{"__proto__":"p","constructor":{"prototype":"q"},"toString":"t"}'
      const archive = makeZip([
        { name: "__proto__", content },
        { name: "constructor/en.json", content }
      ])
      const response = yield* upload(asOwner, `${path}?__proto__=x`, [
        { name: "__proto__.json", content },
        { name: "all.zip", content: archive }
      ])
      const [first, second] = languagesIn(response)
      assert.deepStrictEqual([first?.name, second?.importFileName], ["__proto__", "constructor/en.json"])
      assert.deepStrictEqual(
        [...(yield* textsOf(asOwner, params, first?.id ?? 0))],
        [
          ["__proto__", "p"],
          ["constructor.prototype", "q"],
          ["toString", "t"]
        ]
      )
      assert.isUndefined(({} as Record<string, unknown>)["prototype"])
    })
  )

  it.effect("with names that climb out of their folder stays inside and is stored under the rest of the name", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const archive = makeZip([
        { name: "../../../etc/en.json", content: '{"a":"v"}' },
        { name: "/usr/cs.json", content: '{"b":"v"}' }
      ])
      const response = yield* upload(asOwner, path, [
        { name: "all.zip", content: archive },
        { name: "../../tmp/de.json", content: '{"c":"v"}' }
      ])
      const names = languagesIn(response).map(({ importFileName }) => importFileName)
      assert.deepStrictEqual(names.slice(0, 2), ["etc/en.json", "usr/cs.json"])
      assert.lengthOf(names, 3)
      const { dataDir } = yield* TestServer
      assert.isFalse(existsSync(join(dataDir, "..", "tmp", "de.json")))
      assert.isFalse(existsSync(join(dataDir, "..", "..", "tmp", "de.json")))
    })
  )

  it.effect("of UTF-16, or of broken UTF-8, is read as far as it can be and harms nothing", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const broken = Buffer.concat([Buffer.from('{"k":"a'), Buffer.from([0xff]), Buffer.from('b"}')])
      const response = uploaded(
        yield* upload(asOwner, path, [
          { name: "cs.json", content: utf16('{"k":"ž"}') },
          { name: "en.json", content: broken },
          { ...good, name: "good.json" }
        ])
      )
      const languages = response.result?._embedded.languages ?? []
      assert.strictEqual(languages.length + response.errors.length, 3)
      assert.include(
        languages.map(({ name }) => name),
        "good"
      )
    })
  )

  it.effect("with archives in archives in archives stops at a depth", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      let content = makeZip([good])
      for (let depth = 0; depth < 20; depth++) content = makeZip([{ name: "more.zip", content }])
      const response = uploaded(yield* upload(asOwner, path, [{ name: "all.zip", content }]))
      assert.lengthOf(response.errors, 1)
      assert.isNull(response.result)
    })
  )

  it.effect("larger than the limit is refused, as one file and as a sum; nothing is kept", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const large = (name: string, length: number) => ({ name, content: JSON.stringify({ k: "x".repeat(length) }) })
      const tooBig = error(400, "file_too_big", [])
      assert.deepStrictEqual(yield* upload(asOwner, path, [large("en.json", 200_001)]), tooBig)
      const three = ["a.json", "b.json", "c.json"].map((name) => large(name, 80_000))
      assert.deepStrictEqual(yield* upload(asOwner, path, three), tooBig)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), error(404, "resource_not_found"))
      assert.deepStrictEqual(yield* temporaryFiles, [])
    })
  )

  it.effect("of more than 500 parts is refused", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const form = new FormData()
      for (let index = 0; index < 501; index++) form.append("note", "x")
      form.append("files", new Blob([good.content]), good.name)
      assert.deepStrictEqual(yield* sendBody(asOwner, "POST", path, form), error(400, "file_too_big", []))
      assert.deepStrictEqual(yield* temporaryFiles, [])
    })
  )

  it.effect("without the part named files says so", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const other = new FormData()
      other.append("file", new Blob([good.content]), good.name)
      assert.deepStrictEqual(yield* sendBody(asOwner, "POST", path, other), missingFiles)
      const text = new FormData()
      text.append("files", "no file name")
      assert.deepStrictEqual(yield* sendBody(asOwner, "POST", path, text), missingFiles)
      assert.deepStrictEqual(
        yield* sendBody(asOwner, "POST", path, "--b--\r\n", "multipart/form-data; boundary=b"),
        missingFiles
      )
    })
  )

  it.effect("that is no multipart body is refused without an error of the server", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      assert.deepStrictEqual(
        yield* sendBody(asOwner, "POST", path, "{}", "application/json"),
        error(415, "unsupported_media_type", ["application/json"])
      )
      const bodies: ReadonlyArray<readonly [string, string]> = [
        [
          '--b\r\nContent-Disposition: form-data; name="files"; filename="en.json"\r\n\r\n{',
          "multipart/form-data; boundary=b"
        ],
        ["--b\r\nnonsense", "multipart/form-data; boundary=b"],
        ["", "multipart/form-data; boundary=b"],
        ["--b--", "multipart/form-data"],
        ["x", "multipart/form-data; boundary="]
      ]
      for (const [body, contentType] of bodies) {
        const response = yield* sendBody(asOwner, "POST", path, body, contentType)
        assert.strictEqual(response.status, 400, `${contentType}: ${JSON.stringify(response)}`)
      }
      assert.deepStrictEqual(yield* sendBody(asOwner, "POST", path, null), error(415, "unsupported_media_type", [""]))
      assert.deepStrictEqual(yield* temporaryFiles, [])
    })
  )

  it.effect("that the client breaks off leaves no file and no row", () =>
    Effect.gen(function* () {
      const { asOwner, path, project } = yield* seedImportFixture()
      const { baseUrl } = yield* TestServer
      yield* Effect.promise(
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
            socket.once("error", reject)
            socket.write(
              [
                `POST ${path} HTTP/1.1`,
                "Host: 127.0.0.1",
                `Authorization: Bearer ${asOwner.accessToken}`,
                "Content-Type: multipart/form-data; boundary=b",
                "Content-Length: 100000",
                "",
                "--b",
                'Content-Disposition: form-data; name="files"; filename="en.json"',
                "",
                '{"k":"v"'
              ].join("\r\n"),
              () => {
                socket.once("close", () => resolve())
                socket.destroy()
              }
            )
          })
      )
      // Any upload after it: the answer comes when the thread has had its turn.
      const { asOwner: other, path: otherPath } = yield* seedImportFixture()
      yield* upload(other, otherPath, [good])
      yield* Effect.repeat(Effect.yieldNow, { until: () => Effect.map(temporaryFiles, (files) => files.length === 0) })
      assert.deepStrictEqual(yield* temporaryFiles, [])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM import WHERE project_id = ${project.id}`, [])
    })
  )
})

layer(layerTestServer({ workerMegabytesMax: 4 }))("an upload that needs more memory than there is", (it) => {
  it.effect("ends the thread, not the server, and is answered as a file that cannot be read", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      for (let times = 0; times < 2; times++) {
        const response = uploaded(yield* upload(asOwner, path, [good]))
        assert.deepStrictEqual(response.result, null)
        assert.deepStrictEqual(
          response.errors.map(({ code, params }) => [code, params?.[0]]),
          [["cannot_parse_file", "en.json"]]
        )
      }
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), error(404, "resource_not_found"))
      assert.deepStrictEqual(yield* temporaryFiles, [])
    })
  )
})
