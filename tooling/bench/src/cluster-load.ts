import autocannon from "autocannon"

// Requests to one address, in a process of its own: `cluster-load.ts URL KEY CONNECTIONS SECONDS`. Prints what it did and needed.
const [url = "", apiKey = "", connections, duration] = process.argv.slice(2)
const result = await autocannon({
  url,
  headers: { "x-api-key": apiKey },
  connections: Number(connections),
  duration: Number(duration)
})
if (result.non2xx > 0 || result.errors > 0)
  throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} errors`)
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ requests: result["2xx"], seconds: (user + system) / 1_000_000 }))
