import { assert, describe, it } from "vitest"
import { cachePurges } from "./cache-purge-settings.ts"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

const purging = "TOLGEE_CONTENT_DELIVERY_CACHE_PURGING"

describe("the services whose caches are purged", () => {
  it("are those with all of their settings, also by Tolgee's names", () => {
    const found = read({ [`${purging}_BUNNY_API_KEY`]: "key", [`${purging}_BUNNY_URL_PREFIX`]: "https://a.b-cdn.net/" })
    if ("problems" in found) throw new Error(found.problems.join("\n"))
    const { bunny, ...others } = cachePurges(found.settings)
    assert.strictEqual(bunny?.contentDeliveryBunnyUrlPrefix, "https://a.b-cdn.net")
    assert.deepStrictEqual(others, { cloudflare: null, azureFrontDoor: null, cloudfront: null })
  })

  it("need the settings that are missing beside those that are set", () => {
    const found = read({
      [`${purging}_AWS_CLOUDFRONT_ACCESS_KEY`]: "a",
      DRAGOMAN_CONTENT_DELIVERY_CLOUDFRONT_SECRET_KEY: "s"
    })
    assert.deepStrictEqual("problems" in found && found.problems, [
      "DRAGOMAN_CONTENT_DELIVERY_CLOUDFRONT_ACCESS_KEY needs DRAGOMAN_CONTENT_DELIVERY_CLOUDFRONT_DISTRIBUTION_ID, which is not set."
    ])
  })
})
