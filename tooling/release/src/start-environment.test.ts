import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { repository } from "./repository.ts"

const environment: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(repository, "tooling", "start-environment.json"), "utf8")
)

it.each(["dragoman.service", "dragoman-dispatcher.service"])(
  "%s sets for memory what npm start sets, and no more",
  (unit) => {
    const lines = readFileSync(join(repository, "deploy", "systemd", unit), "utf8").split("\n")
    assert.sameMembers(
      lines.filter((line) => line.startsWith("Environment=MALLOC_")),
      Object.entries(environment).map(([name, value]) => `Environment=${name}=${value}`)
    )
  }
)
