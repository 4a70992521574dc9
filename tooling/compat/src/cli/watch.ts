import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { CliCase, CliFixture } from "./cli-fixture.ts"

const watch = ["pull", "--path", "out", "--languages", "en", "--watch"]

/** Poll interval of the file. */
const lookMillis = 20

/** Looks again until the file is there with this text; the time limit of the test ends it otherwise. */
export const untilPulled = async ({ folder }: Pick<CliFixture, "folder">, key: string, text: string): Promise<void> => {
  const file = join(folder, "out", "en.json")
  while (!existsSync(file) || !readFileSync(file, "utf8").includes(`"${key}": "${text}"`)) await setTimeout(lookMillis)
}

export const setText = async ({ call }: Pick<CliFixture, "call">, key: string, text: string): Promise<void> =>
  void (await call("POST", "…/translations", { key, translations: { en: text } }))

/** `pull --watch`. After a restart of the server: `realtime/realtime.test.ts`. */
export const watchCases: ReadonlyArray<CliCase> = [
  {
    name: "pull --watch follows a hundred changes to the last one",
    run: async (fixture) => {
      await fixture.give([{ name: "title", translations: { en: "Text 0" } }])
      await fixture.during(watch, async () => {
        await untilPulled(fixture, "title", "Text 0")
        for (let count = 1; count <= 100; count++) await setText(fixture, "title", `Text ${count}`)
        await untilPulled(fixture, "title", "Text 100")
        await fixture.give([{ name: "pushed", translations: { en: "By an import" } }])
        await untilPulled(fixture, "pushed", "By an import")
      })
    }
  }
]
