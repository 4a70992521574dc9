import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"
import { rateLimited } from "./refusal.ts"

/** Enough requests to pass the limit of any user for a minute, on each of two servers. */
const tooMany = 1_000

/** Rejections in a row that prove the limit: each server of a cluster counts it for itself. */
const rejectedInARow = 6

/** Checks what the CLI prints when a user has sent too many requests. For a server with limits. */
export const rateLimitCase: CliCase = {
  name: "every command says that the rate limit is reached",
  run: async ({ address, key, writeFiles, refused }) => {
    writeFiles({ "en.json": { home: "Harbour" } })
    const statuses: Array<number> = []
    const isSpent = () =>
      statuses.length >= rejectedInARow && statuses.slice(-rejectedInARow).every((one) => one === 429)
    while (statuses.length < tooMany && !isSpent()) {
      statuses.push((await fetch(`${address}/v2/api-keys/current`, { headers: { "x-api-key": key } })).status)
    }
    assert.deepStrictEqual([...new Set(statuses)], [200, 429])
    assert.isTrue(isSpent())
    assert.include(await refused(["push", "--files-template", "…/{languageTag}.json"]), rateLimited)
    assert.include(await refused(["pull", "--path", "out"]), rateLimited)
    assert.include(await refused(["tag", "--tag", "all"]), rateLimited)
    assert.include(await refused(["login", key], { key: null }), rateLimited)
  }
}
