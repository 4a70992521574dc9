import { assert, it } from "vitest"
import { isGuessable } from "./guessable-secret.ts"

it.each([
  ["a-long-password", ["a-long-password"], true],
  ["Dragoman", ["x"], true],
  ["changemechangeme", [], true],
  ["Password-123456", [], true],
  ["123456789012", [], true],
  ["aaaaaaaaaaaaaaaa", [], true],
  ["db-user", ["", "DB-User"], true],
  ["", [""], true],
  ["correct horse battery", ["", "a-long-password"], false],
  ["passwords-are-hard", [], false],
  ["q7Zk2vXw9LrT", [], false]
] as const)("the secret %s is guessable beside %j: %s", (secret, names, expected) => {
  assert.strictEqual(isGuessable(secret, names), expected)
})
