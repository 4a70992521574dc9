import type { ConsoleSessionModel } from "@dragoman/api"
import { sessionIdleMillis, sessionLifetimeMillis } from "@dragoman/domain/credential"
import type { ConsoleSessionRow } from "@dragoman/store"
import type { UserAccess } from "../../service/access/access.ts"

export const sessionToModel = (
  { caller: { credential } }: UserAccess,
  { sessionId, userAgent, address, createdAt, lastUsedAt }: ConsoleSessionRow
): ConsoleSessionModel => ({
  id: sessionId,
  userAgent,
  address,
  createdAt,
  lastUsedAt,
  expiresAt: Math.min(lastUsedAt + sessionIdleMillis, createdAt + sessionLifetimeMillis),
  current: credential.kind === "SESSION" && credential.id === sessionId
})
