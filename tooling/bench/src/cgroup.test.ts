import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { readCgroupMemory } from "./cgroup.ts"

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "cgroup-"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe("memory of a cgroup", () => {
  it("is read from the files of version 2", () => {
    const events = "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n"
    const folder = folderWith({ "memory.max": "536870912\n", "memory.peak": "400000000\n", "memory.events": events })
    assert.deepStrictEqual(readCgroupMemory(folder), { limitBytes: 536_870_912, peakBytes: 400_000_000, kills: 2 })
  })

  it("is read from the files of version 1", () => {
    const folder = folderWith({
      "memory.limit_in_bytes": "536870912\n",
      "memory.max_usage_in_bytes": "536870912\n",
      "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n"
    })
    assert.deepStrictEqual(readCgroupMemory(folder), { limitBytes: 536_870_912, peakBytes: 536_870_912, kills: 1 })
  })

  it("a cgroup without a limit is no ceiling", () => {
    const folder = folderWith({ "memory.max": "max\n", "memory.peak": "1\n", "memory.events": "oom_kill 0\n" })
    assert.throws(() => readCgroupMemory(folder), "has no limit of memory")
  })
})
