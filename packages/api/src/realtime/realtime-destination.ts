import { type RealtimeTopic, realtimeTopics } from "@dragoman/domain/activity"

/** `topic` null: one that the original has and this server never sends anything to. */
export type RealtimeDestination =
  | { readonly kind: "project"; readonly projectId: number; readonly topic: RealtimeTopic | null }
  | { readonly kind: "user"; readonly userId: number }

const silentTopic = "qa-issues-updated"

/** What a client subscribes to; null: nothing that there is. Source: reference "content-api" 4.7. */
export const parseRealtimeDestination = (destination: string): RealtimeDestination | null => {
  const [, kind, id, name] = /^\/(projects|users)\/(\d{1,15})\/([a-z-]+)$/.exec(destination) ?? []
  if (kind === "users") return name === "notifications-changed" ? { kind: "user", userId: Number(id) } : null
  if (kind !== "projects") return null
  const topic = realtimeTopics.find((known) => known === name)
  return topic === undefined && name !== silentTopic
    ? null
    : { kind: "project", projectId: Number(id), topic: topic ?? null }
}
