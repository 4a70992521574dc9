import type { Socket } from "node:net"

/**
 * What an endpoint may send in answer to one request, with everything around the body: the parser has no limit for
 * informational answers, chunk extensions and reasons, and could be kept busy as fast as the network is.
 */
export const receivedBytesMax = 256 * 1024

/** The code of the error that closes the connection. */
export const tooMuchReceived = "TOO_MUCH_RECEIVED"

/** Closes the connection when too much comes after what was written last. Before anybody else reads from it. */
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
