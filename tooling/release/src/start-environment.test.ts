import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { repository } from "./repository.ts"

it("the systemd unit sets what npm start sets", () => {
  const environment = JSON.parse(readFileSync(join(repository, "tooling", "start-environment.json"), "utf8")) as Record<
    string,
    string
  >
  const lines = readFileSync(join(repository, "deploy", "systemd", "dragoman.service"), "utf8").split("\n")
  for (const [name, value] of Object.entries(environment)) assert.include(lines, `Environment=${name}=${value}`)
})
