import { execFileSync, spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signatureHeaders } from "@dragoman/domain/webhook"
import { repository } from "@dragoman/release/repository"
import { afterAll, assert, describe, it } from "vitest"

const page = readFileSync(join(repository, "docs", "webhooks.md"), "utf8")
const codeIn = (language: string): string => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? ""

const secret = "whsec_00112233445566778899aabbccddeeff"
const otherSecret = "whsec_ffeeddccbbaa99887766554433221100"
const body = '{"eventType":"TEST","text":"přístav ⚓"}'

/** As they arrive; a web server gives names in lower case. */
const headersAt = (
  timestampMillis: number,
  secrets: Parameters<typeof signatureHeaders>[0]["secrets"] = [secret]
): Readonly<Record<string, string>> => {
  const headers = signatureHeaders({
    secrets,
    messageId: "msg_1_2",
    timestampMillis,
    body,
    hmacSha256: (key, message) => createHmac("sha256", key).update(message).digest()
  })
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

const now = Date.now()
const requests = [
  { name: "as it was sent", headers: headersAt(now), body, secret, expected: true },
  {
    name: "with one of several signatures",
    headers: { ...headersAt(now), "webhook-signature": `v1,AAAA ${headersAt(now)["webhook-signature"]}` },
    body,
    secret,
    expected: true
  },
  {
    name: "with the new secret of a rotation",
    headers: headersAt(now, [secret, otherSecret]),
    body,
    secret,
    expected: true
  },
  {
    name: "with the old secret of a rotation",
    headers: headersAt(now, [otherSecret, secret]),
    body,
    secret,
    expected: true
  },
  { name: "with another body", headers: headersAt(now), body: `${body} `, secret, expected: false },
  { name: "of another secret", headers: headersAt(now), body, secret: otherSecret, expected: false },
  { name: "with another id", headers: { ...headersAt(now), "webhook-id": "msg_1_3" }, body, secret, expected: false },
  { name: "of ten minutes ago", headers: headersAt(now - 600_000), body, secret, expected: false }
]
const expected = requests.map(({ name, expected }) => `${name}: ${expected}`)

const inNode = `
const { requests } = JSON.parse(process.argv[2])
for (const { name, headers, body, secret } of requests) console.log(name + ": " + verify(headers, body, secret))
`
const inPython = `
import json, sys
for request in json.loads(sys.argv[1])["requests"]:
    result = verify(request["headers"], request["body"].encode(), request["secret"])
    print(request["name"] + ": " + str(result).lower())
`
/** The JDK reads no JSON: each request is a row of words, whose encoding is that of the system. */
const inJava = `
final class Main {
  public static void main(String[] words) throws Exception {
    for (int at = 0; at < words.length; at += 6) {
      byte[] body = Base64.getDecoder().decode(words[at + 4]);
      System.out.println(
        words[at] + ": " + Webhooks.verify(words[at + 1], words[at + 2], words[at + 3], body, words[at + 5]));
    }
  }
}
`
const wordsForJava = requests.flatMap(({ name, headers, body, secret }) => [
  name,
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((header) => headers[header] ?? ""),
  Buffer.from(body).toString("base64"),
  secret
])
const hasJava = spawnSync("java", ["--version"]).status === 0
const hasPython = spawnSync("python3", ["--version"]).status === 0

describe("the verification in docs/webhooks.md accepts what is sent, and nothing else", () => {
  const world = mkdtempSync(join(tmpdir(), "dragoman verify "))
  afterAll(() => rmSync(world, { recursive: true, force: true }))

  const run = (
    command: string,
    file: string,
    code: string,
    words: ReadonlyArray<string> = [JSON.stringify({ requests })]
  ): ReadonlyArray<string> => {
    writeFileSync(join(world, file), code)
    return execFileSync(command, [join(world, file), ...words], { encoding: "utf8" })
      .trim()
      .split("\n")
  }

  it("in JavaScript", () => {
    assert.deepStrictEqual(run(process.execPath, "verify.mjs", codeIn("js") + inNode), expected)
  })

  it.skipIf(!hasPython)("in Python", () => {
    assert.deepStrictEqual(run("python3", "verify.py", codeIn("python") + inPython), expected)
  })

  it.skipIf(!hasJava)("in Java", () => {
    // A single file starts with the class that has `main`.
    const [imports = "", verification = ""] = codeIn("java").split(/(?=^final class)/m)
    assert.deepStrictEqual(run("java", "Main.java", imports + inJava + verification, wordsForJava), expected)
  })
})
