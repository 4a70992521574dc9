import { assert, it } from "vitest"
import { isFetched, pinnedDownloads } from "../downloads/downloads.ts"
import { problemOf, writeSbom } from "../sbom/write-sbom.ts"
import { debianInventory } from "./debian-libraries.ts"

it.skipIf(!isFetched("amd64"))(
  "the libraries of Debian in the images have versions, licenses, digests and texts",
  async () => {
    const { parts, notices } = debianInventory()
    const { amd64, arm64 } = pinnedDownloads.debian
    assert.lengthOf(parts, amd64.length + arm64.length)
    assert.isNull(await problemOf(writeSbom({ version: "1.0.0", seconds: 0, parts })))
    for (const { name, version } of amd64) {
      const found = notices.find((notice) => notice.name === `${name}@${version}`)
      assert.isAbove(found?.texts.length ?? 0, 1, name)
    }
    const texts = notices.flatMap((notice) => notice.texts).join("\n")
    for (const title of ["GCC RUNTIME LIBRARY EXCEPTION", "GNU LESSER GENERAL PUBLIC LICENSE"])
      assert.include(texts, title)
  }
)
