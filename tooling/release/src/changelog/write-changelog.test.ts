import { readChangesets } from "@changesets/read"
import { assert, describe, it } from "vitest"
import { repository } from "../repository.ts"
import { changelogEntry } from "./changelog-entry.ts"
import { addVersion, notesOf, writeNotes } from "./write-changelog.ts"

const changeset = (summary: string, type = "minor", id = "some") =>
  changelogEntry({ id, summary, releases: [{ name: "@dragoman/server", type }] })

describe("an entry", () => {
  it("has the topic that its first line names, and links that work from the root of the repository", () => {
    assert.deepStrictEqual(changeset("topic: webhooks\n\nSee [here](../docs/webhooks.md).", "patch"), {
      topic: "webhooks",
      isNew: false,
      text: "See [here](docs/webhooks.md)."
    })
  })

  it("without a topic stands under the last heading", () => {
    assert.strictEqual(changeset("Something.").topic, "other")
  })

  it("with an unknown topic is an error that names the file", () => {
    assert.throws(() => changeset("topic: webhoks\n\nX", "minor", "typo"), /\.changeset\/typo\.md.*"webhoks"/)
  })

  it("can be made of each changeset that waits for a release", async () => {
    for (const waiting of await readChangesets(repository)) assert.notStrictEqual(changelogEntry(waiting).text, "")
  })
})

describe("the changelog", () => {
  const entries = [
    changeset("topic: operation\n\nA fault is gone.", "patch"),
    changeset("topic: operation\n\nBackups.\n\nMore about\nthem.\n\n- with a list"),
    changeset("topic: console\n\n- One thing.\n- Another one."),
    changeset("topic: release\n\nThe first release.", "major")
  ]

  it("says what the release is, then what is new by topic, new things before corrections", () => {
    const notes = writeNotes(entries)
    const expected = `The first release.

### Web console

- One thing.
- Another one.

### Running the server

- Backups.

  More about
  them.

  - with a list
- A fault is gone.`
    assert.strictEqual(notes, expected)
  })

  it("gets a version on top, keeps the others, and finds each again", () => {
    const old = "# Changelog\n\n## 0.1.0\n\nFirst.\n"
    const changelog = addVersion(old, { version: "1.0.0", date: "2026-11-24", notes: writeNotes(entries) })
    assert.match(changelog, /^# Changelog\n\n## 1\.0\.0 \(2026-11-24\)\n\nThe first release\./)
    assert.strictEqual(notesOf(changelog, "1.0.0"), writeNotes(entries))
    assert.strictEqual(notesOf(changelog, "0.1.0"), "First.")
    assert.isNull(notesOf(changelog, "1.0"))
    assert.throws(() => addVersion(changelog, { version: "1.0.0", date: "2026-11-25", notes: "" }), /already/)
  })
})
