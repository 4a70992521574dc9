/** The token with which an administrator acts as a user. In memory alone: a reload ends it, and no other tab has it (ADR 33). */
let actingToken: string | null = null

export const setActingToken = (token: string | null): void => {
  actingToken = token
}

/** Headers that say who asks. The session cookie counts only beside its header, which a page of another origin cannot send. */
export const callerHeaders = (): Readonly<Record<string, string>> =>
  actingToken === null ? { "x-dragoman-console": "1" } : { authorization: `Bearer ${actingToken}` }
