import { assert, it } from "vitest"
import { recordedUsername } from "./recorded-username.ts"

it.each([
  ["the name of an account is kept", "admin", true, "admin"],
  ["an e-mail address is kept, also of no account", "nela@example.com", false, "nela@example.com"],
  ["of any other name only the beginning is kept: it may be a password", "Sesame-9931", false, "Se…"],
  ["a password with an at sign is no address", "p@ssword", false, "p@…"],
  ["a letter of two units is not cut", "😀😀😀", false, "😀😀…"],
  ["a short name does not show its length", "a", false, "a…"],
  ["a name is at most as long as that of an account", `${"a".repeat(300)}@example.com`, false, "a".repeat(255)]
] satisfies ReadonlyArray<[string, string, boolean, string]>)("%s", (_, typed, isKnown, expected) => {
  assert.strictEqual(recordedUsername(typed, isKnown), expected)
})
