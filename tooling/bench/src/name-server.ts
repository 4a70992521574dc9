import { createSocket } from "node:dgram"

const headerBytes = 12
const typeA = 1
/** Response, recursion desired and available, no error. */
const responseFlags = 0x8180

/**
 * A name server on 127.0.0.1:53. Names that begin with `silent` get no response, every other one is this machine. Only for
 * a network namespace of its own, where no other program asks it.
 */
export const startNameServer = async (): Promise<{ readonly close: () => void }> => {
  const socket = createSocket("udp4")
  socket.on("message", (query, { port, address }) => {
    const response = responseTo(query)
    if (response !== null) socket.send(response, port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject)
    socket.bind(53, "127.0.0.1", resolve)
  })
  return { close: () => socket.close() }
}

const responseTo = (query: Buffer): Buffer | null => {
  const labels: Array<string> = []
  let at = headerBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  if (labels[0]?.toLowerCase().startsWith("silent") === true) return null
  // The question: name, its end, type, class.
  const question = query.subarray(headerBytes, at + 5)
  const isA = query.readUInt16BE(at + 1) === typeA
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(responseFlags, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isA ? 1 : 0, 6)
  // The name of the question, type A, class IN, valid for 0 s, four bytes: 127.0.0.1.
  const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([header, question, ...(isA ? [record] : [])])
}
