// Frames of SockJS on its websocket transport. Source: sockjs.github.io/sockjs-protocol.

export const sockjsOpen = "o"

export const sockjsHeartbeat = "h"

/** `quoted`: messages as JSON strings, so that a message for many clients is serialized once. */
export const sockjsMessages = (quoted: ReadonlyArray<string>): string => `a[${quoted.join(",")}]`

export const sockjsClose = (code: number, reason: string): string => `c${JSON.stringify([code, reason])}`

/** A client sends an array of strings or one string; null: neither. An empty text is no message. */
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
