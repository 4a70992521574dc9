import type { Socket } from "node:net"

/**
 * Bytes that an endpoint may send in response to one request, including everything around the body: the parser has no
 * limit for informational responses, chunk extensions and reasons, and could be kept busy as fast as the network is.
 */
export const receivedBytesMax = 256 * 1024

/** The code of the error that closes the connection. */
export const tooMuchReceived = "TOO_MUCH_RECEIVED"

/** Closes the connection when too much arrives after the latest write. Call it before the first read. */
export const limitReceived = (socket: Socket): void => {
  let written = 0
  let receivedBefore = 0
  let received = 0
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      receivedBefore = received
    }
    received = socket.bytesRead
    if (received - receivedBefore <= receivedBytesMax) return
    socket.destroy(Object.assign(new Error("too much was received"), { code: tooMuchReceived }))
  })
}
