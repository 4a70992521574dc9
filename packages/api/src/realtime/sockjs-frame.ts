// Frames of SockJS on its websocket transport. Source: the protocol at sockjs.github.io; reference "content-api" 4.7.

export const sockjsOpen = "o"

export const sockjsHeartbeat = "h"

/** `quoted`: the messages as JSON strings, so that a text for many clients is quoted once. */
export const sockjsMessages = (quoted: ReadonlyArray<string>): string => `a[${quoted.join(",")}]`

export const sockjsClose = (code: number, reason: string): string => `c${JSON.stringify([code, reason])}`

/** What a client sends: an array of strings, or one string. null: neither. Nothing is a message without content. */
export const parseSockjsMessages = (text: string): ReadonlyArray<string> | null => {
  if (text === "") return []
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "string") return [parsed]
    return Array.isArray(parsed) && parsed.every((message) => typeof message === "string") ? parsed : null
  } catch {
    return null
  }
}
