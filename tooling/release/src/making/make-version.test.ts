import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { productVersion, repository } from "../repository.ts"
import { filesWithVersion } from "./make-version.ts"

it.each(filesWithVersion)("%s names the version of the program", (name) => {
  assert.include(readFileSync(join(repository, name), "utf8"), productVersion())
})
