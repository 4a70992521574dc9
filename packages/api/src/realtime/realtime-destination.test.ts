import { assert, describe, it } from "vitest"
import { parseRealtimeDestination, type RealtimeDestination } from "./realtime-destination.ts"

describe("destinations", () => {
  it.each<[string, RealtimeDestination | null]>([
    ["/projects/7/translation-data-modified", { kind: "project", projectId: 7, topic: "translation-data-modified" }],
    ["/projects/7/batch-job-progress", { kind: "project", projectId: 7, topic: "batch-job-progress" }],
    ["/projects/7/qa-issues-updated", { kind: "project", projectId: 7, topic: "qa-issues-updated" }],
    ["/users/7/notifications-changed", { kind: "user", userId: 7 }],
    ["/users/7/batch-job-progress", null],
    ["/projects/7/notifications-changed", null],
    ["/projects/x/batch-job-progress", null],
    ["/projects/9999999999999999999/batch-job-progress", null],
    ["/projects/7/batch-job-progress/", null],
    ["", null]
  ])("%s", (text, destination) => {
    assert.deepStrictEqual(parseRealtimeDestination(text), destination)
  })
})
