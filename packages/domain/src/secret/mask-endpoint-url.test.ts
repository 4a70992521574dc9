import { assert, describe, it } from "vitest"
import { maskEndpointUrl } from "./mask-endpoint-url.ts"

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
