import { assert, describe, it } from "vitest"
import { nextMailAttempt } from "./mail-retry.ts"

const minute = 60_000
const down = { status: null, command: "CONN" }

describe("a mail that could not be sent", () => {
  it.each([
    ["is tried again after a minute", 1, 0, down, minute],
    ["is tried a fifth time after ten minutes", 4, 0, down, 10 * minute],
    ["is tried once an hour then", 9, 5 * 60 * minute, down, 6 * 60 * minute],
    ["is tried again when the server is busy", 1, 0, { status: 451, command: "RCPT TO" }, minute],
    ["is tried again when the password is wrong", 1, 0, { status: 535, command: "AUTH PLAIN" }, minute],
    ["is tried again when the message is refused", 1, 0, { status: 554, command: "DATA" }, minute],
    ["is tried again when relaying is refused", 1, 0, { status: 554, command: "RCPT TO" }, minute],
    ["is given up when there is no such mailbox", 1, 0, { status: 550, command: "RCPT TO" }, null],
    ["is given up when its next attempt is a day later", 28, 23 * 60 * minute, down, null],
    ["has its last attempt within the day", 27, 23 * 60 * minute - 1, down, 24 * 60 * minute - 1]
  ])("%s", (_, attempts, now, failure, expected) => {
    assert.strictEqual(nextMailAttempt({ attempts, createdAt: 0 }, failure, now), expected)
  })
})
