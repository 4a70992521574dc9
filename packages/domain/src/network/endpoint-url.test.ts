import { assert, describe, it } from "vitest"
import { endpointRules, mayReach } from "./endpoint-address.ts"
import { maskEndpointUrl, parseEndpointUrl } from "./endpoint-url.ts"

const hostOf = (text: string): string | null => {
  const url = parseEndpointUrl(text)
  return url.ok ? url.value.host : null
}

/** Decides like the saving of a URL whose host is a literal address. */
const isSaved = (text: string, allowed: ReadonlyArray<string> = []): boolean => {
  const host = hostOf(text)
  return host !== null && mayReach(host, [host], endpointRules({ allow: allowed }))
}

describe("address of a webhook", () => {
  it.each([
    ["https://example.com/hook", "example.com", 443],
    ["HTTP://Example.COM", "example.com", 80],
    ["http://my-host.example.com:8080/a/b?c=d&e=%20", "my-host.example.com", 8080],
    ["http://user:pw@8.8.8.8/", "8.8.8.8", 80],
    ["http://8.8.8.8:0/", "8.8.8.8", 0],
    ["https://8.8.8.8:443/#fragment", "8.8.8.8", 443],
    ["http://[2606:4700::1111]:8080/", "2606:4700::1111", 8080],
    ["http://xn--pklad-zsa96e.cz/", "xn--pklad-zsa96e.cz", 80],
    ["http://1password.com/", "1password.com", 80]
  ])("%s is one", (text, host, port) => {
    assert.deepStrictEqual(parseEndpointUrl(text), { ok: true, value: { text, host, port } })
  })

  it.each([
    "",
    "not-a-url",
    "//x.com",
    "ftp://example.com/",
    "javascript:alert(1)",
    "http://",
    "http:///path",
    "http://8.8.8.8/a b",
    "http://8.8.8.8/{id}",
    "http://8.8.8.8/%zz",
    "http://8.8.8.8/?a=|",
    "http://8.8.8.8/a\\b",
    "http:8.8.8.8",
    "http:/8.8.8.8/x",
    " http://8.8.8.8/",
    "http://8.8.8.8/ ",
    "http://8.8.8.8/\n",
    "http://my_host/",
    "http://příklad.cz/",
    "http://127.1/",
    "http://0x7f.0.0.1/",
    "http://0x7f000001/",
    "http://127.0.0.1./",
    "http://example.com./",
    "http://①②⑦.0.0.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://8.8.8.256/",
    "http://8.8.8.8:99999/",
    "http://-a.com/",
    "http://a..com/",
    "http://[fe80::1%25eth0]/",
    "http://[::1/"
  ])("%j is invalid", (text) => {
    assert.deepStrictEqual(parseEndpointUrl(text), {
      ok: false,
      error: { kind: "code", status: 400, code: "url_not_valid", params: null }
    })
  })

  it("has at most 255 characters, which is checked before anything else", () => {
    const prefix = "https://example.com/"
    assert.isTrue(parseEndpointUrl(prefix + "a".repeat(255 - prefix.length)).ok)
    assert.deepStrictEqual(parseEndpointUrl("no url ".repeat(40)), {
      ok: false,
      error: { kind: "standardValidation", messages: { url: "size must be between 0 and 255" } }
    })
  })

  it.each([
    "http://127.0.0.1/",
    "http://0.0.0.0/",
    "http://0.1.2.3/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.253/",
    "http://172.31.0.1/",
    "http://192.88.99.1/",
    "http://192.168.1.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[100::1]/",
    "http://[2001:db8::1]/",
    "http://[fc00::1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/"
  ])("%s is not saved, unless it is allowed", (text) => {
    assert.isFalse(isSaved(text))
    assert.isTrue(isSaved(text, ["*"]))
    assert.isTrue(isSaved(text, ["0.0.0.0/0", "::/0"]))
  })

  it.each(["http://8.8.8.8/", "http://172.32.0.1/", "http://100.128.0.1/", "http://[2606:4700::1111]/"])(
    "%s is saved",
    (text) => {
      assert.isTrue(isSaved(text))
    }
  )
})

describe("a masked webhook URL", () => {
  it.each([
    ["shows no path", "https://hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com/***"],
    ["shows no query", "https://a.example/?token=secret", "https://a.example/***"],
    ["shows no query without a path", "https://a.example?token=secret", "https://a.example/***"],
    ["shows no fragment", "https://a.example#secret", "https://a.example/***"],
    ["shows no credentials", "https://user:secret@a.example/", "https://***@a.example/"],
    ["shows no credentials with an at sign", "https://user:s@cret@a.example/x", "https://***@a.example/***"],
    ["shows host and port", "HTTP://A.example:8080/x", "HTTP://A.example:8080/***"],
    ["shows an address", "http://[2001:db8::1]:81/x", "http://[2001:db8::1]:81/***"],
    ["is the same when nothing is hidden", "https://a.example", "https://a.example"],
    ["is the same for the root path", "https://a.example/", "https://a.example/"],
    ["is masked as a whole when it is no URL", "secret", "***"]
  ])("%s", (_, url, masked) => {
    assert.strictEqual(maskEndpointUrl(url), masked)
    assert.strictEqual(maskEndpointUrl(masked), masked)
  })
})
