import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it, vi } from "vitest"
import { makeCliFixture } from "../cli/cli-fixture.ts"
import { browserTitle, hasBrowser, launchBrowser } from "../testing/browser.ts"
import {
  engines,
  exhaustiveOnSecond,
  makeServers,
  type RunningServer,
  type RunningServers
} from "../testing/running-servers.ts"
import { dialogCases } from "./dialog.ts"
import { type EditedSite, startSite } from "./edited-page.ts"
import { figmaCases } from "./figma.ts"
import { inContextChecklist } from "./in-context-checklist.ts"
import { showPublishedTexts } from "./published-texts.ts"
import { sdkCases } from "./sdk.ts"

let servers: RunningServers
let browser: Browser
let site: EditedSite

beforeAll(async () => {
  // The SDK tells of every request that fails, which is what some cases are about.
  vi.spyOn(console, "warn").mockReturnValue()
  servers = await makeServers("in-context")
  site = await startSite()
  if (hasBrowser) browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  site?.close()
  await servers?.stop()
})

describe.each(engines)("on a server with %s", (engine) => {
  let server: RunningServer

  beforeAll(async () => {
    server = await servers.start(engine)
  })

  describe("the published SDK", exhaustiveOnSecond(engine), () => {
    it.concurrent.each(sdkCases)("$name", async ({ run }) => run(await makeCliFixture(server, servers.folder)))
  })

  describe("the checklists", exhaustiveOnSecond(engine), () => {
    const cases = [...inContextChecklist, ...figmaCases]
    it.concurrent.each(cases)("$name", async ({ run }) => run(await makeCliFixture(server, servers.folder)))
  })

  // The page asks what the checklists ask: its answers do not depend on the engine.
  describe.skipIf(!hasBrowser || engine !== engines[0])(browserTitle("in a browser"), () => {
    const edit = async ({ run }: (typeof dialogCases)[number]) => {
      await run(await makeCliFixture(server, servers.folder), browser, site)
    }
    it("shows texts from a content delivery, and those that it brings while there is none", async () => {
      await showPublishedTexts(await makeCliFixture(server, servers.folder), browser, site)
    })
    it.each(dialogCases.slice(0, 1))("$name", edit)
    it.each(dialogCases.slice(1))("$name", { tags: ["exhaustive"] }, edit)
  })
})
