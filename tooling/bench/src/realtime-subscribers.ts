// Opens subscribers of one project, and prints what they were told: `node realtime-subscribers.ts <address> <project id>
// <token> <count>`. One line when all have subscribed; at each line on standard input the latencies since the last one,
// as JSON, in milliseconds: from the time in a text until it was told.
const [, , address = "", projectId = "", token = "", count = "0"] = process.argv

const latencies: Array<number> = []
/** Connections that are being opened at the same time. */
const atOnceMax = 50

/** Opens a connection like a SockJS client. */
const open = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${address.replace("http", "ws")}/websocket/0/session${index}/websocket`)
    const send = (frame: string) => socket.send(JSON.stringify([frame]))
    socket.addEventListener("error", reject)
    socket.addEventListener("close", reject)
    socket.addEventListener("message", ({ data }) => {
      const text = String(data)
      if (text === "o") send(`CONNECT\naccept-version:1.2\njwtToken:${token}\n\n\0`)
      else if (text.includes("CONNECTED")) {
        const destination = `/projects/${projectId}/translation-data-modified`
        send(`SUBSCRIBE\nid:sub-0\ndestination:${destination}\nreceipt:subscribed\n\n\0`)
      } else if (text.includes("RECEIPT")) resolve()
      else {
        const now = Date.now()
        for (const [, sentAt] of text.matchAll(/new\\":\\"\d+ sent (\d+)/g)) latencies.push(now - Number(sentAt))
      }
    })
  })

for (let index = 0; index < Number(count); index += atOnceMax) {
  await Promise.all(Array.from({ length: Math.min(atOnceMax, Number(count) - index) }, (_, more) => open(index + more)))
}
process.stdout.write("ready\n")
process.stdin.setEncoding("utf8").on("data", () => process.stdout.write(`${JSON.stringify(latencies.splice(0))}\n`))
