import { spawnSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import { debianVersion, imageTag, type SourceState, versionOf } from "./built-version.ts"

const sources: SourceState = { commit: "0123456789ab", seconds: 1_795_725_000, isDirty: false, tags: [] }

const development = "1.0.1-dev.20261126203000+0123456789ab"

describe("the version of a build", () => {
  it.each<[string, SourceState | null, string]>([
    ["is the released one without a clone", null, "1.0.0"],
    ["is the released one at its tag", { ...sources, tags: ["other", "v1.0.0"] }, "1.0.0"],
    ["names time and commit behind a release", sources, development],
    ["names them at the tag of another version", { ...sources, tags: ["v0.9.0"] }, development],
    ["says that no commit has its sources", { ...sources, isDirty: true, tags: ["v1.0.0"] }, `${development}.dirty`]
  ])("%s", (_, state, expected) => {
    assert.strictEqual(versionOf("1.0.0", state), expected)
  })

  it("is a tag of an image", () => {
    assert.match(imageTag(development), /^[\w][\w.-]{0,127}$/)
  })

  it.runIf(spawnSync("dpkg", ["--version"]).status === 0)(
    "lies between releases, and after older builds, for Debian",
    () => {
      const later = versionOf("1.0.0", { ...sources, seconds: sources.seconds + 1, commit: "000000000000" })
      const ordered = ["1.0.0", development, later, "1.0.1", "1.1.0"].map(debianVersion)
      assert.strictEqual(ordered[1], "1.0.1~dev20261126203000+0123456789ab")
      for (const [index, version] of ordered.entries()) {
        const next = ordered[index + 1]
        if (next !== undefined) {
          assert.strictEqual(
            spawnSync("dpkg", ["--compare-versions", version, "lt", next]).status,
            0,
            `${version} < ${next}`
          )
        }
      }
    }
  )
})
