/** A frame of STOMP 1.2. Source: stomp.github.io/stomp-specification-1.2.html. */
export interface StompFrame {
  readonly command: string
  /** Headers by name; the first one of those that are repeated. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Exceeds what clients send to a server without SEND, and limits a buffered incomplete frame. */
export const frameUtf16UnitsMax = 65_536

/** Limit of one frame; clients send about five. */
const headersMax = 100

/** An input that is not STOMP, or too large: the start of the next frame is unknown. */
export interface StompViolation {
  readonly violation: string
}

/** Reads a stream of frames from chunks of any size. */
export interface StompReader {
  /** The frames that the chunk completes, in order; a violation is the last element. */
  readonly read: (chunk: string) => ReadonlyArray<StompFrame | StompViolation>
}

export const makeStompReader = (): StompReader => {
  let rest = ""
  let isBroken = false
  return {
    read: (chunk) => {
      const found: Array<StompFrame | StompViolation> = []
      if (isBroken) return found
      rest += chunk
      // A frame ends with a NUL; parsing without one would make many small chunks quadratic.
      if (!chunk.includes("\0") && rest.length <= frameUtf16UnitsMax) {
        rest = rest.replace(/^[\r\n]+/, "")
        return found
      }
      while (true) {
        // Line ends between frames are heart-beats.
        rest = rest.replace(/^[\r\n]+/, "")
        const taken = rest === "" ? null : takeFrame(rest)
        if (taken === null && rest.length <= frameUtf16UnitsMax) return found
        const next = taken ?? { violation: `A frame is larger than ${frameUtf16UnitsMax} characters` }
        if ("violation" in next) {
          isBroken = true
          rest = ""
          return [...found, next]
        }
        rest = rest.slice(next.length)
        found.push(next.frame)
      }
    }
  }
}

/** Takes the first frame; null: it is incomplete. `length`: of the frame including its NUL. */
const takeFrame = (text: string): { readonly frame: StompFrame; readonly length: number } | StompViolation | null => {
  // A body may contain empty lines as well: only the first empty line before the NUL ends the headers.
  const head = /\r?\n\r?\n/.exec(text)
  const end = text.indexOf("\0")
  if (head === null || (end !== -1 && end < head.index)) {
    return end === -1 ? null : { violation: "A frame has no empty line behind its headers" }
  }
  const [command = "", ...lines] = text.slice(0, head.index).split(/\r?\n/)
  const headers = parseHeaders(lines, command === "CONNECT")
  if ("violation" in headers) return headers
  const start = head.index + head[0].length
  const length = headers.headers.get("content-length")
  if (length === undefined) {
    const bodyEnd = text.indexOf("\0", start)
    if (bodyEnd === -1) return null
    return { frame: { command, headers: headers.headers, body: text.slice(start, bodyEnd) }, length: bodyEnd + 1 }
  }
  if (!/^\d{1,9}$/.test(length) || Number(length) > frameUtf16UnitsMax) {
    return { violation: "The content-length of a frame is too large or no number" }
  }
  const units = unitsOfBytes(text, start, Number(length))
  const bodyEnd = start + (units ?? 0)
  if (bodyEnd >= text.length) return null
  if (units === null || text[bodyEnd] !== "\0")
    return { violation: "The body of a frame has another length than its content-length" }
  return { frame: { command, headers: headers.headers, body: text.slice(start, bodyEnd) }, length: bodyEnd + 1 }
}

/**
 * Counts the UTF-16 units from `start` on that take `bytes` bytes in UTF-8, or up to the end of a shorter text. null:
 * the bytes end within a character.
 */
const unitsOfBytes = (text: string, start: number, bytes: number): number | null => {
  let index = start
  let left = bytes
  while (left > 0 && index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0
    left -= codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
    index += codePoint < 0x10000 ? 1 : 2
  }
  return left < 0 ? null : index - start
}

/** CONNECT has no escapes, for compatibility with STOMP 1.0. */
const parseHeaders = (
  lines: ReadonlyArray<string>,
  isPlain: boolean
): { readonly headers: ReadonlyMap<string, string> } | StompViolation => {
  if (lines.length > headersMax) return { violation: `A frame has more than ${headersMax} headers` }
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(":")
    if (colon === -1) return { violation: "A header of a frame has no colon" }
    const parts = [line.slice(0, colon), line.slice(colon + 1)].map((part) => (isPlain ? part : unescapeHeader(part)))
    const [name, value] = parts
    if (name === undefined || name === null || value === undefined || value === null) {
      return { violation: "A header of a frame has an unknown escape" }
    }
    if (!headers.has(name)) headers.set(name, value)
  }
  return { headers }
}

const unescaped: Readonly<Record<string, string>> = { "\\\\": "\\", "\\c": ":", "\\n": "\n", "\\r": "\r" }
const escaped: Readonly<Record<string, string>> = { "\\": "\\\\", ":": "\\c", "\n": "\\n", "\r": "\\r" }

/** Reverts the escapes of a header; null: an escape is unknown. */
const unescapeHeader = (text: string): string | null => {
  if (!text.includes("\\")) return text
  if (/^(?:[^\\]|\\[\\cnr])*$/.test(text)) return text.replace(/\\./g, (pair) => unescaped[pair] ?? "")
  return null
}

const escapeHeader = (text: string): string => text.replace(/[\\:\n\r]/g, (character) => escaped[character] ?? "")

/**
 * Serializes a frame. Headers of CONNECTED are not escaped, a body gets its length in bytes, and NULs, which would end the
 * frame, are removed from headers.
 */
export const printStompFrame = (
  command: "CONNECTED" | "MESSAGE" | "RECEIPT" | "ERROR",
  headers: Readonly<Record<string, string>>,
  body = ""
): string => {
  const print = command === "CONNECTED" ? (text: string) => text : escapeHeader
  const lines = Object.entries(headers).map(([name, value]) => `${print(name)}:${print(value).replaceAll("\0", "")}\n`)
  const length = body === "" ? "" : `content-length:${utf8Length(body)}\n`
  return `${command}\n${lines.join("")}${length}\n${body}\0`
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length
