import { execFileSync, spawnSync } from "node:child_process"
import { createHmac, timingSafeEqual } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { digestEncodings, secretKey, signatureHeaders } from "@dragoman/domain/webhook"
import { repository } from "@dragoman/release/repository"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { afterAll, assert, describe, it } from "vitest"

const page = readFileSync(join(repository, "docs", "webhooks.md"), "utf8")
const codeIn = (language: string): string => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? ""

const secret = "whsec_00112233445566778899aabbccddeeff"
const otherSecret = "whsec_ffeeddccbbaa99887766554433221100"
const body = '{"eventType":"TEST","text":"přístav ⚓"}'

/** Headers of a delivery; a web server gives names in lower case. */
const headersAt = (
  timestampMillis: number,
  secrets: Parameters<typeof signatureHeaders>[0]["secrets"] = [secret]
): Readonly<Record<string, string>> => {
  const headers = signatureHeaders({
    secrets,
    messageId: "msg_1_2",
    timestampMillis,
    body: Buffer.from(body),
    sign: (of, scheme, prefix, bytes) =>
      createHmac("sha256", secretKey(of, scheme)).update(prefix).update(bytes).digest(digestEncodings[scheme])
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
const inGo = `
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var given struct {
		Requests []struct {
			Name, Body, Secret string
			Headers            map[string]string
		}
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &given); err != nil {
		panic(err)
	}
	for _, request := range given.Requests {
		header := http.Header{}
		for name, value := range request.Headers {
			header.Set(name, value)
		}
		fmt.Printf("%s: %t\\n", request.Name, Verify(header, []byte(request.Body), request.Secret))
	}
}
`
const inPhp = `
foreach (json_decode($argv[1], true)['requests'] as $request) {
    $result = verify($request['headers'], $request['body'], $request['secret']);
    echo $request['name'], ': ', var_export($result, true), "\\n";
}
`
const wordsForJava = requests.flatMap(({ name, headers, body, secret }) => [
  name,
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((header) => headers[header] ?? ""),
  Buffer.from(body).toString("base64"),
  secret
])
const has = (command: string, word = "--version"): boolean => spawnSync(command, [word]).status === 0
const hasGo = has("go", "version")
const hasJava = has("java")
const hasPhp = has("php")
const hasPython = has("python3")

describe("the verification in docs/webhooks.md accepts what is sent, and nothing else", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman verify "))
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const run = (
    command: string,
    file: string,
    code: string,
    words: ReadonlyArray<string> = [JSON.stringify({ requests })]
  ): ReadonlyArray<string> => {
    writeFileSync(join(fixture, file), code)
    return execFileSync(command, [join(fixture, file), ...words], { encoding: "utf8" })
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

  it.skipIf(!hasGo)("in Go", () => {
    const folder = join(fixture, "go")
    mkdirSync(folder)
    writeFileSync(join(folder, "verify.go"), codeIn("go").replace("package webhooks", "package main"))
    writeFileSync(join(folder, "main.go"), inGo)
    const words = ["run", "verify.go", "main.go", JSON.stringify({ requests })]
    const printed = execFileSync("go", words, { cwd: folder, encoding: "utf8" })
    assert.deepStrictEqual(printed.trim().split("\n"), expected)
  })

  it.skipIf(!hasPhp)("in PHP", () => {
    assert.deepStrictEqual(run("php", "verify.php", codeIn("php") + inPhp), expected)
  })
})

describe("programs of others accept what is sent, and nothing else:", () => {
  const isAccepted = (verify: () => unknown): boolean => {
    try {
      verify()
      return true
    } catch {
      return false
    }
  }

  it.each([
    ["standardwebhooks", StandardWebhook],
    ["svix", SvixWebhook]
  ] as const)("%s", (_, Webhook) => {
    const results = requests.map(
      ({ name, headers, body, secret }) =>
        `${name}: ${isAccepted(() => new Webhook(secret).verify(body, { ...headers }))}`
    )
    assert.deepStrictEqual(results, expected)
  })

  it("what Tolgee documents", () => {
    const verify = (header: string, rawBody: string, key: string): boolean => {
      const { timestamp, signature } = JSON.parse(header)
      const digest = createHmac("sha256", key).update(`${timestamp}.${rawBody}`).digest("hex")
      return timingSafeEqual(Buffer.from(signature), Buffer.from(digest)) && timestamp >= Date.now() - 300_000
    }
    const results = requests.map(
      ({ name, headers, body, secret }) => `${name}: ${verify(headers["tolgee-signature"] ?? "", body, secret)}`
    )
    // Its scheme signs no id, and with the newest secret only.
    const inTolgee = requests.map(({ name, expected }) =>
      name === "with the old secret of a rotation" || name === "with another id"
        ? `${name}: ${!expected}`
        : `${name}: ${expected}`
    )
    assert.deepStrictEqual(results, inTolgee)
  })
})
