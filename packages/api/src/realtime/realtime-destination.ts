import { type RealtimeTopic, realtimeTopics } from "@dragoman/domain/activity"

export type RealtimeDestination =
  | { readonly kind: "project"; readonly projectId: number; readonly topic: RealtimeTopic }
  | { readonly kind: "user"; readonly userId: number }

/** The destination of a subscription; null: unknown. */
export const parseRealtimeDestination = (destination: string): RealtimeDestination | null => {
  const [, kind, id, name] = /^\/(projects|users)\/(\d{1,15})\/([a-z-]+)$/.exec(destination) ?? []
  if (kind === "users") return name === "notifications-changed" ? { kind: "user", userId: Number(id) } : null
  if (kind !== "projects") return null
  const topic = realtimeTopics.find((known) => known === name)
  return topic === undefined ? null : { kind: "project", projectId: Number(id), topic }
}
