import { assert, it } from "vitest"
import { endpointHint } from "./endpoint-hint.ts"

it.each([
  ["https://hooks.example/build", null],
  ["http://hooks.example/build", "plain"],
  ["HTTPS://8.8.8.8/", null],
  ["https://10.0.0.7/", "private"],
  ["https://[::1]:8443/", "private"],
  ["http://localhost:3000/", "private"],
  ["http://169.254.169.254/latest", "private"],
  ["https://hooks.example:5432/", "port"],
  ["http://127.1/", "invalid"],
  ["ftp://hooks.example/", "invalid"],
  ["hooks.example", "invalid"],
  [`https://hooks.example/${"a".repeat(255)}`, "invalid"]
])("about %s, the hint is %s", (url, hint) => {
  assert.strictEqual(endpointHint(url), hint)
})
