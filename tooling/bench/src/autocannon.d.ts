declare module "autocannon" {
  interface Options {
    readonly url: string
    readonly headers: Record<string, string>
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    /** Requests per second of all connections; absent: as many as possible. */
    readonly overallRate?: number
  }
  interface Result {
    readonly non2xx: number
    readonly errors: number
    readonly "2xx": number
    readonly requests: { readonly average: number }
    /** Milliseconds. */
    readonly latency: { readonly p99: number; readonly max: number }
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
