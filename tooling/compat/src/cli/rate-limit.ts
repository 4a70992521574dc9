import { assert } from "vitest"
import type { CliCase } from "./cli-fixture.ts"
import { rateLimited } from "./refusal.ts"

/** More requests than any user has in a minute. */
const tooMany = 500

/** What the CLI says when a user has sent too many requests. For a server with limits. */
export const rateLimitCase: CliCase = {
  name: "every command says that the rate limit is reached",
  run: async ({ address, key, writeFiles, refused }) => {
    writeFiles({ "en.json": { home: "Harbour" } })
    const statuses = new Set<number>()
    for (let sent = 0; sent < tooMany && !statuses.has(429); sent++) {
      statuses.add((await fetch(`${address}/v2/api-keys/current`, { headers: { "x-api-key": key } })).status)
    }
    assert.deepStrictEqual([...statuses], [200, 429])
    assert.include(await refused(["push", "--files-template", "…/{languageTag}.json"]), rateLimited)
    assert.include(await refused(["pull", "--path", "out"]), rateLimited)
    assert.include(await refused(["tag", "--tag", "all"]), rateLimited)
    assert.include(await refused(["login", key], { key: null }), rateLimited)
  }
}
