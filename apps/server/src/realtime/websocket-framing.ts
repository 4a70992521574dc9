import { parseSockjsMessages, sockjsClose, sockjsHeartbeat, sockjsMessages, sockjsOpen } from "@dragoman/api"

/** How STOMP frames travel on a websocket. */
export interface WebsocketFraming {
  readonly name: string
  /** Sent when the connection opens. */
  readonly open: ReadonlyArray<string>
  readonly heartbeat: string
  readonly wrap: (frame: string) => string
  /** Wrapped frames as messages of the websocket. */
  readonly join: (wrapped: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Sent before the connection closes. */
  readonly close: (code: number, reason: string) => ReadonlyArray<string>
  /** null: not what a client of this framing sends. */
  readonly parse: (message: string) => ReadonlyArray<string> | null
}

export const sockjsFraming: WebsocketFraming = {
  name: "sockjs",
  open: [sockjsOpen],
  heartbeat: sockjsHeartbeat,
  wrap: (frame) => JSON.stringify(frame),
  join: (wrapped) => [sockjsMessages(wrapped)],
  close: (code, reason) => [sockjsClose(code, reason)],
  parse: parseSockjsMessages
}

/** STOMP as it is, for clients without SockJS. */
export const plainFraming: WebsocketFraming = {
  name: "plain",
  open: [],
  heartbeat: "\n",
  wrap: (frame) => frame,
  join: (wrapped) => wrapped,
  close: () => [],
  parse: (message) => [message]
}
