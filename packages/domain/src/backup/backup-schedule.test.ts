import { assert, describe, it } from "vitest"
import { backupFileName, isBackupDue, isBackupFileName, outdatedBackups } from "./backup-schedule.ts"

const hour = 3_600_000
const minute = 60_000
const now = 1_000 * hour

describe("a scheduled backup", () => {
  it.each([
    ["when there was none", null, null, true],
    ["an interval after the last one", now - 24 * hour, null, true],
    ["not before", now - 24 * hour + 1, null, false],
    ["again soon after a failure", now - 25 * hour, now - 15 * minute, true],
    ["not at once after a failure", now - 25 * hour, now - 15 * minute + 1, false],
    ["when a wrong clock dated the last one ahead", now + hour, null, true]
  ])("is due %s", (_, doneAt, failedAt, isDue) => {
    assert.strictEqual(isBackupDue({ doneAt, failedAt }, 24 * hour, now), isDue)
  })

  it("has a name that sorts by its time", () => {
    const name = backupFileName(Date.UTC(2026, 2, 1, 2, 30))
    assert.strictEqual(name, "dragoman-2026-03-01T02-30-00Z.sqlite")
    assert.isTrue(isBackupFileName(name))
    assert.isTrue(name < backupFileName(Date.UTC(2026, 10, 1)))
  })

  it("is removed when enough newer ones exist, and nothing else is", () => {
    const oldest = backupFileName(Date.UTC(2026, 0, 1))
    const names = [oldest, ...[3, 2].map((day) => backupFileName(Date.UTC(2026, 0, day)))]
    const others = ["dragoman.sqlite", "dragoman-mine.sqlite", `${oldest}.unfinished`, "notes"]
    assert.deepStrictEqual(outdatedBackups([...others, ...names], 2), [oldest])
    assert.deepStrictEqual(outdatedBackups([...others, ...names], 3), [])
  })
})
